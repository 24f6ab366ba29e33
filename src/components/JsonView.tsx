import { type ComponentType, lazy, type ReactNode, Suspense } from "react";

interface JsonViewProps {
  readonly value: unknown;
  /** Whether it may be read as the report of a search, or of something else that advances. */
  readonly isReport?: boolean;
}

/** Its own file: a plain conversation has nothing of the kind. What cannot be loaded shows as JSON. */
const JsonValue = lazy<ComponentType<JsonViewProps>>(() =>
  import("./JsonValue.tsx").then(
    (loaded) => ({ default: loaded.JsonValue }),
    () => ({ default: ({ value }) => JSON.stringify(value) }),
  ),
);

/** @internal Shows any JSON value for a person to read. */
export function JsonView(props: JsonViewProps): ReactNode {
  return (
    <Suspense fallback={null}>
      <JsonValue {...props} />
    </Suspense>
  );
}
