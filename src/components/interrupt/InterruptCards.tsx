import { type ReactNode, useState } from "react";
import type { InterruptRenderProps } from "../../hooks/renderers/interruptRenderers.ts";
import { AnsweredInterrupt } from "./AnsweredInterrupt.tsx";
import { InterruptCard } from "./InterruptCard.tsx";

/** @internal The cards themselves; what is public is `DefaultInterrupt`, which loads them. */
export function InterruptCards(props: InterruptRenderProps): ReactNode {
  const { answer, isOpen, isExpired } = props;
  /** The answer that is to be another one. As a new one is another object, that ends it. */
  const [changing, setChanging] = useState<typeof answer>();
  const [kept, setKept] = useState<typeof answer>();
  // An answer that waited for the others for too long counts for nothing any more.
  const isOverdue = isOpen && isExpired && answer?.status === "resolved";
  const isChanging = isOpen && answer !== undefined && answer === changing;
  if (!answer || isOverdue || isChanging) {
    const handleKeep = () => {
      setKept(answer);
      setChanging(undefined);
    };
    return (
      <InterruptCard
        {...props}
        takesFocus={isChanging}
        onKeep={isChanging && !isOverdue ? handleKeep : undefined}
      />
    );
  }
  return (
    <AnsweredInterrupt
      {...props}
      answer={answer}
      takesFocus={kept === answer}
      onChange={isOpen && !isExpired ? () => setChanging(answer) : undefined}
    />
  );
}
