import type { ReactNode } from "react";
import { lazyPart } from "../ui/lazyPart.tsx";

interface JsonViewProps {
  readonly value: unknown;
  /** Whether it may be read as the report of a search, or of something else that advances. */
  readonly isReport?: boolean;
}

/** Its own file: a plain conversation has nothing of the kind. What cannot be loaded shows as JSON. */
const JsonValue = lazyPart<JsonViewProps>(
  () => import("./JsonView.tsx").then((file) => file.JsonValue),
  { Failed: ({ value }) => JSON.stringify(value) },
);

/** @internal Shows any JSON value for a person to read. */
export function JsonView(props: JsonViewProps): ReactNode {
  return <JsonValue {...props} />;
}
