import { type RefObject, useLayoutEffect, useRef } from "react";
import { useFocusComposer } from "../composerFocus.ts";

/** What can be answered with, in the order one would reach it. */
const controls =
  ":is(button, input, select, textarea):not(:disabled, [aria-disabled='true'], [hidden] *)";

/**
 * @internal Takes the focus along when a card that holds it goes because it was answered: to the
 * next question that is open, else to where the person writes.
 */
export function useFocusOnward(card: RefObject<HTMLElement | null>): void {
  const focusComposer = useFocusComposer();
  const latest = useRef(focusComposer);
  useLayoutEffect(() => {
    latest.current = focusComposer;
  });
  useLayoutEffect(() => {
    const element = card.current;
    if (!element) return;
    // Runs before the card leaves the page, so that what it holds is still known.
    return () => {
      if (!element.matches(":focus-within")) return;
      const scope = element.closest(".agk-chat, .agk-message-list") ?? element.ownerDocument;
      const next = openCards(scope, element);
      const list = element.closest(".agk-message-list") ?? element;
      queueMicrotask(() => {
        const { activeElement, body } = element.ownerDocument;
        // Somebody else has taken it, or it was never lost.
        if (activeElement && activeElement !== body) return;
        const open = next.find((one) => one.isConnected && one.dataset.status === "open");
        if (open) focusFirst(open);
        else latest.current(list);
      });
    };
  }, [card]);
}

/** Goes to the first control of a card, or to the card while it has none. */
export function focusFirst(card: HTMLElement): void {
  (card.querySelector<HTMLElement>(`.agk-interrupt-answer ${controls}`) ?? card).focus();
}

/** The other open cards: those behind this one, then those before it. */
function openCards(scope: ParentNode, card: HTMLElement): readonly HTMLElement[] {
  const all = [...scope.querySelectorAll<HTMLElement>(".agk-interrupt[data-status='open']")];
  const at = all.indexOf(card);
  return [...all.slice(at + 1), ...all.slice(0, Math.max(at, 0))];
}
