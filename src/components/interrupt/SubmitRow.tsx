import type { ReactNode } from "react";
import { useStrings } from "../strings/useStrings.ts";
import { AnswerButton } from "./AnswerButton.tsx";
import type { ControlsProps } from "./answerControlsProps.ts";

interface SubmitRowProps extends Pick<ControlsProps, "answering" | "end"> {
  /** What submitting does. */
  readonly label: string;
  /** Leaves the panel, where there is something to go back to. */
  readonly onBack?: (() => void) | undefined;
}

/** @internal The buttons below a form of one answer: what submits it, the way back, and what ends the row. */
export function SubmitRow({ label, answering, onBack, end }: SubmitRowProps): ReactNode {
  const strings = useStrings();
  const { isDisabled, isBusy } = answering;
  return (
    <div className="agk-interrupt-buttons">
      <button
        type="submit"
        className="agk-button"
        data-variant="primary"
        aria-disabled={isDisabled || isBusy || undefined}
      >
        {label}
      </button>
      {onBack && (
        <AnswerButton isDisabled={isBusy} onClick={onBack}>
          {strings.interrupt.back}
        </AnswerButton>
      )}
      {end}
    </div>
  );
}
