import { type ReactNode, type SubmitEvent, useId, useRef, useState } from "react";
import type { SchemaProblem } from "../../protocol/jsonSchema.ts";
import { useClassName } from "../settings/settings.tsx";
import { useDraftState } from "../state/draftState.ts";
import { createUiMemory } from "../state/perThreadState.ts";
import type { Strings } from "../strings/strings.ts";
import { useStrings } from "../strings/useStrings.ts";
import { HiddenNote } from "../ui/HiddenNote.tsx";
import { HintedButton } from "../ui/HintedButton.tsx";
import {
  HiddenPartsContext,
  isNothingHidden,
  useAnswerHiddenParts,
  useHiddenTotal,
} from "../ui/hiddenParts.ts";
import { assignProblems } from "./assignProblems.ts";
import { Control } from "./Control.tsx";
import { createFieldState } from "./createFieldState.ts";
import { describeProblem } from "./describeProblem.ts";
import { Hint, useFieldIds } from "./Field.tsx";
import type { FieldState } from "./fieldState.ts";
import { withoutHiddenFields, withoutRulesOf } from "./layout/hiddenFields.ts";
import { LaidOutFields } from "./layout/LaidOutFields.tsx";
import { readLayout } from "./layout/readLayout.ts";
import { replaceSection } from "./openSections.ts";
import { ProblemList } from "./ProblemList.tsx";
import type { SchemaFormProps } from "./schemaFormProps.ts";
import { type SubmitState, useSubmit } from "./useSubmit.ts";

/** First segment of every control's `name`; the path of the value follows. */
const ROOT_NAME = "answer";

const fieldStates = createUiMemory<FieldState>();

/** @internal Renders the form of `SchemaForm`, which loads this module lazily. */
export function SchemaFormView(props: SchemaFormProps): ReactNode {
  const { schema, defaultValue, onCancel, disabled = false, className } = props;
  const strings = useStrings();
  const form = useRef<HTMLFormElement>(null);
  const [root, setRoot] = useDraftState(fieldStates, () =>
    createFieldState(schema, { root: schema, refs: [], isRequired: true }, defaultValue),
  );
  // The first state decides which fields the layout places, so that a section that the user opens stays where it is.
  const [layout, setLayout] = useState(() => readLayout(props.layout, root));
  const { submitState, submitForm, clearResult } = useSubmit(
    form,
    props,
    ({ problems, sections }) => {
      setRoot((latest) => assignProblems(sections.reduce(replaceSection, latest), problems));
      setLayout((latest) => withoutRulesOf(latest, problems));
    },
  );
  const ids = useFieldIds(root);
  const parts = useAnswerHiddenParts();
  const noteId = useId();
  const isAllShown = isNothingHidden(useHiddenTotal(parts.all));
  const label = props.label ?? root.label;
  const formProblems = submitState.status === "refused" ? formProblemsOf(root) : [];
  const isPending = submitState.status === "pending";

  const handleChange = (update: (latest: FieldState) => FieldState) => {
    setRoot(update);
    clearResult();
  };

  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!disabled) void submitForm(withoutHiddenFields(root, layout));
  };

  return (
    <form
      className={useClassName("SchemaForm", "agk-form", className)}
      ref={form}
      // Native validation bubbles show one problem at a time, in the language of the browser.
      noValidate
      aria-label={label}
      aria-busy={isPending}
      onSubmit={handleSubmit}
    >
      <HiddenPartsContext.Provider value={parts.own}>
        <fieldset className="agk-form-body" role="none" disabled={disabled}>
          {root.kind === "object" ? (
            <>
              <Hint field={root} ids={ids} />
              <LaidOutFields
                field={root}
                layout={layout}
                name={ROOT_NAME}
                onChange={handleChange}
              />
            </>
          ) : (
            <Control
              field={root}
              name={ROOT_NAME}
              label={label ?? strings.form.answer}
              onChange={handleChange}
            />
          )}
        </fieldset>
      </HiddenPartsContext.Provider>
      <ProblemList
        messages={messagesOf(submitState, formProblems, strings.form)}
        isFocusTarget={formProblems.length > 0}
      />
      <HiddenNote parts={parts.all} id={noteId} />
      <div className="agk-form-buttons">
        {/* Not disabled while pending: a browser drops the focus of a disabled button. */}
        <button
          type="submit"
          className="agk-button"
          data-variant="primary"
          data-busy={isPending || undefined}
          aria-disabled={isPending || undefined}
          aria-describedby={isAllShown ? undefined : noteId}
          disabled={disabled}
        >
          {props.submitLabel ?? strings.form.submit}
        </button>
        {onCancel && (
          <HintedButton hint={props.cancelHint} onClick={onCancel}>
            {props.cancelLabel ?? strings.form.cancel}
          </HintedButton>
        )}
      </div>
    </form>
  );
}

/** Returns the problems with the value as a whole, for which the form has no control. */
function formProblemsOf(root: FieldState): readonly SchemaProblem[] {
  return root.kind === "object" || root.kind === "const" ? root.problems : [];
}

/** Returns the messages above the buttons: problems of the whole form, and the number of invalid fields. */
function messagesOf(
  submitState: SubmitState,
  formProblems: readonly SchemaProblem[],
  strings: Strings["form"],
): readonly string[] {
  if (submitState.status === "failed") return [strings.failed];
  if (submitState.status !== "refused") return [];
  const fieldProblemCount = submitState.problems.length - formProblems.length;
  return [
    ...new Set([
      ...formProblems.map((problem) => describeProblem(problem, strings)),
      ...(fieldProblemCount > 0 ? [strings.problems(fieldProblemCount)] : []),
    ]),
  ];
}
