import { type ReactNode, useId, useState } from "react";
import { useStrings } from "../strings/useStrings.ts";
import { HiddenNote } from "../ui/HiddenNote.tsx";
import { HintedButton } from "../ui/HintedButton.tsx";
import { isNothingHidden, useAnswerHiddenParts, useHiddenTotal } from "../ui/hiddenParts.ts";
import type { AnswerState } from "./useAnswer.ts";

/** @internal Props of every component that the user answers an interrupt with. */
export interface AnswerControlProps {
  readonly answerState: AnswerState;
  /** Payload of the current answer, as initial input; undefined when there is no answer. */
  readonly currentPayload: unknown;
  /** Buttons at the end of the row: cancel, and keep the current answer. */
  readonly endButtons: ReactNode;
}

interface AnswerButtonProps {
  /** @defaultValue a secondary button */
  readonly variant?: "primary" | "quiet" | undefined;
  /** Name of the panel that the button opens. */
  readonly opens?: string;
  readonly isDisabled: boolean;
  /** True while an answer is submitted, perhaps that of another button. @defaultValue false */
  readonly isBusy?: boolean;
  /** Ids of texts that describe the button. */
  readonly describedBy?: string | undefined;
  /** Explanation of the button, where its text needs one. */
  readonly hint?: string;
  readonly onClick: () => void;
  readonly children: string;
}

/** @internal Renders a button that stays focusable while it is disabled. Shows that its own answer is being submitted. */
export function AnswerButton({
  variant,
  opens,
  isDisabled,
  isBusy = false,
  describedBy,
  hint,
  onClick,
  children,
}: AnswerButtonProps): ReactNode {
  const [isPressed, setPressed] = useState(false);
  // The button opened a panel instead of submitting an answer, or the answer has been submitted.
  if (isPressed && !isBusy) setPressed(false);
  const handleClick = () => {
    setPressed(true);
    onClick();
  };
  return (
    <HintedButton
      hint={hint}
      describedBy={describedBy}
      data-variant={variant}
      data-opens={opens}
      data-busy={(isBusy && isPressed) || undefined}
      aria-disabled={isDisabled || undefined}
      onClick={isDisabled ? undefined : handleClick}
    >
      {children}
    </HintedButton>
  );
}

interface SubmitRowProps extends Pick<AnswerControlProps, "answerState" | "endButtons"> {
  /** Text of the submit button. */
  readonly label: string;
  /** Closes the panel around the form. Absent when the form is not in a panel. */
  readonly onBack?: (() => void) | undefined;
}

/** @internal Renders the buttons below a form: submit, back, and the end buttons. Says what the question hides. */
export function SubmitRow({ label, answerState, onBack, endButtons }: SubmitRowProps): ReactNode {
  const strings = useStrings();
  const { isDisabled, isBusy } = answerState;
  const { all } = useAnswerHiddenParts();
  const noteId = useId();
  const isAllShown = isNothingHidden(useHiddenTotal(all));
  return (
    <>
      <HiddenNote parts={all} id={noteId} />
      <div className="agk-interrupt-buttons">
        <button
          type="submit"
          className="agk-button"
          data-variant="primary"
          data-busy={isBusy || undefined}
          aria-disabled={isDisabled || isBusy || undefined}
          aria-describedby={isAllShown ? undefined : noteId}
        >
          {label}
        </button>
        {onBack && (
          <AnswerButton isDisabled={isBusy} onClick={onBack}>
            {strings.interrupt.back}
          </AnswerButton>
        )}
        {endButtons}
      </div>
    </>
  );
}
