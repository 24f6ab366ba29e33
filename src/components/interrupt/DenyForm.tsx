import { type ReactNode, type SubmitEvent, useId, useRef } from "react";
import { hidesText } from "../../selectors/visibleText.ts";
import { ProblemList } from "../schemaForm/ProblemList.tsx";
import { useDraftState } from "../state/draftState.ts";
import { createUiMemory } from "../state/perThreadState.ts";
import { useStrings } from "../strings/useStrings.ts";
import { HiddenCharacters } from "../ui/VisibleText.tsx";
import { type AnswerControlProps, SubmitRow } from "./AnswerButtons.tsx";
import { denialReasonOf } from "./answerSummary.ts";
import { type Decision, withReason } from "./readDecision.ts";

interface DenyFormProps extends AnswerControlProps {
  readonly decision: Decision;
  readonly denyLabel: string;
  readonly onBack: () => void;
}

const reasons = createUiMemory<string>();

/** @internal Asks for the reason of a denial. Renders a `<form>`. */
export function DenyForm({
  decision,
  answerState,
  currentPayload,
  denyLabel,
  endButtons,
  onBack,
}: DenyFormProps): ReactNode {
  const strings = useStrings();
  const [text, setText] = useDraftState(reasons, () => denialReasonOf(currentPayload));
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const isRequired = decision.reasonField?.isRequired === true;
  const isDisabled = answerState.isDisabled || answerState.isBusy;
  const isInvalid = answerState.fieldProblems.length > 0;
  const describedBy = [
    !isRequired && `${id}o`,
    hidesText(text, "value") && `${id}c`,
    isInvalid && `${id}p`,
  ];

  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isDisabled) return;
    if (isRequired && text.trim() === "") {
      answerState.showFieldProblem(strings.form.required);
      input.current?.focus();
    } else answerState.submitAnswer(withReason(decision, text), decision.reasonField?.path ?? []);
  };

  return (
    <form className="agk-interrupt-panel" noValidate onSubmit={handleSubmit}>
      <div className="agk-field-group">
        <div className="agk-field-label">
          <label className="agk-name" htmlFor={id}>
            {strings.interrupt.denyReason}
          </label>
          {!isRequired && (
            <span className="agk-optional" id={`${id}o`}>
              {strings.form.optional}
            </span>
          )}
        </div>
        <input
          className="agk-answer"
          id={id}
          aria-describedby={describedBy.filter(Boolean).join(" ") || undefined}
          aria-invalid={isInvalid || undefined}
          required={isRequired}
          // An empty field keeps the direction of the page.
          dir={text && "auto"}
          readOnly={answerState.isDisabled}
          value={text}
          ref={input}
          onChange={({ target }) => {
            setText(target.value);
            answerState.clearProblems();
          }}
        />
        <HiddenCharacters text={text} id={`${id}c`} />
        <ProblemList id={`${id}p`} messages={answerState.fieldProblems} />
      </div>
      <SubmitRow
        label={denyLabel}
        answerState={answerState}
        onBack={onBack}
        endButtons={endButtons}
      />
    </form>
  );
}
