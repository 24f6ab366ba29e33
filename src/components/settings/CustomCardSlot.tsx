import { type HTMLAttributes, type ReactNode, useRef } from "react";
import { useIsomorphicLayoutEffect } from "../../hooks/internal/useIsomorphicLayoutEffect.ts";
import { useFocusComposer } from "../composer/composerFocus.ts";
import { focusNextFrom } from "../ui/focusNextCard.ts";

interface CustomCardSlotProps {
  /** True while the card waits for the user's answer. */
  readonly isWaitingForUser: boolean;
  readonly children: ReactNode;
}

/**
 * @internal Wraps a card that the application renders. When the user has answered it, the focus moves to the next
 * open card, or else to the composer. Renders a `<div>` without a box.
 */
export function CustomCardSlot({ isWaitingForUser, children }: CustomCardSlotProps): ReactNode {
  const slotRef = useRef<HTMLDivElement>(null);
  const focusComposer = useFocusComposer();
  const hasWaitedForUser = useRef(false);
  const focusedElement = useRef<Element>(undefined);
  useIsomorphicLayoutEffect(() => {
    const { current: slot } = slotRef;
    hasWaitedForUser.current ||= isWaitingForUser;
    if (isWaitingForUser || !hasWaitedForUser.current || !slot || !focusedElement.current) return;
    // Replaced content keeps the slot. The focus is lost only when the focused element is removed or disabled.
    if (focusedElement.current.isConnected && !focusedElement.current.matches(":disabled")) return;
    focusedElement.current = undefined;
    // Deferred, so that a card that focuses itself in this commit wins.
    queueMicrotask(() => focusNextFrom(slot, focusComposer)());
  });
  const listeners: Pick<HTMLAttributes<HTMLElement>, "onFocus" | "onBlur"> = {
    onFocus({ target }) {
      focusedElement.current = target;
    },
    // React does not dispatch blur for elements that it removes itself: those stay recorded as focused.
    onBlur() {
      focusedElement.current = undefined;
    },
  };
  return (
    <div
      className="agk-slot"
      data-waiting-for-user={isWaitingForUser || undefined}
      ref={slotRef}
      {...listeners}
    >
      {children}
    </div>
  );
}
