import type { ReactNode } from "react";
import { useStrings } from "../strings/useStrings.ts";
import { AnswerButton } from "./AnswerButton.tsx";
import { AskedForm } from "./AskedForm.tsx";
import type { ControlsProps } from "./answerControlsProps.ts";
import type { AnswerKind } from "./answerKind.ts";
import { DecisionControls } from "./DecisionControls.tsx";
import { FreeAnswer } from "./FreeTextAnswer.tsx";
import type { Subject } from "./interruptSubject.ts";
import { UploadForm } from "./UploadForm.tsx";

interface AnswerControlsProps extends Omit<ControlsProps, "end"> {
  readonly asking: AnswerKind;
  /** The call it is about. */
  readonly subject: Subject;
  readonly onKeep: (() => void) | undefined;
}

/** @internal What an interrupt is answered with, and a way out. */
export function AnswerControls({
  asking,
  subject,
  onKeep,
  ...props
}: AnswerControlsProps): ReactNode {
  const strings = useStrings();
  const { answering, given } = props;
  const keep = onKeep && (
    <AnswerButton variant="quiet" isDisabled={answering.isBusy} onClick={onKeep}>
      {strings.interrupt.keep}
    </AnswerButton>
  );
  const end = (
    <span className="agk-interrupt-end">
      {keep}
      <AnswerButton
        variant="quiet"
        isDisabled={!answering.canCancel || answering.isBusy}
        onClick={answering.cancel}
      >
        {strings.interrupt.cancel}
      </AnswerButton>
    </span>
  );
  switch (asking.kind) {
    case "decision":
      return <DecisionControls {...props} asking={asking} subject={subject} end={end} />;
    case "upload":
      return <UploadForm {...props} shape={asking.shape} end={end} />;
    case "text":
      return <FreeAnswer {...props} end={end} />;
    case "form":
      return (
        <>
          <AskedForm
            schema={asking.schema}
            defaultValue={given}
            submitLabel={strings.interrupt.send}
            disabled={answering.isDisabled}
            cancelLabel={strings.interrupt.cancel}
            onCancel={answering.cancel}
            onSubmit={answering.submit}
          />
          {keep}
        </>
      );
  }
}
