import { type ReactNode, useEffect, useRef, useState } from "react";
import { AnswerButton } from "../../src/components/interrupt/AnswerButtons.tsx";

interface BusyAnswerProps {
  readonly variant?: "primary" | "quiet";
  readonly children: string;
}

/** Renders the button of an answer that is being submitted: a press makes it busy, and it stays so. */
export function BusyAnswer({ variant, children }: BusyAnswerProps): ReactNode {
  const [isBusy, setBusy] = useState(false);
  const box = useRef<HTMLSpanElement>(null);
  useEffect(() => box.current?.querySelector("button")?.click(), []);
  return (
    <span ref={box}>
      <AnswerButton
        {...(variant && { variant })}
        isDisabled={isBusy}
        isBusy={isBusy}
        onClick={() => setBusy(true)}
      >
        {children}
      </AnswerButton>
    </span>
  );
}
