import { type ReactNode, type SubmitEvent, useId, useRef } from "react";
import { hidesText } from "../../selectors/visibleText.ts";
import { ProblemList } from "../schemaForm/ProblemList.tsx";
import { useDraftState } from "../state/draftState.ts";
import { createUiMemory } from "../state/perThreadState.ts";
import { useStrings } from "../strings/useStrings.ts";
import { HiddenCharacters } from "../ui/VisibleText.tsx";
import { type AnswerControlProps, SubmitRow } from "./AnswerButtons.tsx";
import { parseFreeText, toEditableText } from "./parseFreeText.ts";

const texts = createUiMemory<string>();

/** @internal Takes any answer as text or JSON, and shows which of both will be sent. Renders a `<form>`. */
export function FreeTextAnswer({
  answerState,
  currentPayload,
  endButtons,
  onBack,
}: AnswerControlProps & { readonly onBack?: () => void }): ReactNode {
  const strings = useStrings();
  const labels = strings.interrupt;
  const [text, setText] = useDraftState(texts, () => toEditableText(currentPayload));
  const textarea = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const { value, kind } = parseFreeText(text);
  const isDisabled = answerState.isDisabled || answerState.isBusy;
  const isInvalid = answerState.fieldProblems.length > 0;
  const describedBy = [`${id}h`, hidesText(text, "value") && `${id}c`, isInvalid && `${id}p`];
  const hints = {
    text: labels.asText,
    json: labels.asJson,
    broken: labels.asInvalidJson,
    inexact: strings.form.inexactNumber,
  };

  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isDisabled) return;
    if (value !== "" && kind !== "inexact") return answerState.submitAnswer(value, []);
    answerState.showFieldProblem(value === "" ? strings.form.required : strings.form.inexactNumber);
    textarea.current?.focus();
  };

  return (
    <form className="agk-interrupt-panel" noValidate onSubmit={handleSubmit}>
      <div className="agk-field-group">
        <label className="agk-name" htmlFor={id}>
          {labels.answer}
        </label>
        <textarea
          className="agk-answer"
          id={id}
          aria-describedby={describedBy.filter(Boolean).join(" ")}
          aria-invalid={isInvalid || undefined}
          required
          rows={2}
          // An empty field keeps the direction of the page.
          dir={text && (kind === "text" ? "auto" : "ltr")}
          readOnly={answerState.isDisabled}
          value={text}
          ref={textarea}
          onChange={({ target }) => {
            setText(target.value);
            answerState.clearProblems();
          }}
        />
        <p className="agk-hint" id={`${id}h`}>
          {hints[kind]}
        </p>
        <HiddenCharacters text={text} id={`${id}c`} />
        <ProblemList id={`${id}p`} messages={answerState.fieldProblems} />
      </div>
      <SubmitRow
        label={labels.send}
        answerState={answerState}
        onBack={onBack}
        endButtons={endButtons}
      />
    </form>
  );
}
