import { type ReactNode, useRef } from "react";
import { useFocusOnwardInside } from "./useFocusOnward.ts";

interface SlotProps {
  /** Whether what is drawn here waits for a person. */
  readonly isAsking: boolean;
  readonly children: ReactNode;
}

/**
 * @internal Where the application draws a card of its own. Whoever answers it there goes on with the
 * next question, or in the composer. Renders a `<div>` without a box.
 */
export function Slot({ isAsking, children }: SlotProps): ReactNode {
  const slot = useRef<HTMLDivElement>(null);
  const listeners = useFocusOnwardInside(slot, isAsking);
  return (
    <div className="agk-slot" data-asking={isAsking || undefined} ref={slot} {...listeners}>
      {children}
    </div>
  );
}
