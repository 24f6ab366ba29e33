import { type BottomSpacer, createBottomSpacer } from "./bottomSpacer.ts";
import {
  anchoredScrollTop,
  type Geometry,
  isSamePosition,
  type Mode,
  modeAfterLayout,
  TOP_MARGIN,
} from "./geometry.ts";
import {
  createAnchorReader,
  createRowFinder,
  findSkippedChunk,
  jumpTo,
  offsetOf,
  type ScrollAnchor,
} from "./scrollAnchor.ts";

/** @internal State of a scroll container, which the functions below read and change. */
export interface ScrollState {
  mode: Mode;
  /** Measures after the last change. */
  lastGeometry: Geometry;
  /** Row that stays in place while the mode is `anchored`. */
  rowAnchor: ScrollAnchor | undefined;
  /** True when the row must still be scrolled to its position. */
  isRestorePending: boolean;
  /** First visible row, restored when the container was hidden for a while; absent at the end. */
  lastAnchor: ScrollAnchor | undefined;
  /** True when a card that waits for the user appeared, and the user has neither interacted with it nor scrolled since. */
  isCardNew: boolean;
}

/** @internal Creates the state of a container that opens at a row, or at the end without one. */
export function createScrollState(view: ScrollView, anchor: ScrollAnchor | undefined): ScrollState {
  return {
    mode: anchor ? "anchored" : "following",
    lastGeometry: view.measureGeometry(),
    rowAnchor: anchor,
    isRestorePending: true,
    lastAnchor: anchor,
    isCardNew: false,
  };
}

/** @internal Makes a hidden container return to its position when it is shown, also in browsers that reset it. */
export function prepareReturn(view: ScrollView, state: ScrollState): void {
  state.lastGeometry = view.measureGeometry();
  if (state.mode === "following" || !state.lastAnchor) return;
  anchorTo(state, state.lastAnchor);
}

/** @internal Keeps a row in place from now on. Without a row, the sent message is used once it is rendered. */
export function anchorTo(state: ScrollState, rowAnchor: ScrollAnchor | undefined): void {
  state.mode = "anchored";
  state.rowAnchor = rowAnchor;
  state.isRestorePending = true;
}

/** @internal Updates the spacer below the sent message, and the mode for the new sizes. */
export function updateMode({ spacer, measureGeometry }: ScrollView, state: ScrollState): void {
  const sentId = spacer.messageId();
  const sent = spacer.updateHeight(measureGeometry);
  const { rowAnchor } = state;
  if (state.mode === "anchored" && (!rowAnchor || rowAnchor.id === sentId))
    state.rowAnchor = sent && { ...sent, ...rowAnchor, id: sent.id };
  // The sent message was removed. The scroll event that follows tells whether the end is reached.
  const wasRemoved = sentId !== undefined && spacer.messageId() === undefined;
  if (state.mode === "anchored" && wasRemoved) state.mode = "free";
  state.mode = modeAfterLayout(state.mode, state.lastGeometry, measureGeometry());
}

/**
 * @internal Scrolls to the end, or to the beginning of a new card that waits for the user and does not fit into the
 * view.
 */
export function followEnd({ viewport, content }: ScrollView, state: ScrollState): void {
  const openCardTop = state.isCardNew ? findOpenCardTop(viewport, content) : undefined;
  jumpTo(viewport, openCardTop ?? viewport.scrollHeight);
  if (openCardTop !== undefined) state.mode = "atOpenCard";
}

/**
 * @internal Scrolls the anchor row to its position, or keeps it there.
 *
 * @returns True when the next frame must scroll again: content that enters the view is laid out then, and may
 * move the row.
 */
export function restoreAnchor(view: ScrollView, state: ScrollState): boolean {
  const { rowAnchor, isRestorePending } = state;
  if (!rowAnchor) return false;
  const row = view.findRow(rowAnchor.id);
  if (!row) {
    // The row is given up once rows are rendered; before, the messages may still be loading.
    if (rowAnchor.id !== view.spacer.messageId() && view.readAnchor())
      state.mode = isRestorePending ? "following" : "free";
    return false;
  }
  if (isRestorePending) return scrollToRow(view, state, rowAnchor, row);
  keepRowOffset(view, state, rowAnchor, row);
  return false;
}

