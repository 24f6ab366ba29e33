import { TOP_MARGIN } from "./geometry.ts";
import { offsetOf } from "./scrollAnchor.ts";

/** Cards that wait for the user, and the application's replacements for them. */
const OPEN_CARD_SELECTOR =
  ".agk-interrupt[data-status='open'], .agk-tool-call[data-status='waiting'], .agk-slot[data-waiting-for-user]";

/**
 * @internal Returns the scroll position that shows the first card that waits for the user from its beginning, when it does
 * not fit.
 */
export function findOpenCardTop(viewport: HTMLElement, content: HTMLElement): number | undefined {
  const card = [...content.querySelectorAll(OPEN_CARD_SELECTOR)]
    // A slot has `display: contents` and no box.
    .map((element) => (element.matches(".agk-slot") ? element.firstElementChild : element))
    .find((element) => element && isShown(element) && !isAwaitingSubagent(element));
  if (!card) return undefined;
  const { scrollTop, scrollHeight, clientHeight } = viewport;
  const start = scrollTop + offsetOf(viewport, card) - TOP_MARGIN;
  return scrollHeight - start > clientHeight ? start : undefined;
}

/** True for a tool call whose sub-agent works, so that the call itself does not ask. */
function isAwaitingSubagent(card: Element): boolean {
  return card.querySelector(":scope > summary > [data-icon='none']") !== null;
}

/** False for the row of a call that is hidden because its approval shows the same. */
function isShown(element: Element): boolean {
  return element.getClientRects().length > 0;
}
