import type { ReactNode } from "react";
import type { InterruptRenderProps } from "../../hooks/renderers/interruptRenderers.ts";
import { SchemaForm } from "../schemaForm/SchemaForm.tsx";
import { useComponent } from "../settings/settings.tsx";
import { useStrings } from "../strings/useStrings.ts";
import type { CardHiddenParts } from "../ui/hiddenParts.ts";
import { AnswerButton, type AnswerControlProps } from "./AnswerButtons.tsx";
import { DecisionControls } from "./DecisionControls.tsx";
import type { ExpectedAnswer } from "./expectedAnswer.ts";
import { FreeTextAnswer } from "./FreeTextAnswer.tsx";
import type { InterruptSubject } from "./interruptSubject.ts";
import { UploadForm } from "./UploadForm.tsx";

interface AnswerControlsProps
  extends Omit<AnswerControlProps, "endButtons">,
    Pick<InterruptRenderProps, "interrupt" | "isExpired"> {
  readonly expectedAnswer: ExpectedAnswer;
  readonly subject: InterruptSubject;
  /** Called when the user keeps the current answer. Undefined when the interrupt has no answer yet. */
  readonly onKeep: (() => void) | undefined;
  /** Parts of the card that hide something. */
  readonly parts: CardHiddenParts;
}

/** @internal Renders the controls for the expected answer, with a button that cancels the interrupt. */
export function AnswerControls({
  expectedAnswer,
  subject,
  onKeep,
  interrupt,
  isExpired,
  parts,
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
        isBusy={answerState.isBusy}
        hint={strings.interrupt.cancelHint}
        onClick={answerState.cancelInterrupt}
      >
        {strings.interrupt.cancel}
      </AnswerButton>
    </span>
  );
  switch (expectedAnswer.kind) {
    case "decision":
      return (
        <DecisionControls
          {...props}
          expectedAnswer={expectedAnswer}
          subject={subject}
          interrupt={interrupt}
          isExpired={isExpired}
          parts={parts}
          endButtons={endButtons}
        />
      );
    case "upload":
      return <UploadForm {...props} shape={expectedAnswer.shape} endButtons={endButtons} />;
    case "text":
      return <FreeTextAnswer {...props} endButtons={endButtons} />;
    case "form":
      return (
        <>
          <Form
            schema={expectedAnswer.schema}
            defaultValue={currentPayload}
            submitLabel={strings.interrupt.send}
            disabled={answerState.isDisabled}
            cancelLabel={strings.interrupt.cancel}
            cancelHint={strings.interrupt.cancelHint}
            onCancel={answerState.cancelInterrupt}
            onSubmit={answerState.submitForm}
          />
          {keepButton}
        </>
      );
  }
}
