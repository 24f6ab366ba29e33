import { createBottomSpacer } from "./bottomSpacer.ts";
import {
  anchoredScrollTop,
  type Geometry,
  isAtEnd,
  isNearEnd,
  isSamePosition,
  type Mode,
  modeAfterScroll,
  QUESTION_MARGIN,
} from "./geometry.ts";
import {
  createAnchorReader,
  createRowFinder,
  findSkippedChunk,
  jumpTo,
  offsetOf,
  type ScrollAnchor,
} from "./scrollAnchor.ts";
import { observeUserScroll } from "./userScroll.ts";

/** @internal Controls a scroll container that follows its end while the user is there. */
export interface Autoscroll {
  /** Scrolls to the end and follows it. */
  scrollToEnd(): void;
  /**
   * Scrolls a sent message to the top and keeps it there. @param currentId - Returns the current id of the
   * message.
   */
  scrollToMessage(currentId: () => string | undefined): void;
  /** True when the end is in view. */
  isNearEnd(): boolean;
  /** Called after each render of the list. */
  handleListRender(): void;
  /** Called when messages were added, as opposed to expanded content. */
  handleContentAdded(): void;
  /** Called when the thread starts to wait for the user. The card of the question may be rendered later. */
  handleQuestionOpened(): void;
  /** Called when the user has answered, so that the result is followed. */
  handleQuestionAnswered(): void;
  dispose(): void;
}

/** @internal Options of {@link createAutoscroll}. */
interface AutoscrollOptions {
  /** Initial position; the end when absent. */
  readonly anchor: ScrollAnchor | undefined;
  /** Called initially, and when the user leaves the end or returns to it. */
  readonly onAway: (isAway: boolean) => void;
  /** Called with the first visible row, or `undefined` at the end. */
  readonly onAnchorChange: (anchor: ScrollAnchor | undefined) => void;
}

/**
 * @internal Follows the end of the first child of `viewport`. The second child, if any, is a spacer below the
 * content.
 *
 * Content that grows because the user expanded something is not followed, so that the clicked element stays
 * under the pointer. A question that does not fit into the view is shown from its beginning. Nothing is
 * followed while the user presses a mouse button or selects text.
 */
