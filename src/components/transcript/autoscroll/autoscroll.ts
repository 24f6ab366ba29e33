import { createBottomSpacer } from "./bottomSpacer.ts";
import {
  type Geometry,
  heldScrollTop,
  isAtEnd,
  isNearEnd,
  isSamePosition,
  type Mode,
  modeAfterScroll,
} from "./geometry.ts";
import {
  createAnchorReader,
  createRowFinder,
  findSkippedChunk,
  jumpTo,
  offsetOf,
  type ScrollAnchor,
} from "./scrollAnchor.ts";
import { findQuestionTop } from "./scrollToQuestion.ts";
import { observeUserScroll } from "./userScroll.ts";

/** @internal A scroll container that keeps its end in view while the person is there. */
export interface Autoscroll {
  /** Goes to the end and follows it. */
  scrollToEnd(): void;
  /** Goes to a message that has been sent, which stays at the top. @param currentId - What its id is. */
  scrollToMessage(currentId: () => string | undefined): void;
  /** Whether the end is in view. */
  isNearEnd(): boolean;
  /** The list has been drawn anew. */
  handleListRender(): void;
  /** Something was added to the content, as opposed to opened in it. */
  handleContentAdded(): void;
  /** A person is asked something, which may be on the page later, as it is loaded. */
  handleQuestionAsked(): void;
  /** The person has answered, and wants to see what becomes of it. */
  handleQuestionAnswered(): void;
  dispose(): void;
}

/** @internal */
export interface AutoscrollOptions {
  /** Where to begin; at the end when absent. */
  readonly anchor: ScrollAnchor | undefined;
  /** Called at first, and when the person leaves the end or is back at it. */
  readonly onAway: (isAway: boolean) => void;
  /** Called with where one reads; that one is at the end is no place. */
  readonly onAnchorChange: (anchor: ScrollAnchor | undefined) => void;
}

/**
 * @internal Follows the end of the first child of `viewport`; the second, if there is one, is room below it.
 *
 * What grows because the person opened it is not followed, so that what they clicked stays under
 * the pointer, until they are at the end again. What is asked and does not fit is shown from its
 * beginning. Nothing is followed while they press something, or select text.
 */
