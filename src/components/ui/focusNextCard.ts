import { type RefObject, useRef } from "react";
import { useIsomorphicLayoutEffect } from "../../hooks/internal/useIsomorphicLayoutEffect.ts";
import { useFocusComposer } from "../composer/composerFocus.ts";
import { activeElementIn, hasFocus } from "./focus.ts";

/** Open interrupt cards of the kit, and slots in which a card of the application waits for an answer. */
const KIT_CARD = ".agk-interrupt[data-status='open']";
const OPEN_CARD = `${KIT_CARD}, .agk-slot[data-waiting-for-user]`;

/** Elements that act on a key press when they have the focus. */
const CONTROLS = "button, input, select, textarea, a[href], summary, [role='button']";

/**
 * @internal Moves the focus when a card that contains it, or whose group has it in the heading, unmounts because it was
 * answered. The focus moves to the next open card, or else to the composer.
 */
export function useFocusNextCard(card: RefObject<HTMLElement | null>): void {
  const focusComposer = useFocusComposer();
  const latest = useRef(focusComposer);
  useIsomorphicLayoutEffect(() => {
    latest.current = focusComposer;
  });
  useIsomorphicLayoutEffect(() => {
    const element = card.current;
    // Runs before the card leaves the document, while its position and its focus can still be read.
    return () => {
      if (element && hasCardFocus(element)) queueMicrotask(focusNextFrom(element, latest.current));
    };
  }, [card]);
}

/** True when the focus is in a card, or in the heading of its group, whose button belongs to the first open card. */
function hasCardFocus(card: HTMLElement): boolean {
  const heading = card.parentElement?.querySelector(":scope > .agk-approvals-head");
  return hasFocus(card) || hasFocus(heading);
}

/**
 * @internal Finds the cards that follow a mounted card. Returns a function that focuses the first of them that is
 * still open when nothing has the focus.
 *
 * @param focusComposer - Called instead when no other card is open.
 */
export function focusNextFrom(
  card: HTMLElement,
  focusComposer: (from: Element) => void,
): () => void {
  // The card may be removed before the returned function runs; a card that is already removed has no position.
  const tree = treeOf(card);
  const scope = scopeOf(card);
  const next = otherOpenCards(scope, card);
  const list = card.closest(".agk-message-list") ?? card;
  return () => {
    const focused = activeElementIn(tree);
    // Another element has taken the focus, or the focus was never lost.
    if (focused && focused !== card.ownerDocument.body && !focused.matches(":disabled")) return;
    // The next ones of many cards are rendered when the first are answered.
    const open =
      next.find((other) => other.isConnected && other.matches(OPEN_CARD)) ??
      otherOpenCards(scope, card)[0];
    if (open) focusCard(open);
    else focusComposer(list);
  };
}

/**
 * @internal Focuses the text of a card, never a button: a user who presses the key again would approve something
 * unread.
 *
 * A card of the application has no marked heading. Its first element that is not a control takes the focus, or
 * else the slot around it.
 */
export function focusCard(card: HTMLElement): void {
  const kitCard = card.matches(".agk-slot") ? card.querySelector<HTMLElement>(KIT_CARD) : card;
  const children = [...card.children].filter((child) => !child.matches(CONTROLS));
  for (const element of kitCard ? [kitCard] : [...children, card]) {
    if (!(element instanceof HTMLElement)) continue;
    if (!element.hasAttribute("tabindex")) element.tabIndex = -1;
    element.focus();
    // A hidden element does not take the focus.
    if (activeElementIn(element) === element) return;
  }
}

/** @internal Returns the open cards in the chat around an element. */
export function openCardsNear(element: HTMLElement): readonly HTMLElement[] {
  return openCardsIn(scopeOf(element));
}

function treeOf(element: HTMLElement): Node {
  return element.isConnected ? element.getRootNode() : element.ownerDocument;
}

function scopeOf(element: HTMLElement): ParentNode {
  // A root node of a connected element is a document or a shadow root.
  const tree = treeOf(element) as Document | ShadowRoot;
  return element.closest(".agk-chat, .agk-message-list") ?? tree;
}

function openCardsIn(scope: ParentNode): readonly HTMLElement[] {
  return [...scope.querySelectorAll<HTMLElement>(OPEN_CARD)];
}

/** Returns the other open cards: first those after this card, then those before it. */
function otherOpenCards(scope: ParentNode, card: HTMLElement): readonly HTMLElement[] {
  const all = openCardsIn(scope);
  const isAfter = (other: HTMLElement) =>
    (card.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const others = all.filter((other) => other !== card && !card.contains(other));
  return [...others.filter(isAfter), ...others.filter((other) => !isAfter(other))];
}