export function createAutoscroll(
  viewport: HTMLElement,
  { anchor, onAway, onAnchorChange }: AutoscrollOptions,
): Autoscroll {
  const [content, spacerElement] = viewport.children as HTMLCollectionOf<HTMLElement>; // `MessageList`
  // renders the
  // children.
  if (!content) throw new TypeError("The scroll container has no content element to follow.");
  const measure = (): Geometry => {
    const { scrollTop: top, clientHeight, scrollHeight } = viewport;
    const room = spacerElement?.offsetHeight ?? 0;
    return { top, viewport: clientHeight, content: scrollHeight - room, room };
  };
  const spacer = createBottomSpacer(viewport, content, spacerElement);
  const findRow = createRowFinder(content);
  const readAnchor = createAnchorReader(viewport);
  let before = measure();
  let mode: Mode = anchor ? "anchored" : "following";
  /** Row that stays in place. */
  let rowAnchor = anchor;
  /** True when the row must still be scrolled to its position. */
  let isRestorePending = true;
  /** First visible row, restored when the container was hidden for a while. */
  let lastAnchor = anchor;
  let isAway: boolean | undefined;
  /** True when a question was asked and the user has neither interacted with it nor scrolled since. */
  let isQuestionNew = false;
  let frame = 0;

  const settle = () => {
    if (!viewport.clientHeight) return saveWhileHidden();
    const sentId = spacer.id();
    const sent = spacer.update(measure);
    if (mode === "anchored" && (!rowAnchor || rowAnchor.id === sentId))
      rowAnchor = sent && { ...sent, ...rowAnchor, id: sent.id };
    const wasOpened = mode === "expanded" || mode === "atQuestion";
    // The content may shrink before the scroll event of a jump fires.
    if (mode === "following" && modeAfterScroll(mode, before, measure()) === "free") mode = "free";
    // The details were collapsed again, as opposed to not expanded yet.
    if (wasOpened && !isAtEnd(before) && isAtEnd(measure())) mode = "following";
    if (mode === "anchored") restoreAnchor();
    if (mode === "following" && !userScroll.isPressing()) follow();
    report();
  };
  const settleSoon = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(settle);
  };
  /** A container that was hidden returns to its position, also in browsers that reset it. */
  const saveWhileHidden = () => {
    before = measure();
    if (mode === "following" || !lastAnchor) return;
    mode = "anchored";
    rowAnchor = lastAnchor;
    isRestorePending = true;
  };
  const follow = () => {
    const start = isQuestionNew ? findQuestionTop(viewport, content) : undefined;
    jumpTo(viewport, start ?? viewport.scrollHeight);
    if (start !== undefined) mode = "atQuestion";
  };
  const restoreAnchor = () => {
    const row = rowAnchor && findRow(rowAnchor.id);
    const isSent = rowAnchor?.id === spacer.id();
    // Not while the messages are still loading. A user who already reads stays where they are.
    if (rowAnchor && !row && !isSent && readAnchor())
      mode = isRestorePending ? "following" : "free";
    if (!rowAnchor || !row) return;
    const now = measure();
    // The browser's scroll anchoring has kept the visible content in place, which is closer to the user than
    // this row.
    const isAnchoredByBrowser =
      !isSent && !isRestorePending && !isSamePosition(before.top, now.top);
    const skipped = isRestorePending ? findSkippedChunk(row) : null;
    const target = now.top + offsetOf(viewport, skipped ?? row) - (skipped ? 0 : rowAnchor.offset);
    // A taller view has less to scroll.
    const top = Math.min(target, now.content + now.room - now.viewport);
    if (!isAnchoredByBrowser)
      jumpTo(viewport, isRestorePending ? top : anchoredScrollTop(top, before, now));
    if (isAnchoredByBrowser || (!isRestorePending && before.viewport !== now.viewport)) {
      rowAnchor = { ...rowAnchor, offset: offsetOf(viewport, row) };
    }
    // Content that enters the view is laid out in the next frame, and may move the row again.
    const wasReached = Math.abs(top - now.top) < 1;
    if (isRestorePending && !wasReached) settleSoon();
    else isRestorePending = !!skipped;
  };
  const report = () => {
    before = measure();
    const isNear = isNearEnd(before);
    viewport.toggleAttribute("data-following", mode === "following");
    // The position is not final yet.
    if (mode === "anchored" && isRestorePending) return;
    if (mode === "following" && !isNear && !userScroll.isPressing()) return;
    lastAnchor = isNear ? undefined : readAnchor();
    onAnchorChange(lastAnchor);
    if (isAway === !isNear) return;
    isAway = !isNear;
    onAway(isAway);
  };
  const followFrom = (...from: readonly Mode[]) => {
    if (from.includes(mode)) mode = "following";
  };
  const handleScroll = () => {
    if (!viewport.clientHeight) return;
    const now = measure();
    const next = modeAfterScroll(mode, before, now);
    // Scrolled by the user, not because the content shrank: a card that loads may shrink for a moment.
    if (!isSamePosition(before.top, now.top) && now.content >= before.content)
      isQuestionNew = false;
    if (next === mode) return report();
    if (next === "anchored") rowAnchor = spacer.anchor();
    mode = next;
    report();
  };
  const userScroll = observeUserScroll(content, {
    onInteract() {
      isQuestionNew = false;
    },
    onToggle() {
      if (mode !== "following") return;
      mode = "expanded";
      report();
    },
    // Settles when the selection or press is complete.
    onRelease: settleSoon,
  });

  viewport.addEventListener("scroll", handleScroll, { passive: true });
  // Absent without layout, as in jsdom.
  const observer = globalThis.ResizeObserver && new ResizeObserver(settle);
  observer?.observe(viewport);
  observer?.observe(content);
  settle();

  return {
    scrollToEnd() {
      rowAnchor = spacer.anchor();
      mode = before.room > 0 && rowAnchor ? "anchored" : "following";
      isRestorePending = true;
      isQuestionNew = false;
      settle();
    },
    scrollToMessage(currentId) {
      spacer.attachTo(currentId);
      mode = "anchored";
      rowAnchor = undefined;
      isRestorePending = true;
      isQuestionNew = false;
      settleSoon();
    },
    isNearEnd: () => isNearEnd(before),
    handleListRender() {
      // Content that shrinks and grows again within a frame would look like a scroll by the user.
      if (mode === "following" && measure().content < before.content) settle();
    },
    handleContentAdded() {
      followFrom("atQuestion");
      // The expanded content fits into the view.
      if (mode === "expanded" && isAtEnd(measure())) followFrom("expanded");
    },
    handleQuestionOpened() {
      followFrom("atQuestion");
      isQuestionNew = true;
      // Existing content may have become the question without a change of its height.
      settleSoon();
    },
    handleQuestionAnswered() {
      followFrom("atQuestion", "expanded");
      isQuestionNew = false;
    },
    dispose() {
      cancelAnimationFrame(frame);
      viewport.removeEventListener("scroll", handleScroll);
      userScroll.dispose();
      observer?.disconnect();
      spacer.dispose();
    },
  };
}

/** Cards that wait for the user, and the application's replacements for them. */
const QUESTION_SELECTOR =
  ".agk-interrupt[data-status='open'], .agk-tool-call[data-status='waiting'], .agk-slot[data-waiting-for-user]";

/**
 * @internal Returns the scroll position that shows the first open question from its beginning, when it does
 * not fit.
 */
function findQuestionTop(viewport: HTMLElement, content: HTMLElement): number | undefined {
  const openQuestion = [...content.querySelectorAll(QUESTION_SELECTOR)].find(
    (one) => !isAwaitingSubagent(one),
  );
  // A slot has `display: contents` and no box.
  const question = openQuestion?.matches(".agk-slot")
    ? openQuestion.firstElementChild
    : openQuestion;
  if (!question) return undefined;
  const { scrollTop, scrollHeight, clientHeight } = viewport;
  const start = scrollTop + offsetOf(viewport, question) - QUESTION_MARGIN;
  return scrollHeight - start > clientHeight ? start : undefined;
}

/** True for a tool call whose sub-agent works, so that the call itself does not ask. */
function isAwaitingSubagent(question: Element): boolean {
  return question.querySelector(":scope > summary > [data-icon='none']") !== null;
}
