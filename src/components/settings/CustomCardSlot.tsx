import { type HTMLAttributes, type ReactNode, useLayoutEffect, useRef } from "react";
import { useFocusComposer } from "../composer/composerFocus.ts";

/** Where the focus goes; without it, it stays where the page has left it. */
const loadOnward = () => import("../ui/focusNextQuestion.ts").catch(() => undefined);

interface SlotProps {
  /** Whether what is drawn here waits for a person. */
  readonly isAsking: boolean;
  readonly children: ReactNode;
}

/**
 * @internal Where the application draws a card of its own. Whoever answers it there goes on with the
 * next question, or in the composer. Renders a `<div>` without a box.
 */
export function CustomCardSlot({ isAsking, children }: SlotProps): ReactNode {
  const slot = useRef<HTMLDivElement>(null);
  const focusComposer = useFocusComposer();
  const hasAsked = useRef(false);
  const holder = useRef<Element>(undefined);
  useLayoutEffect(() => {
    const { current: place } = slot;
    if (isAsking && !hasAsked.current) void loadOnward();
    hasAsked.current ||= isAsking;
    if (isAsking || !hasAsked.current || !place || !holder.current) return;
    // The place stays, while what is drawn in it changes.
    if (holder.current.isConnected && !holder.current.matches(":disabled")) return;
    holder.current = undefined;
    void loadOnward().then((onward) => onward?.focusNextFrom(place, focusComposer)());
  });
  const listeners: Pick<HTMLAttributes<HTMLElement>, "onFocus" | "onBlur"> = {
    // Not called for what leaves the page while React changes it, which is what makes this work.
    onFocus({ target }) {
      holder.current = target;
    },
    onBlur() {
      holder.current = undefined;
    },
  };
  return (
    <div className="agk-slot" data-asking={isAsking || undefined} ref={slot} {...listeners}>
      {children}
    </div>
  );
}