export function createAutoscroll(
  viewport: HTMLElement,
  { anchor, onAway, onAnchorChange }: AutoscrollOptions,
): Autoscroll {
  const [content, spacerElement] = viewport.children as HTMLCollectionOf<HTMLElement>; // Of `MessageList`.
  if (!content) throw new TypeError("There is nothing to be scrolled.");
  const measure = (): Geometry => {
    const { scrollTop: top, clientHeight, scrollHeight } = viewport;
    const room = spacerElement?.offsetHeight ?? 0;
    return { top, viewport: clientHeight, content: scrollHeight - room, room };
  };
  const spacer = createBottomSpacer(viewport, content, spacerElement);
  const findRow = createRowFinder(content);
  const readAnchor = createAnchorReader(viewport);
  let before = measure();
  let mode: Mode = anchor ? "held" : "following";
  /** The row that is held, once it is known where. */
  let heldAnchor = anchor;
  /** Whether it is to be brought to its place, and not just kept there. */
  let isRestorePending = true;
  /** Where one reads, for when it has not been shown for a while. */
  let lastAnchor = anchor;
  let isAway: boolean | undefined;
  /** Whether a question has come, and the person has neither turned to it nor gone anywhere since. */
  let isQuestionNew = false;
  let frame = 0;

  const settle = () => {
    if (!viewport.clientHeight) return saveWhileHidden();
    const sentId = spacer.id();
    const sent = spacer.update(measure);
    if (mode === "held" && (!heldAnchor || heldAnchor.id === sentId))
      heldAnchor = sent && { ...sent, ...heldAnchor, id: sent.id };
    const wasOpened = mode === "opened" || mode === "asked";
    // A scroll event may come only after what was scrolled to has changed its height.
    if (mode === "following" && modeAfterScroll(mode, before, measure()) === "free") mode = "free";
    // Closed again, as opposed to not grown yet.
    if (wasOpened && !isAtEnd(before) && isAtEnd(measure())) mode = "following";
    if (mode === "held") restoreAnchor();
    if (mode === "following" && !userScroll.isPressing()) follow();
    report();
  };
  const settleSoon = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(settle);
  };
  /** What is not shown comes back where it was, also where the browser does not care. */
  const saveWhileHidden = () => {
    before = measure();
    if (mode === "following" || !lastAnchor) return;
    mode = "held";
    heldAnchor = lastAnchor;
    isRestorePending = true;
  };
  const follow = () => {
    const start = isQuestionNew ? findQuestionTop(viewport, content) : undefined;
    jumpTo(viewport, start ?? viewport.scrollHeight);
    if (start !== undefined) mode = "asked";
  };
  const restoreAnchor = () => {
    const row = heldAnchor && findRow(heldAnchor.id);
    const isSent = heldAnchor?.id === spacer.id();
    // Not while the conversation is still to come. Who reads already goes on with what is there.
    if (heldAnchor && !row && !isSent && readAnchor())
      mode = isRestorePending ? "following" : "free";
    if (!heldAnchor || !row) return;
    const now = measure();
    // Where the browser has kept in view what one reads, that is nearer to it than the row.
    const isKeptByBrowser = !isSent && !isRestorePending && !isSamePosition(before.top, now.top);
    const skipped = isRestorePending ? findSkippedChunk(row) : null;
    const target = now.top + offsetOf(viewport, skipped ?? row) - (skipped ? 0 : heldAnchor.offset);
    // In a taller view there may be less to scroll than it takes.
    const top = Math.min(target, now.content + now.room - now.viewport);
    if (!isKeptByBrowser)
      jumpTo(viewport, isRestorePending ? top : heldScrollTop(top, before, now));
    if (isKeptByBrowser || (!isRestorePending && before.viewport !== now.viewport)) {
      heldAnchor = { ...heldAnchor, offset: offsetOf(viewport, row) };
    }
    // What comes into view is laid out only in the next frame, and may push it away again.
    const wasInPlace = Math.abs(top - now.top) < 1;
    if (isRestorePending && !wasInPlace) settleSoon();
    else isRestorePending = !!skipped;
  };
  const report = () => {
    before = measure();
    const isNear = isNearEnd(before);
    viewport.toggleAttribute("data-following", mode === "following");
    // It is not yet where it is to be.
    if (mode === "held" && isRestorePending) return;
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
    // By the person, and not by what became lower: a card that is loaded may be, for a moment.
    if (!isSamePosition(before.top, now.top) && now.content >= before.content)
      isQuestionNew = false;
    if (next === mode) return report();
    if (next === "held") heldAnchor = spacer.anchor();
    mode = next;
    report();
  };
  const userScroll = observeUserScroll(content, {
    onInteract() {
      isQuestionNew = false;
    },
    onToggle() {
      if (mode !== "following") return;
      mode = "opened";
      report();
    },
    // When it is clear what was meant.
    onRelease: settleSoon,
  });

  viewport.addEventListener("scroll", handleScroll, { passive: true });
  // Absent where there is no layout to observe.
  const observer = globalThis.ResizeObserver && new ResizeObserver(settle);
  observer?.observe(viewport);
  observer?.observe(content);
  settle();

  return {
    scrollToEnd() {
      heldAnchor = spacer.anchor();
      mode = before.room > 0 && heldAnchor ? "held" : "following";
      isRestorePending = true;
      isQuestionNew = false;
      settle();
    },
    scrollToMessage(currentId) {
      spacer.attachTo(currentId);
      mode = "held";
      heldAnchor = undefined;
      isRestorePending = true;
      isQuestionNew = false;
      settleSoon();
    },
    isNearEnd: () => isNearEnd(before),
    handleListRender() {
      // What is lower now may be higher again before a frame tells of it, as if the person had scrolled up.
      if (mode === "following" && measure().content < before.content) settle();
    },
    handleContentAdded() {
      followFrom("asked");
      // What was opened has found room in the view.
      if (mode === "opened" && isAtEnd(measure())) followFrom("opened");
    },
    handleQuestionAsked() {
      followFrom("asked");
      isQuestionNew = true;
      // What stands there already may have become the question without becoming any taller.
      settleSoon();
    },
    handleQuestionAnswered() {
      followFrom("asked", "opened");
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
