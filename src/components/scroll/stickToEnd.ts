import { distanceToEnd, type Geometry, isNearEnd, keepsFollowing } from "./geometry.ts";

/** @internal A scroll container that keeps its end in view while the person is there. */
export interface EndSticker {
  /** Goes to the end and follows it. */
  toEnd(): void;
  /** Something was added to the content, as opposed to opened in it. */
  contentAdded(): void;
  /** A person is asked something, which may be on the page later, as it is loaded. */
  questionAsked(): void;
  dispose(): void;
}

/** What waits for a person: the cards, and what an application draws in their place. */
const QUESTION =
  ".agk-interrupt[data-status='open'], .agk-tool-call[data-status='waiting'], .agk-slot[data-asking]";

/** How far below the upper edge a question begins, in CSS pixels. */
const HEADROOM = 8;

/**
 * @internal Follows the end of `content` inside `viewport`.
 *
 * What grows because the person opened it is not followed, so that what they clicked stays under
 * the pointer; the next thing that is added is. What is asked and does not fit is shown from its
 * beginning.
 *
 * @param onAway - Called when the person leaves the end or is back at it.
 */
export function stickToEnd(
  viewport: HTMLElement,
  content: HTMLElement,
  onAway: (isAway: boolean) => void,
): EndSticker {
  let before = measure(viewport);
  let isFollowing = true;
  let isReading = false;
  let isAway = false;
  /** Whether a question has come, and the person has not turned to it yet. */
  let isNewlyAsked = false;
  let frame = 0;

  const settle = () => {
    if (distanceToEnd(measure(viewport)) < 1) isReading = false;
    if (isFollowing && !isReading) {
      const start = isNewlyAsked ? startOfQuestion(viewport, content) : undefined;
      viewport.scrollTop = start ?? viewport.scrollHeight;
      if (start !== undefined) {
        isNewlyAsked = false;
        isReading = true;
      }
    }
    report();
  };
  const report = () => {
    before = measure(viewport);
    viewport.toggleAttribute("data-following", isFollowing && !isReading);
    const isNowAway = !isNearEnd(before);
    if (isNowAway === isAway) return;
    isAway = isNowAway;
    onAway(isAway);
  };
  const handleScroll = () => {
    isFollowing = keepsFollowing(isFollowing, before, measure(viewport));
    report();
  };
  const handleFocus = () => {
    isNewlyAsked = false;
  };
  const handleClick = (event: MouseEvent) => {
    isNewlyAsked = false;
    if (!(event.target instanceof Element && event.target.closest("summary"))) return;
    isReading = true;
    report();
  };

  viewport.addEventListener("scroll", handleScroll, { passive: true });
  content.addEventListener("click", handleClick);
  content.addEventListener("focusin", handleFocus);
  // Absent where there is no layout to observe.
  const observer = globalThis.ResizeObserver && new ResizeObserver(settle);
  observer?.observe(viewport);
  observer?.observe(content);
  settle();

  return {
    toEnd() {
      isFollowing = true;
      isReading = false;
      isNewlyAsked = false;
      settle();
    },
    contentAdded() {
      isReading = false;
    },
    questionAsked() {
      isReading = false;
      isNewlyAsked = true;
      // What stands there already may have become the question without becoming any taller.
      frame = requestAnimationFrame(settle);
    },
    dispose() {
      cancelAnimationFrame(frame);
      viewport.removeEventListener("scroll", handleScroll);
      content.removeEventListener("click", handleClick);
      content.removeEventListener("focusin", handleFocus);
      observer?.disconnect();
    },
  };
}

/** How far to scroll to see the first open question from its beginning, when not all fits. */
function startOfQuestion(viewport: HTMLElement, content: HTMLElement): number | undefined {
  const found = [...content.querySelectorAll(QUESTION)].find((one) => !isLeftToOthers(one));
  // A slot has no box of its own.
  const question = found?.matches(".agk-slot") ? found.firstElementChild : found;
  if (!question) return undefined;
  const { scrollTop, scrollHeight, clientHeight } = viewport;
  const offset = question.getBoundingClientRect().top - viewport.getBoundingClientRect().top;
  const start = scrollTop + offset - HEADROOM;
  return scrollHeight - start > clientHeight ? start : undefined;
}

/** Whether it is a call whose sub-agent is at work, so that it is not the call that asks. */
function isLeftToOthers(question: Element): boolean {
  return question.querySelector(":scope > summary > [data-icon='none']") !== null;
}

function measure({ scrollTop, clientHeight, scrollHeight }: HTMLElement): Geometry {
  return { top: scrollTop, viewport: clientHeight, content: scrollHeight };
}
