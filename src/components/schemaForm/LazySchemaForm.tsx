import type { ReactNode } from "react";
import { useClass } from "../settings/settings.tsx";
import { LoadFailed } from "../status/LoadFailed.tsx";
import { lazyPart, type Retry } from "../ui/lazyPart.tsx";
import type { SchemaFormProps } from "./schemaFormProps.ts";

/** One that cannot be loaded becomes a sentence and a way on, not a broken page. */
const Form = lazyPart<SchemaFormProps>(
  () => import("./SchemaForm.tsx").then((file) => file.SchemaForm),
  { Loading, Failed: NotLoaded },
);

/**
 * Asks a person for a value that a JSON Schema describes, with the controls of a native form:
 * text, numbers, dates, files, choices, lists that grow, one of several kinds of object. What has no
 * control becomes a field of JSON. The value is checked before it is submitted.
 *
 * Use it for what an agent needs to know from a person. It is loaded when it is first shown. It draws
 * neither a title nor a frame: those belong to what is around it. Answers that were left empty are
 * left out of the value; a date and time is sent in UTC. Renders a `<form>`.
 *
 * @example Where to go
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
 * @selector `.agk-form[aria-busy="true"]` While it loads, and while a value is checked and submitted.
 * @selector `.agk-answer[aria-invalid]` What is wrong; also `.agk-problem`, the sentence that says why.
 * @see https://docs.ag-ui.com/concepts/interrupts
 */
export function LazySchemaForm(props: SchemaFormProps): ReactNode {
  return <Form {...props} />;
}

/** About as high as a small one. */
function Loading({ className }: SchemaFormProps): ReactNode {
  const classes = useClass("SchemaForm", "agk-form", className);
  return <div className={classes} aria-busy="true" style={{ minBlockSize: "14em" }} />;
}

function NotLoaded({ onRetry, className }: SchemaFormProps & Retry): ReactNode {
  return (
    <div className={useClass("SchemaForm", "agk-form", className)}>
      <LoadFailed onRetry={onRetry} />
    </div>
  );
}
