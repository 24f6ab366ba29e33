import { type ReactNode, type SubmitEvent, useId, useRef, useState } from "react";
import { useStrings } from "../strings/useStrings.ts";
import type { ControlsProps } from "./answerControlsProps.ts";
import { givenReason } from "./answerSummary.ts";
import { type Decision, withReason } from "./decisionPayload.ts";
import { FieldProblems } from "./FieldErrors.tsx";
import { SubmitRow } from "./SubmitRow.tsx";

interface DenialProps extends ControlsProps {
  readonly decision: Decision;
  readonly denyLabel: string;
  readonly onBack: () => void;
}

/** @internal Asks why it is denied. Renders a `<form>`. */
export function DenyForm({
  decision,
  answering,
  given,
  denyLabel,
  end,
  onBack,
}: DenialProps): ReactNode {
  const strings = useStrings();
  const [text, setText] = useState(() => givenReason(given));
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const isNeeded = decision.reason?.isRequired === true;
  const isDisabled = answering.isDisabled || answering.isBusy;
  const isWrong = answering.fieldProblems.length > 0;
  const describedBy = [!isNeeded && `${id}o`, isWrong && `${id}p`].filter(Boolean).join(" ");

  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isDisabled) return;
    if (isNeeded && text.trim() === "") {
      answering.refuse(strings.form.required);
      field.current?.focus();
    } else answering.answer(withReason(decision, text), decision.reason?.path ?? []);
  };

  return (
    <form className="agk-interrupt-panel" noValidate onSubmit={handleSubmit}>
      <div className="agk-question">
        <div className="agk-asked">
          <label className="agk-name" htmlFor={id}>
            {strings.interrupt.denyReason}
          </label>
          {!isNeeded && (
            <span className="agk-optional" id={`${id}o`}>
              {strings.form.optional}
            </span>
          )}
        </div>
        <input
          className="agk-answer"
          id={id}
          aria-describedby={describedBy || undefined}
          aria-invalid={isWrong || undefined}
          required={isNeeded}
          // By what is written, and while nothing is by the page.
          dir={text && "auto"}
          readOnly={answering.isDisabled}
          value={text}
          ref={field}
          onChange={({ target }) => {
            setText(target.value);
            answering.forget();
          }}
        />
        <FieldProblems id={`${id}p`} problems={answering.fieldProblems} />
      </div>
      <SubmitRow label={denyLabel} answering={answering} onBack={onBack} end={end} />
    </form>
  );
}