/** Scrolls a row to its position. @returns True when the row has moved. */
function scrollToRow(
  { viewport, measureGeometry }: ScrollView,
  state: ScrollState,
  { offset }: ScrollAnchor,
  row: HTMLElement,
): boolean {
  const now = measureGeometry();
  const skipped = findSkippedChunk(row);
  const distance = skipped ? offsetOf(viewport, skipped) : offsetOf(viewport, row) - offset;
  const top = limitedScrollTop(now.top + distance, now);
  jumpTo(viewport, top);
  if (Math.abs(top - now.top) >= 1) return true;
  state.isRestorePending = skipped !== null;
  return false;
}

/** Keeps a row at its offset after a change of the content or of the view. */
function keepRowOffset(
  { viewport, spacer, measureGeometry }: ScrollView,
  state: ScrollState,
  rowAnchor: ScrollAnchor,
  row: HTMLElement,
): void {
  const { lastGeometry } = state;
  const now = measureGeometry();
  const isSent = rowAnchor.id === spacer.messageId();
  // The browser's scroll anchoring has kept the visible content in place, which is closer to the user than
  // this row.
  const isAnchoredByBrowser = !isSent && !isSamePosition(lastGeometry.top, now.top);
  if (!isAnchoredByBrowser) {
    const top = limitedScrollTop(now.top + offsetOf(viewport, row) - rowAnchor.offset, now);
    jumpTo(viewport, anchoredScrollTop(top, lastGeometry, now));
  }
  if (isAnchoredByBrowser || lastGeometry.viewport !== now.viewport)
    state.rowAnchor = { ...rowAnchor, offset: offsetOf(viewport, row) };
}

/** Returns a scroll position that the view can reach: a taller view has less to scroll. */
function limitedScrollTop(top: number, { content, room, viewport }: Geometry): number {
  return Math.min(top, content + room - viewport);
}

/** Cards that wait for the user, and the application's replacements for them. */
const OPEN_CARD_SELECTOR =
  ".agk-interrupt[data-status='open'], .agk-tool-call[data-status='waiting'], .agk-slot[data-waiting-for-user]";

/** Returns the scroll position that shows the first card that waits for the user from its beginning, when it does not fit. */
function findOpenCardTop(viewport: HTMLElement, content: HTMLElement): number | undefined {
  const card = [...content.querySelectorAll(OPEN_CARD_SELECTOR)]
    // A slot has `display: contents` and no box.
    .map((element) => (element.matches(".agk-slot") ? element.firstElementChild : element))
    .find((element) => element && isShown(element) && !isAwaitingSubagent(element));
  if (!card) return undefined;
  // Several approvals of one tool have a heading above the first of them.
  const head = card.parentElement?.querySelector(":scope > .agk-approvals-head");
  const { scrollTop, scrollHeight, clientHeight } = viewport;
  const start = scrollTop + offsetOf(viewport, head ?? card) - TOP_MARGIN;
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

/** @internal Elements of a scroll container and the functions that measure them. */
export interface ScrollView {
  readonly viewport: HTMLElement;
  readonly content: HTMLElement;
  /** Empty space below the content. */
  readonly spacer: BottomSpacer;
  measureGeometry(): Geometry;
  /** Returns the row of a message. */
  findRow(id: string): HTMLElement | null;
  /** Returns the first visible row. */
  readAnchor(): ScrollAnchor | undefined;
}

/** @internal Creates the view of a scroll container; `MessageList` renders its children. */
export function createScrollView(viewport: HTMLElement): ScrollView {
  // `MessageList` renders HTML elements only.
  const [content, spacerElement] = viewport.children as HTMLCollectionOf<HTMLElement>;
  if (!content) throw new TypeError("The scroll container has no content element to follow.");
  return {
    viewport,
    content,
    spacer: createBottomSpacer(viewport, content, spacerElement),
    measureGeometry() {
      const { scrollTop: top, clientHeight, scrollHeight } = viewport;
      const room = spacerElement?.offsetHeight ?? 0;
      return { top, viewport: clientHeight, content: scrollHeight - room, room };
    },
    findRow: createRowFinder(content),
    readAnchor: createAnchorReader(viewport),
  };
}
