import type { SearchMatch } from "../../selectors/search/conversationSearch.ts";
import { forceLayout, jumpTo } from "../transcript/autoscroll/scrollAnchor.ts";
import { renderRow } from "../transcript/renderedRows.ts";
import { activeElementIn } from "../ui/focus.ts";
import { CLOSED, COLLAPSED_CALLS } from "./findInPage.ts";
import { findRanges, findUnit } from "./textRanges.ts";

/** A match that is shown: its range, or only the element that contains it where the text is not found. */
interface ShownMatch {
  readonly range: Range | undefined;
  readonly element: HTMLElement;
}

/** Number of frames to wait for content that appears after an element was opened. */
const MAX_IDLE_FRAMES = 12;

/** Number of frames in which the position of a match may change, because elements above it are laid out or open. */
const MAX_SETTLE_FRAMES = 40;

/** Number of frames without a change after which a position is final. */
const SETTLED_FRAMES = 3;

/** Number of buttons that one match may press, such as those that show more of a list. */
const MAX_PRESSES = 200;

/**
 * @internal Shows a match: renders its row, opens the cards around it, and scrolls it into view.
 *
 * @param viewport - Scroll container of the conversation.
 * @param query - The result of `foldText`.
 */
export async function revealMatch(
  viewport: HTMLElement,
  match: SearchMatch,
  query: string,
  signal: AbortSignal,
): Promise<void> {
  let presses = 0;
  for (let idle = 0; idle < MAX_IDLE_FRAMES && presses < MAX_PRESSES; ) {
    const shown = findShown(viewport, match, query);
    if (shown?.range) break;
    const control = shown ? findCover(shown.element) : findObstacle(viewport, match);
    if (control) {
      pressControl(control);
      presses++;
      idle = 0;
    } else idle++;
    await nextFrame();
    if (signal.aborted) return;
  }
  for (let frames = 0, settled = 0; frames < MAX_SETTLE_FRAMES; frames++) {
    const shown = findShown(viewport, match, query) ?? findRowOf(viewport, match);
    if (!shown) return;
    settled = scrollIntoView(viewport, shown) ? 0 : settled + 1;
    if (settled === SETTLED_FRAMES) return;
    await nextFrame();
    if (signal.aborted) return;
  }
}

/**
 * @internal Returns where a match is in the document; undefined when its unit is not rendered.
 *
 * @param query - The result of `foldText`.
 */
export function findShown(
  viewport: HTMLElement,
  { hit, occurrence }: SearchMatch,
  query: string,
): ShownMatch | undefined {
  let scope: HTMLElement = viewport;
  for (const id of hit.unit.path) {
    const card = findUnit(scope, { kind: "subagent", id });
    if (!card) return undefined;
    scope = card;
  }
  const element = findUnit(scope, hit.unit);
  if (!element || !isShown(element)) return undefined;
  return { element, range: findRanges(element, query, true)[occurrence] };
}

/** @internal Returns the message around a match whose own element is not rendered, for example in a card of the application. */
export function findRowOf(viewport: HTMLElement, { hit }: SearchMatch): ShownMatch | undefined {
  const id = hit.rowId;
  const element = id === undefined ? null : findUnit(viewport, { kind: "message", id });
  return element && isShown(element) ? { element, range: undefined } : undefined;
}

/** Returns the control to press for a unit that is not rendered. Renders its row first. */
function findObstacle(viewport: HTMLElement, { hit }: SearchMatch): HTMLElement | undefined {
  const { rowId, unit } = hit;
  let scope: HTMLElement | null = null;
  for (const id of unit.path) {
    const card: HTMLElement | null = findUnit(scope ?? viewport, { kind: "subagent", id });
    if (!card) break;
    scope = card;
  }
  if (!scope && rowId !== undefined && renderRow(viewport, rowId)) {
    scope = findUnit(viewport, { kind: "message", id: rowId });
  }
  if (!scope) return undefined;
  // A tool call hides no other unit.
  return (
    closedSummaryOf(scope) ?? findControl(scope, MORE_UNITS, (control) => !control.closest(CALL))
  );
}

