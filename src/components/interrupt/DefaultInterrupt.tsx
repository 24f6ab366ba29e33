import { type ReactNode, useContext, useEffect, useState } from "react";
import type { InterruptRenderProps } from "../../hooks/renderers/interruptRenderers.ts";
import { preloadSchemaForm } from "../schemaForm/SchemaForm.tsx";
import { AnswersInRow } from "./AnswerDetails.tsx";
import { InterruptAnswer } from "./InterruptAnswer.tsx";
import { InterruptCard } from "./InterruptCard.tsx";

/**
 * Renders an interrupt with controls to answer it, and the answer afterwards. Its reason decides on the controls. They
 * approve, deny or edit a tool call, answer yes or no, fill in a form, upload files, or take free text.
 *
 * `Interrupt` renders this unless `useInterruptRenderer` or the `components` of the chat replace it. Use
 * it in a renderer that adds something to the card. Renders a `<section>`, and a `<div>` once the
 * interrupt is answered. Below the default card of a tool call, it renders nothing once the answer is sent, because
 * the card shows the answer.
 *
 * @example Add a policy to the approval card
 * ```tsx
 * useInterruptRenderer({
 *   reason: "tool_call",
 *   render: (props) => (
 *     <>
 *       <Policy tool={props.toolCall?.toolCall.function.name} />
 *       <DefaultInterrupt {...props} />
 *     </>
 *   ),
 * });
 * ```
 * @selector `.agk-interrupt[data-status="open"]` Also `expired`, `answered` and `cancelled`.
 * @selector `.agk-interrupt[data-waiting]` Answered, while other interrupts of the run are still open.
 * @selector `.agk-interrupt[data-reason="tool_call"]` The reason that the agent gave.
 * @see https://docs.ag-ui.com/concepts/interrupts
 */
export function DefaultInterrupt(props: InterruptRenderProps): ReactNode {
  const { interrupt, answer, isOpen, isExpired } = props;
  /** Answer that the user is replacing. A new answer is another object, so it ends the replacement. */
  const [replacedAnswer, setReplacedAnswer] = useState<typeof answer>();
  const [restoredAnswer, setRestoredAnswer] = useState<typeof answer>();
  const isInRow = useContext(AnswersInRow);
  const mayNeedForm = interrupt.responseSchema !== undefined && isOpen;
  useEffect(() => {
    if (mayNeedForm) preloadSchemaForm();
  }, [mayNeedForm]);

  // An answer that waited for other answers until it expired is not sent.
  const isOverdue = isOpen && isExpired && answer?.status === "resolved";
  const isReplacing = isOpen && answer !== undefined && answer === replacedAnswer;
  if (!answer || isOverdue || isReplacing) {
    const handleKeep = () => {
      setRestoredAnswer(answer);
      setReplacedAnswer(undefined);
    };
    return (
      <InterruptCard
        {...props}
        takesFocus={isReplacing}
        onKeep={isReplacing && !isOverdue ? handleKeep : undefined}
      />
    );
  }
  if (isInRow && !isOpen) return null;
  return (
    <InterruptAnswer
      {...props}
      answer={answer}
      takesFocus={restoredAnswer === answer}
      onChange={isOpen && !isExpired ? () => setReplacedAnswer(answer) : undefined}
    />
  );
}
