import type { ReactNode } from "react";
import { SchemaForm } from "../schemaForm/SchemaForm.tsx";
import { useComponent } from "../settings/settings.tsx";
import { useStrings } from "../strings/useStrings.ts";
import { AnswerButton, type AnswerControlProps } from "./AnswerButtons.tsx";
import type { AnswerKind } from "./answerKind.ts";
import { DecisionControls } from "./DecisionControls.tsx";
import { FreeTextAnswer } from "./FreeTextAnswer.tsx";
import type { InterruptSubject } from "./interruptSubject.ts";
import { UploadForm } from "./UploadForm.tsx";

interface AnswerControlsProps extends Omit<AnswerControlProps, "endButtons"> {
  readonly answerKind: AnswerKind;
  readonly subject: InterruptSubject;
  /** Keeps the current answer. Absent when there is none to keep. */
  readonly onKeep: (() => void) | undefined;
}

/** @internal Renders the controls for one kind of answer, with a button that cancels the interrupt. */
export function AnswerControls({
  answerKind,
  subject,
  onKeep,
  ...props
}: AnswerControlsProps): ReactNode {
  const strings = useStrings();
  const Form = useComponent("SchemaForm", SchemaForm);
  const { answerState, currentPayload } = props;
  const keepButton = onKeep && (
    <AnswerButton variant="quiet" isDisabled={answerState.isBusy} onClick={onKeep}>
      {strings.interrupt.keepAnswer}
    </AnswerButton>
  );
  const endButtons = (
    <span className="agk-interrupt-end">
      {keepButton}
      <AnswerButton
        variant="quiet"
        isDisabled={!answerState.canCancel || answerState.isBusy}
        onClick={answerState.cancelInterrupt}
      >
        {strings.interrupt.cancel}
      </AnswerButton>
    </span>
  );
  switch (answerKind.kind) {
    case "decision":
      return (
        <DecisionControls
          {...props}
          answerKind={answerKind}
          subject={subject}
          endButtons={endButtons}
        />
      );
    case "upload":
      return <UploadForm {...props} shape={answerKind.shape} endButtons={endButtons} />;
    case "text":
      return <FreeTextAnswer {...props} endButtons={endButtons} />;
    case "form":
      return (
        <>
          <Form
            schema={answerKind.schema}
            defaultValue={currentPayload}
            submitLabel={strings.interrupt.send}
            disabled={answerState.isDisabled}
            cancelLabel={strings.interrupt.cancel}
            onCancel={answerState.cancelInterrupt}
            onSubmit={answerState.submitForm}
          />
          {keepButton}
        </>
      );
  }
}