/** Matches controls that hide cards and messages. */
const MORE_UNITS = `${COLLAPSED_CALLS}, .agk-more`;
const CALL = "[data-unit^='call ']";

/** Returns the control to press for a unit that does not show all of its text. */
function findCover(element: HTMLElement): HTMLElement | undefined {
  const isOwn = (control: HTMLElement) =>
    control.closest("[data-message-id], [data-unit]") === element;
  return closedSummaryOf(element) ?? findControl(element, `${CLOSED}, .agk-more`, isOwn);
}

function closedSummaryOf(element: HTMLElement): HTMLElement | undefined {
  if (!element.matches("details:not([open])")) return undefined;
  return findControl(element, ":scope > summary");
}

function findControl(
  element: HTMLElement,
  selector: string,
  isFit: (control: HTMLElement) => boolean = () => true,
): HTMLElement | undefined {
  return [...element.querySelectorAll<HTMLElement>(selector)].find(isFit);
}

/** Presses a control as a user does. The focus stays where it was, although some buttons move it. */
function pressControl(control: HTMLElement): void {
  const focused = activeElementIn(control);
  control.click();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
}

function isShown(element: Element): boolean {
  return element.getClientRects().length > 0;
}

/** Distances of a match from the edges of the view that need no scrolling, in CSS pixels. A button covers the end. */
const MARGIN_TOP = 24;
const MARGIN_BOTTOM = 56;

/**
 * Scrolls a match to the upper third of the view, if it is not in view, and boxes around it that scroll by themselves.
 *
 * @returns True when something was scrolled.
 */
function scrollIntoView(viewport: HTMLElement, { element, range }: ShownMatch): boolean {
  forceLayout(element);
  let hasScrolled = false;
  const inside = range?.startContainer.parentElement ?? element;
  for (let box: HTMLElement | null = inside; box && box !== viewport; box = box.parentElement) {
    hasScrolled = range !== undefined && scrollBox(box, range) ? true : hasScrolled;
  }
  const view = viewport.getBoundingClientRect();
  const { top, height } = (range ?? element).getBoundingClientRect();
  const offset = top - view.top;
  const isInView =
    offset >= MARGIN_TOP &&
    offset + Math.min(height, view.height / 3) <= view.height - MARGIN_BOTTOM;
  const before = viewport.scrollTop;
  if (!isInView) jumpTo(viewport, before + offset - Math.max(MARGIN_TOP, view.height / 3));
  // A position above the end ends following, so that a reply that streams does not move the match.
  else if (viewport.hasAttribute("data-following")) jumpTo(viewport, before - FREE_PX);
  return hasScrolled || Math.abs(viewport.scrollTop - before) >= 1;
}

/** Smallest movement that counts as a scroll by the user, in CSS pixels. */
const FREE_PX = 2;

/** Scrolls a box, such as wide code, so that a range is inside. */
function scrollBox(box: HTMLElement, range: Range): boolean {
  const isWider = box.scrollWidth > box.clientWidth + 1;
  const isHigher = box.scrollHeight > box.clientHeight + 1;
  if (!isWider && !isHigher) return false;
  if (!/auto|scroll/.test(getComputedStyle(box).overflow)) return false;
  const outer = box.getBoundingClientRect();
  const inner = range.getBoundingClientRect();
  const { scrollLeft, scrollTop } = box;
  if (isWider && (inner.left < outer.left || inner.right > outer.right)) {
    box.scrollLeft += inner.left - outer.left - outer.width / 3;
  }
  if (isHigher && (inner.top < outer.top || inner.bottom > outer.bottom)) {
    box.scrollTop += inner.top - outer.top - outer.height / 3;
  }
  return box.scrollLeft !== scrollLeft || box.scrollTop !== scrollTop;
}

function nextFrame(): Promise<unknown> {
  return new Promise(requestAnimationFrame);
}
