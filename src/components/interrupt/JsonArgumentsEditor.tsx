import { type ReactNode, type SubmitEvent, useId, useRef, useState } from "react";
import { useStrings } from "../strings/useStrings.ts";
import type { ControlsProps } from "./answerControlsProps.ts";
import { type Decision, withEditedArgs } from "./decisionPayload.ts";
import { FieldProblems } from "./FieldErrors.tsx";
import { losesPrecision } from "./losesPrecision.ts";
import { textOf } from "./parseFreeText.ts";
import { SubmitRow } from "./SubmitRow.tsx";

interface EditSourceProps extends ControlsProps {
  readonly decision: Decision;
  /** The arguments as they were written. */
  readonly source: string;
  readonly onBack: () => void;
}

/**
 * @internal Edits arguments as the JSON they were written in, where a form would change numbers that
 * nobody has touched. As an answer would change them as well, it is refused while they are in it.
 * Renders a `<form>`.
 */
export function JsonArgumentsEditor({
  decision,
  source,
  answering,
  given,
  end,
  onBack,
}: EditSourceProps): ReactNode {
  const strings = useStrings();
  const words = strings.interrupt;
  const [text, setText] = useState(() => (given === undefined ? source : textOf(given)));
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const isDisabled = answering.isDisabled || answering.isBusy;
  const isWrong = answering.fieldProblems.length > 0;

  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isDisabled) return;
    const args = parsed(text);
    if (args && !losesPrecision(text)) {
      answering.answer(withEditedArgs(decision, args.value), ["editedArgs"]);
      return;
    }
    answering.refuse(args ? words.inexactNumber : strings.form.type("json"));
    field.current?.focus();
  };

  return (
    <form className="agk-interrupt-panel" data-panel="edit" noValidate onSubmit={handleSubmit}>
      <div className="agk-question">
        <label className="agk-name" htmlFor={id}>
          {strings.toolCall.arguments}
        </label>
        <textarea
          className="agk-answer"
          id={id}
          data-json=""
          dir="ltr"
          spellCheck={false}
          aria-describedby={isWrong ? `${id}h ${id}p` : `${id}h`}
          aria-invalid={isWrong || undefined}
          readOnly={answering.isDisabled}
          value={text}
          ref={field}
          onChange={({ target }) => {
            setText(target.value);
            answering.forget();
          }}
        />
        <p className="agk-hint" id={`${id}h`}>
          {strings.form.json}
        </p>
        <FieldProblems id={`${id}p`} problems={answering.fieldProblems} />
      </div>
      <SubmitRow label={words.approveEdited} answering={answering} onBack={onBack} end={end} />
    </form>
  );
}

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}
