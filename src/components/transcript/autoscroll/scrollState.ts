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
    lastGeometry: view.measure(),
    rowAnchor: anchor,
    isRestorePending: true,
    lastAnchor: anchor,
    isCardNew: false,
  };
}

/** @internal Makes a hidden container return to its position when it is shown, also in browsers that reset it. */
export function prepareReturn(view: ScrollView, state: ScrollState): void {
  state.lastGeometry = view.measure();
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
export function updateMode({ spacer, measure }: ScrollView, state: ScrollState): void {
  const sentId = spacer.id();
  const sent = spacer.update(measure);
  const { rowAnchor } = state;
  if (state.mode === "anchored" && (!rowAnchor || rowAnchor.id === sentId))
    state.rowAnchor = sent && { ...sent, ...rowAnchor, id: sent.id };
  state.mode = modeAfterLayout(state.mode, state.lastGeometry, measure());
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
 * @internal Scrolls the anchor row to its position.
 *
 * @returns True when the next frame must scroll again: content that enters the view is laid out then, and may
 * move the row.
 */
export function restoreAnchor(view: ScrollView, state: ScrollState): boolean {
  const { viewport, spacer, findRow, measure, readAnchor } = view;
  const { rowAnchor, isRestorePending, lastGeometry } = state;
  const row = rowAnchor && findRow(rowAnchor.id);
  const isSent = rowAnchor?.id === spacer.id();
  // A row that does not exist is given up once rows are rendered; before, the messages may still be loading.
  if (rowAnchor && !row && !isSent && readAnchor())
    state.mode = isRestorePending ? "following" : "free";
  if (!rowAnchor || !row) return false;
  const now = measure();
  // The browser's scroll anchoring has kept the visible content in place, which is closer to the user than
  // this row.
  const isAnchoredByBrowser =
    !isSent && !isRestorePending && !isSamePosition(lastGeometry.top, now.top);
  const skipped = isRestorePending ? findSkippedChunk(row) : null;
  const target = now.top + offsetOf(viewport, skipped ?? row) - (skipped ? 0 : rowAnchor.offset);
  // A taller view has less to scroll.
  const top = Math.min(target, now.content + now.room - now.viewport);
  if (!isAnchoredByBrowser)
    jumpTo(viewport, isRestorePending ? top : anchoredScrollTop(top, lastGeometry, now));
  if (isAnchoredByBrowser || (!isRestorePending && lastGeometry.viewport !== now.viewport))
    state.rowAnchor = { ...rowAnchor, offset: offsetOf(viewport, row) };
  const wasReached = Math.abs(top - now.top) < 1;
  if (isRestorePending && !wasReached) return true;
  state.isRestorePending = skipped !== null;
  return false;
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
  measure(): Geometry;
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
    measure() {
      const { scrollTop: top, clientHeight, scrollHeight } = viewport;
      const room = spacerElement?.offsetHeight ?? 0;
      return { top, viewport: clientHeight, content: scrollHeight - room, room };
    },
    findRow: createRowFinder(content),
    readAnchor: createAnchorReader(viewport),
  };
}
