import { type ReactNode, type SubmitEvent, useRef, useState } from "react";
import type { SchemaProblem } from "../../protocol/jsonSchema.ts";
import { useClass } from "../settings/settings.tsx";
import type { Strings } from "../strings/strings.ts";
import { useStrings } from "../strings/useStrings.ts";
import { Control, Properties } from "./Control.tsx";
import { createEntry } from "./createFieldState.ts";
import { Hint, Problem, useFieldIds } from "./Field.tsx";
import { assignErrors, describeProblem } from "./fieldErrors.ts";
import type { Entry } from "./fieldState.ts";
import type { SchemaFormProps } from "./schemaFormProps.ts";
import { type Attempt, useSubmit } from "./useSubmit.ts";

/** Begins the name of every control; what follows is the path of its answer. */
const NAME = "answer";

/** @internal The form itself; what is public is `LazySchemaForm`, which loads it. */
export function SchemaForm(props: SchemaFormProps): ReactNode {
  const { schema, defaultValue, onCancel, disabled = false, className } = props;
  const strings = useStrings();
  const form = useRef<HTMLFormElement>(null);
  const [root, setRoot] = useState(() =>
    createEntry(schema, { root: schema, refs: [], isRequired: true }, defaultValue),
  );
  const { attempt, submit, forget } = useSubmit(form, props, (problems) =>
    setRoot((latest) => assignErrors(latest, problems)),
  );
  const ties = useFieldIds(root);
  const label = props.label ?? root.label;
  const own = attempt.status === "refused" ? unplacedIn(root) : [];
  const isPending = attempt.status === "pending";

  const handleChange = (change: (latest: Entry) => Entry) => {
    setRoot(change);
    forget();
  };

  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!disabled) void submit(root);
  };

  return (
    <form
      className={useClass("SchemaForm", "agk-form", className)}
      ref={form}
      // The browser's own bubbles say less, one at a time, and in the language of the browser.
      noValidate
      aria-label={label}
      aria-busy={isPending}
      onSubmit={handleSubmit}
    >
      <fieldset className="agk-form-body" role="none" disabled={disabled}>
        {root.kind === "object" ? (
          <>
            <Hint entry={root} ties={ties} />
            <Properties entry={root} name={NAME} onChange={handleChange} />
          </>
        ) : (
          <Control
            entry={root}
            name={NAME}
            label={label ?? strings.form.answer}
            onChange={handleChange}
          />
        )}
      </fieldset>
      {/* There before it has something to say, as it would not be heard else. */}
      <div
        className="agk-problems"
        role="alert"
        {...(own.length > 0 && { "data-problem": true, tabIndex: -1 })}
      >
        {noticesOf(attempt, own, strings.form).map((text) => (
          <Problem key={text} text={text} />
        ))}
      </div>
      <div className="agk-form-buttons">
        {/* Not disabled while it is pending, because that would drop the focus. */}
        <button
          type="submit"
          className="agk-button"
          aria-disabled={isPending || undefined}
          disabled={disabled}
        >
          {props.submitLabel ?? strings.form.submit}
        </button>
        {onCancel && (
          <button type="button" className="agk-button" onClick={onCancel}>
            {props.cancelLabel ?? strings.form.cancel}
          </button>
        )}
      </div>
    </form>
  );
}

/** What is wrong with the whole where no control of its own is there to show it. */
function unplacedIn(root: Entry): readonly SchemaProblem[] {
  return root.kind === "object" || root.kind === "const" ? root.problems : [];
}

/** What is said beside the buttons: how many answers have to change, and what no answer shows. */
function noticesOf(
  attempt: Attempt,
  own: readonly SchemaProblem[],
  strings: Strings["form"],
): readonly string[] {
  if (attempt.status === "failed") return [strings.failed];
  if (attempt.status !== "refused") return [];
  const shown = attempt.problems.length - own.length;
  return [
    ...new Set([
      ...own.map((problem) => describeProblem(problem, strings)),
      ...(shown > 0 ? [strings.problems(shown)] : []),
    ]),
  ];
}
