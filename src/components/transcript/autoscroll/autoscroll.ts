import { createBottomSpacer } from "./bottomSpacer.ts";
import {
  type Geometry,
  isAtEnd,
  isNearEnd,
  isSamePlace,
  type Mode,
  modeAfterScroll,
  topOfHeld,
} from "./geometry.ts";
import {
  chunkLeftOut,
  createPlaceReader,
  createRowFinder,
  jumpTo,
  offsetOf,
  type ScrollAnchor,
} from "./scrollAnchor.ts";
import { startOfQuestion } from "./scrollToQuestion.ts";
import { observeUserScroll } from "./userScroll.ts";

/** @internal A scroll container that keeps its end in view while the person is there. */
export interface Autoscroll {
  /** Goes to the end and follows it. */
  toEnd(): void;
  /** Goes to a message that has been sent, which stays at the top. @param currentId - What its id is. */
  toMessage(currentId: () => string | undefined): void;
  /** Whether the end is in view. */
  isNearEnd(): boolean;
  /** The list has been drawn anew. */
  listDrawn(): void;
  /** Something was added to the content, as opposed to opened in it. */
  contentAdded(): void;
  /** A person is asked something, which may be on the page later, as it is loaded. */
  questionAsked(): void;
  /** The person has answered, and wants to see what becomes of it. */
  questionAnswered(): void;
  dispose(): void;
}

/** @internal */
export interface StickToEndOptions {
  /** Where to begin; at the end when absent. */
  readonly place: ScrollAnchor | undefined;
  /** Called at first, and when the person leaves the end or is back at it. */
  readonly onAway: (isAway: boolean) => void;
  /** Called with where one reads; that one is at the end is no place. */
  readonly onPlace: (place: ScrollAnchor | undefined) => void;
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
  { place, onAway, onPlace }: StickToEndOptions,
): Autoscroll {
  const [content, spacer] = viewport.children as HTMLCollectionOf<HTMLElement>; // Of `MessageList`.
  if (!content) throw new TypeError("There is nothing to be scrolled.");
  const measure = (): Geometry => {
    const { scrollTop: top, clientHeight, scrollHeight } = viewport;
    const room = spacer?.offsetHeight ?? 0;
    return { top, viewport: clientHeight, content: scrollHeight - room, room };
  };
  const room = createBottomSpacer(viewport, content, spacer);
  const findRow = createRowFinder(content);
  const readPlace = createPlaceReader(viewport);
  let before = measure();
  let mode: Mode = place ? "held" : "following";
  /** The row that is held, once it is known where. */
  let held = place;
  /** Whether it is to be brought to its place, and not just kept there. */
  let isDue = true;
  /** Where one reads, for when it has not been shown for a while. */
  let last = place;
  let isAway: boolean | undefined;
  /** Whether a question has come, and the person has neither turned to it nor gone anywhere since. */
  let isNewlyAsked = false;
  let frame = 0;

  const settle = () => {
    if (!viewport.clientHeight) return rest();
    const sentAs = room.id();
    const sent = room.update(measure);
    if (mode === "held" && (!held || held.id === sentAs))
      held = sent && { ...sent, ...held, id: sent.id };
    const wasOpened = mode === "opened" || mode === "asked";
    // A scroll event may come only after what was scrolled to has changed its height.
    if (mode === "following" && modeAfterScroll(mode, before, measure()) === "free") mode = "free";
    // Closed again, as opposed to not grown yet.
    if (wasOpened && !isAtEnd(before) && isAtEnd(measure())) mode = "following";
    if (mode === "held") hold();
    if (mode === "following" && !person.isPressing()) follow();
    report();
  };
  const settleSoon = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(settle);
  };
  /** What is not shown comes back where it was, also where the browser does not care. */
  const rest = () => {
    before = measure();
    if (mode === "following" || !last) return;
    mode = "held";
    held = last;
    isDue = true;
  };
  const follow = () => {
    const start = isNewlyAsked ? startOfQuestion(viewport, content) : undefined;
    jumpTo(viewport, start ?? viewport.scrollHeight);
    if (start !== undefined) mode = "asked";
  };
  const hold = () => {
    const row = held && findRow(held.id);
    const isSent = held?.id === room.id();
    // Not while the conversation is still to come. Who reads already goes on with what is there.
    if (held && !row && !isSent && readPlace()) mode = isDue ? "following" : "free";
    if (!held || !row) return;
    const now = measure();
    // Where the browser has kept in view what one reads, that is nearer to it than the row.
    const isKept = !isSent && !isDue && !isSamePlace(before.top, now.top);
    const leftOut = isDue ? chunkLeftOut(row) : null;
    const wanted = now.top + offsetOf(viewport, leftOut ?? row) - (leftOut ? 0 : held.offset);
    // In a taller view there may be less to scroll than it takes.
    const top = Math.min(wanted, now.content + now.room - now.viewport);
    if (!isKept) jumpTo(viewport, isDue ? top : topOfHeld(top, before, now));
    if (isKept || (!isDue && before.viewport !== now.viewport)) {
      held = { ...held, offset: offsetOf(viewport, row) };
    }
    // What comes into view is laid out only in the next frame, and may push it away again.
    const wasThere = Math.abs(top - now.top) < 1;
    if (isDue && !wasThere) settleSoon();
    else isDue = !!leftOut;
  };
  const report = () => {
    before = measure();
    const isNear = isNearEnd(before);
    viewport.toggleAttribute("data-following", mode === "following");
    // It is not yet where it is to be.
    if (mode === "held" && isDue) return;
    if (mode === "following" && !isNear && !person.isPressing()) return;
    last = isNear ? undefined : readPlace();
    onPlace(last);
    if (isAway === !isNear) return;
    isAway = !isNear;
    onAway(isAway);
  };
  const goOn = (...from: readonly Mode[]) => {
    if (from.includes(mode)) mode = "following";
  };
  const handleScroll = () => {
    if (!viewport.clientHeight) return;
    const now = measure();
    const next = modeAfterScroll(mode, before, now);
    // By the person, and not by what became lower: a card that is loaded may be, for a moment.
    if (!isSamePlace(before.top, now.top) && now.content >= before.content) isNewlyAsked = false;
    if (next === mode) return report();
    if (next === "held") held = room.place();
    mode = next;
    report();
  };
  const person = observeUserScroll(content, {
    onTurn() {
      isNewlyAsked = false;
    },
    onOpen() {
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
    toEnd() {
      held = room.place();
      mode = before.room > 0 && held ? "held" : "following";
      isDue = true;
      isNewlyAsked = false;
      settle();
    },
    toMessage(currentId) {
      room.keepBelow(currentId);
      mode = "held";
      held = undefined;
      isDue = true;
      isNewlyAsked = false;
      settleSoon();
    },
    isNearEnd: () => isNearEnd(before),
    listDrawn() {
      // What is lower now may be higher again before a frame tells of it, as if the person had scrolled up.
      if (mode === "following" && measure().content < before.content) settle();
    },
    contentAdded() {
      goOn("asked");
      // What was opened has found room in the view.
      if (mode === "opened" && isAtEnd(measure())) goOn("opened");
    },
    questionAsked() {
      goOn("asked");
      isNewlyAsked = true;
      // What stands there already may have become the question without becoming any taller.
      settleSoon();
    },
    questionAnswered() {
      goOn("asked", "opened");
      isNewlyAsked = false;
    },
    dispose() {
      cancelAnimationFrame(frame);
      viewport.removeEventListener("scroll", handleScroll);
      person.dispose();
      observer?.disconnect();
      room.dispose();
    },
  };
}
