import { type ReactNode, type SubmitEvent, useId, useRef, useState } from "react";
import { useStrings } from "../strings/useStrings.ts";
import type { ControlsProps } from "./answerControlsProps.ts";
import { FieldProblems } from "./FieldErrors.tsx";
import { parseFreeText, textOf } from "./parseFreeText.ts";
import { SubmitRow } from "./SubmitRow.tsx";

/** @internal A field for any answer, text or JSON, which says as what it is sent. Renders a `<form>`. */
export function FreeAnswer({
  answering,
  given,
  end,
  onBack,
}: ControlsProps & { readonly onBack?: () => void }): ReactNode {
  const strings = useStrings();
  const words = strings.interrupt;
  const [text, setText] = useState(() => textOf(given));
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const { value, kind } = parseFreeText(text);
  const isDisabled = answering.isDisabled || answering.isBusy;
  const isWrong = answering.fieldProblems.length > 0;
  const hints = {
    text: words.asText,
    json: words.asJson,
    broken: words.asBrokenJson,
    inexact: words.inexactNumber,
  };

  const handleSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isDisabled) return;
    if (value !== "" && kind !== "inexact") return answering.answer(value, []);
    answering.refuse(value === "" ? strings.form.required : words.inexactNumber);
    field.current?.focus();
  };

  return (
    <form className="agk-interrupt-panel" noValidate onSubmit={handleSubmit}>
      <div className="agk-question">
        <label className="agk-name" htmlFor={id}>
          {words.answer}
        </label>
        <textarea
          className="agk-answer"
          id={id}
          aria-describedby={isWrong ? `${id}h ${id}p` : `${id}h`}
          aria-invalid={isWrong || undefined}
          required
          rows={2}
          // By what is written, and while nothing is by the page.
          dir={text && (kind === "text" ? "auto" : "ltr")}
          readOnly={answering.isDisabled}
          value={text}
          ref={field}
          onChange={({ target }) => {
            setText(target.value);
            answering.forget();
          }}
        />
        <p className="agk-hint" id={`${id}h`}>
          {hints[kind]}
        </p>
        <FieldProblems id={`${id}p`} problems={answering.fieldProblems} />
      </div>
      <SubmitRow label={words.send} answering={answering} onBack={onBack} end={end} />
    </form>
  );
}
