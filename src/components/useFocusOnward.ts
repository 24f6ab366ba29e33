import { type FocusEventHandler, type RefObject, useLayoutEffect, useRef } from "react";
import { useFocusComposer } from "./composerFocus.ts";

/** The cards that are still to be answered, the kit's and the application's. */
const CARD = ".agk-interrupt[data-status='open']";
const OPEN = `${CARD}, .agk-slot[data-asking]`;

/** What does something when it has the focus and a key is pressed. */
const CONTROLS = "button, input, select, textarea, a[href], summary, [role='button']";

/**
 * @internal Takes the focus along when a card that holds it goes because it was answered: to the
 * next question that is open, else to where the person writes.
 */
export function useFocusOnward(card: RefObject<HTMLElement | null>): void {
  const onwardFrom = useOnwardFrom();
  useLayoutEffect(() => {
    const element = card.current;
    // Runs before the card leaves the page, so that what it holds is still known.
    return () => {
      if (element?.matches(":focus-within")) queueMicrotask(onwardFrom.current(element));
    };
  }, [card, onwardFrom]);
}

/**
 * @internal The same for a place that stays while what is drawn in it changes: takes the focus along
 * when what held it is gone, or disabled, once the question is answered.
 */
export function useFocusOnwardInside(place: RefObject<HTMLElement | null>, isAsking: boolean) {
  const onwardFrom = useOnwardFrom();
  const hasAsked = useRef(false);
  const holder = useRef<Element>(undefined);
  useLayoutEffect(() => {
    if (isAsking) hasAsked.current = true;
    if (isAsking || !hasAsked.current || !place.current || !holder.current) return;
    if (holder.current.isConnected && !holder.current.matches(":disabled")) return;
    holder.current = undefined;
    onwardFrom.current(place.current)();
  });
  // Not called for what leaves the page while React changes it, which is what makes this work.
  const onFocus: FocusEventHandler = ({ target }) => {
    holder.current = target;
  };
  const onBlur = () => {
    holder.current = undefined;
  };
  return { onFocus, onBlur };
}

/**
 * @internal Goes to a question, and not to what answers it: who presses the key once more would
 * approve what they have not read.
 *
 * Of what an application draws that is the first element, as its own cards have no mark by which to
 * find a heading; and where there is nothing but controls, the slot around them.
 */
export function focusQuestion(card: HTMLElement): void {
  const own = card.matches(".agk-slot") ? card.querySelector<HTMLElement>(CARD) : card;
  const parts = [...card.children].filter((one) => !one.matches(CONTROLS));
  for (const place of own ? [own] : [...parts, card]) {
    if (!(place instanceof HTMLElement)) continue;
    if (!place.hasAttribute("tabindex")) place.tabIndex = -1;
    place.focus();
    // What is hidden does not take it.
    if (place.ownerDocument.activeElement === place) return;
  }
}

/** Finds where one goes on from a card while it is there, and goes there when nobody has the focus. */
function useOnwardFrom(): RefObject<(card: HTMLElement) => () => void> {
  const focusComposer = useFocusComposer();
  const onwardFrom = (card: HTMLElement) => {
    const scope = card.closest(".agk-chat, .agk-message-list") ?? card.ownerDocument;
    const next = openCards(scope, card);
    const list = card.closest(".agk-message-list") ?? card;
    return () => {
      const { activeElement, body } = card.ownerDocument;
      // Somebody else has taken it, or it was never lost.
      if (activeElement && activeElement !== body && !activeElement.matches(":disabled")) return;
      const open = next.find((one) => one.isConnected && one.matches(OPEN));
      if (open) focusQuestion(open);
      else focusComposer(list);
    };
  };
  const latest = useRef(onwardFrom);
  useLayoutEffect(() => {
    latest.current = onwardFrom;
  });
  return latest;
}

/** The other open cards: those behind this one, then those before it. */
function openCards(scope: ParentNode, card: HTMLElement): readonly HTMLElement[] {
  const all = [...scope.querySelectorAll<HTMLElement>(OPEN)];
  const isBehind = (one: HTMLElement) =>
    (card.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const others = all.filter((one) => one !== card && !card.contains(one));
  return [...others.filter(isBehind), ...others.filter((one) => !isBehind(one))];
}
