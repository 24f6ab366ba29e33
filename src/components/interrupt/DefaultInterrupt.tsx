import { type ReactNode, useContext, useEffect, useState } from "react";
import { useThread } from "../../hooks/providers/useThread.ts";
import type { InterruptRenderProps } from "../../hooks/renderers/interruptRenderers.ts";
import { preloadSchemaForm } from "../schemaForm/SchemaForm.tsx";
import { AnswersInRow } from "./AnswerDetails.tsx";
import { InterruptAnswer } from "./InterruptAnswer.tsx";
import { InterruptCard } from "./InterruptCard.tsx";

type Answer = InterruptRenderProps["answer"];

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
  const { interrupt, answer, isOpen, isExpired, reopen } = props;
  const { previousAnswer } = interrupt;
  const thread = useThread();
  /** Answers that the user has begun to change and has restored in this card, which takes the focus then. */
  const [changedAnswer, setChangedAnswer] = useState<Answer>();
  const [restoredAnswer, setRestoredAnswer] = useState<Answer>();
  const isInRow = useContext(AnswersInRow);
  const mayNeedForm = interrupt.responseSchema !== undefined && isOpen;
  useEffect(() => {
    if (mayNeedForm) preloadSchemaForm();
  }, [mayNeedForm]);

  // An answer that waited for other answers until it expired is not sent.
  const isOverdue = isOpen && isExpired && answer?.status === "resolved";
  if (!answer || isOverdue) {
    const canKeep = isOpen && !(isExpired && previousAnswer?.status === "resolved");
    const keepable = canKeep ? previousAnswer : undefined;
    const handleKeep =
      keepable &&
      (() => {
        setRestoredAnswer(keepable);
        return thread.resume([keepable]);
      });
    return (
      <InterruptCard
        {...props}
        takesFocus={isSameAnswer(previousAnswer, changedAnswer)}
        onKeep={handleKeep}
      />
    );
  }
  const handleChange = () => {
    setChangedAnswer(answer);
    void reopen();
  };
  if (isInRow && !isOpen) return null;
  return (
    <InterruptAnswer
      {...props}
      answer={answer}
      takesFocus={isSameAnswer(answer, restoredAnswer)}
      onChange={isOpen && !isExpired ? handleChange : undefined}
    />
  );
}

/** True for equal answers. They are two objects when another tab runs the agent, because that tab sends a copy. */
function isSameAnswer(answer: Answer, other: Answer): boolean {
  if (!answer || !other) return false;
  return answer === other || JSON.stringify(answer) === JSON.stringify(other);
}
