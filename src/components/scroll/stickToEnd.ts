import { distanceToEnd, type Geometry, isNearEnd, keepsFollowing } from "./geometry.ts";

/** @internal A scroll container that keeps its end in view while the person is there. */
export interface EndSticker {
  /** Goes to the end and follows it. */
  toEnd(): void;
  /** Something was added to the content, as opposed to opened in it. */
  contentAdded(): void;
  dispose(): void;
}

/**
 * @internal Follows the end of `content` inside `viewport`.
 *
 * What grows because the person opened it is not followed, so that what they clicked stays under
 * the pointer; the next thing that is added is.
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

  const settle = () => {
    if (distanceToEnd(measure(viewport)) < 1) isReading = false;
    if (isFollowing && !isReading) viewport.scrollTop = viewport.scrollHeight;
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
  const handleClick = (event: MouseEvent) => {
    if (!(event.target instanceof Element && event.target.closest("summary"))) return;
    isReading = true;
    report();
  };

  viewport.addEventListener("scroll", handleScroll, { passive: true });
  content.addEventListener("click", handleClick);
  // Absent where there is no layout to observe.
  const observer = globalThis.ResizeObserver && new ResizeObserver(settle);
  observer?.observe(viewport);
  observer?.observe(content);
  settle();

  return {
    toEnd() {
      isFollowing = true;
      isReading = false;
      settle();
    },
    contentAdded() {
      isReading = false;
    },
    dispose() {
      viewport.removeEventListener("scroll", handleScroll);
      content.removeEventListener("click", handleClick);
      observer?.disconnect();
    },
  };
}

function measure({ scrollTop, clientHeight, scrollHeight }: HTMLElement): Geometry {
  return { top: scrollTop, viewport: clientHeight, content: scrollHeight };
}
