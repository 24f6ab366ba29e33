import { type ReactNode, type SubmitEvent, useId, useRef } from "react";
import { parseJson } from "../../protocol/parseJson.ts";
import { hidesText } from "../../selectors/visibleText.ts";
import { ProblemList } from "../schemaForm/ProblemList.tsx";
import { useDraftState } from "../state/draftState.ts";
import { createUiMemory } from "../state/perThreadState.ts";
import { useStrings } from "../strings/useStrings.ts";
import { HiddenCharacters } from "../ui/VisibleText.tsx";
import { type AnswerControlProps, SubmitRow } from "./AnswerButtons.tsx";
import { findJsonFault, toEditableText } from "./parseFreeText.ts";
import { type Decision, withEditedArgs } from "./readDecision.ts";

interface JsonArgumentsEditorProps extends AnswerControlProps {
  readonly decision: Decision;
  /** JSON text of the arguments as the agent sent it. */
  readonly source: string;
  readonly onBack: () => void;
}

const sources = createUiMemory<string>();

/**
 * @internal Edits arguments as JSON text when they contain a number that JavaScript cannot represent, or a key
 * twice. A form, or the answer itself, would change such arguments, so the user must change the text before sending.
 * Renders a `<form>`.
 */
export function JsonArgumentsEditor({
  decision,
  source,
  answerState,
  currentPayload,
  endButtons,
  onBack,
}: JsonArgumentsEditorProps): ReactNode {
  const strings = useStrings();
  const labels = strings.interrupt;
  const [text, setText] = useDraftState(sources, () =>
    currentPayload === undefined ? source : toEditableText(currentPayload),
  );
  const textarea = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const isDisabled = answerState.isDisabled || answerState.isBusy;
  const isInvalid = answerState.fieldProblems.length > 0;
  const describedBy = [`${id}h`, hidesText(text, "json") && `${id}c`, isInvalid && `${id}p`];

  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isDisabled) return;
    const fault = findJsonFault(text);
    if (!fault) {
      answerState.submitAnswer(withEditedArgs(decision, parseJson(text)), ["editedArgs"]);
      return;
    }
    const messages: Readonly<Record<typeof fault, string>> = {
      invalid: strings.form.type("json"),
      tooDeep: strings.value.tooDeep,
      inexact: strings.form.inexactNumber,
      duplicate: strings.form.duplicateName,
    };
    answerState.showFieldProblem(messages[fault]);
    textarea.current?.focus();
  };

  return (
    <form className="agk-interrupt-panel" data-panel="edit" noValidate onSubmit={handleSubmit}>
      <div className="agk-field-group">
        <label className="agk-name" htmlFor={id}>
          {strings.toolCall.arguments}
        </label>
        <textarea
          className="agk-answer"
          id={id}
          data-json=""
          dir="ltr"
          spellCheck={false}
          aria-describedby={describedBy.filter(Boolean).join(" ")}
          aria-invalid={isInvalid || undefined}
          readOnly={answerState.isDisabled}
          value={text}
          ref={textarea}
          onChange={({ target }) => {
            setText(target.value);
            answerState.clearProblems();
          }}
        />
        <p className="agk-hint" id={`${id}h`}>
          {strings.form.json}
        </p>
        <HiddenCharacters text={text} kind="json" id={`${id}c`} />
        <ProblemList id={`${id}p`} messages={answerState.fieldProblems} />
      </div>
      <SubmitRow
        label={labels.approveEdited}
        answerState={answerState}
        onBack={onBack}
        endButtons={endButtons}
      />
    </form>
  );
}
