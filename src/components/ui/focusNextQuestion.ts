import { activeElementIn } from "./activeElement.ts";

/** The cards that are still to be answered, the kit's and the application's. */
const CARD = ".agk-interrupt[data-status='open']";
const OPEN = `${CARD}, .agk-slot[data-asking]`;

/** What does something when it has the focus and a key is pressed. */
const CONTROLS = "button, input, select, textarea, a[href], summary, [role='button']";

/**
 * @internal Finds where one goes on from a card while it is there; returns what goes there when nobody has the focus.
 *
 * @param focusComposer - Where one writes.
 */
export function focusNextFrom(
  card: HTMLElement,
  focusComposer: (from: Element) => void,
): () => void {
  // Which it may leave meanwhile; of what has left it already, nobody knows where it stood.
  const tree = card.isConnected ? card.getRootNode() : card.ownerDocument;
  // A document or a shadow root.
  const scope = card.closest(".agk-chat, .agk-message-list") ?? (tree as Document | ShadowRoot);
  const next = openCards(scope, card);
  const list = card.closest(".agk-message-list") ?? card;
  return () => {
    const focused = activeElementIn(tree);
    // Somebody else has taken it, or it was never lost.
    if (focused && focused !== card.ownerDocument.body && !focused.matches(":disabled")) return;
    const open = next.find((one) => one.isConnected && one.matches(OPEN));
    if (open) focusQuestion(open);
    else focusComposer(list);
  };
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
    if (activeElementIn(place) === place) return;
  }
}

/** The other open cards: those behind this one, then those before it. */
function openCards(scope: ParentNode, card: HTMLElement): readonly HTMLElement[] {
  const all = [...scope.querySelectorAll<HTMLElement>(OPEN)];
  const isBehind = (one: HTMLElement) =>
    (card.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const others = all.filter((one) => one !== card && !card.contains(one));
  return [...others.filter(isBehind), ...others.filter((one) => !isBehind(one))];
}
