import type { ReactNode } from "react";
import { isRecord } from "../../protocol/isRecord.ts";
import { useClassName } from "../settings/settings.tsx";
import { LoadFailed } from "../status/LoadFailed.tsx";
import { lazyPart, type Retry } from "../ui/lazyPart.tsx";
import type { SchemaFormProps } from "./schemaFormProps.ts";

const LazyForm = lazyPart<SchemaFormProps>(
  () => import("./SchemaFormView.tsx").then((module) => module.SchemaFormView),
  { Loading: Placeholder, Failed: FormLoadFailed },
);

/**
 * Asks the user for a value that a JSON Schema describes, with native controls: text, numbers, dates,
 * files, choices, lists and unions of objects. A schema that no control supports becomes a JSON field.
 * The value is validated before it is submitted. A value that the schema fixes is shown as text.
 *
 * A form renders up to 200 fields in 6 levels at first. Further sections have a button that shows their fields, and a section
 * that is larger by itself is a JSON field. A submit with problems opens the sections around the first of them. Other
 * closed sections say how many problems they have.
 *
 * Use it for structured input that an agent needs. It renders neither a title nor a frame. Fields left
 * empty are omitted from the value; a date with time is submitted in UTC. The code of the form loads
 * separately, with a placeholder until it arrives. Renders a `<form>`.
 *
 * @example Ask for a destination
 * ```tsx
 * <SchemaForm
 *   schema={{
 *     type: "object",
 *     properties: { city: { type: "string", title: "City" }, days: { type: "integer", minimum: 1 } },
 *     required: ["city"],
 *   }}
 *   submitLabel="Plan the trip"
 *   onSubmit={(value) => interrupt.resolve(value)}
 * />
 * ```
 * @selector `.agk-form[aria-busy="true"]` While the form loads, and while a value is being submitted.
 * @selector `.agk-answer[aria-invalid]` A control with an invalid value; `.agk-problem` is its message.
 * @see https://docs.ag-ui.com/concepts/interrupts
 */
export function SchemaForm(props: SchemaFormProps): ReactNode {
  return <LazyForm {...props} />;
}

/** @internal Loads the code of the form, so that the first form renders without a placeholder. */
export function preloadSchemaForm(): void {
  LazyForm.preload();
}

/** Lines of a placeholder: one for each field, and one for the buttons. */
const PLACEHOLDER_LINES = [1, 2, 3, 4, 5, 6, 7] as const;

function Placeholder({ schema, className }: SchemaFormProps): ReactNode {
  const classes = useClassName("SchemaForm", "agk-form", className);
  const count = isRecord(schema.properties) ? Object.keys(schema.properties).length : 0;
  const lines = PLACEHOLDER_LINES.slice(0, (count || 2) + 1);
  // Elements instead of an inline style, which a content security policy may forbid.
  return (
    <div className={classes} aria-busy="true">
      {lines.map((line) => (
        <i key={line} />
      ))}
    </div>
  );
}

/** @internal Shows that a form could not be loaded, instead of the form, with a button that tries again. */
export function FormLoadFailed({
  onRetry,
  isRetried,
  className,
}: SchemaFormProps & Retry): ReactNode {
  return (
    <div className={useClassName("SchemaForm", "agk-form", className)}>
      <LoadFailed onRetry={onRetry} isRetried={isRetried} />
    </div>
  );
}
