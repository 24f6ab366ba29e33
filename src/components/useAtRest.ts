import { type RefObject, useEffect, useRef } from "react";
import { useLatest } from "../hooks/useLatest.ts";
import { viewportOf } from "./useApproach.ts";

/** What a person scrolls with. */
const INPUTS = ["wheel", "touchmove", "keydown", "pointerdown"] as const;

/** How many frames it may take until what a person does is seen to scroll. */
const FRAMES_TO_BEGIN = 6;

/** How many frames it may stand between two of its steps: it begins and ends slowly. */
const FRAMES_BETWEEN = 3;

/**
 * @internal Calls in each frame, from the second on, in which a transcript is at rest: a jump would stop a wheel, a
 * key or a finger halfway.
 */
export function useAtRest(
  place: RefObject<Element | null>,
  isWanted: boolean,
  onFrame: () => void,
): void {
  const latest = useLatest(onFrame);
  /** How many frames are still to be waited for: the first one paints what there is. */
  const wait = useRef(1);
  useEffect(() => {
    const viewport = viewportOf(place.current);
    if (!isWanted || !viewport) return;
    const handleInput = () => {
      wait.current = FRAMES_TO_BEGIN;
    };
    const measure = () => {
      const { scrollTop, scrollHeight } = viewport;
      return { top: scrollTop, below: scrollHeight - scrollTop };
    };
    let last = measure();
    let frame = 0;
    const look = () => {
      frame = requestAnimationFrame(look);
      const { top, below } = measure();
      // What comes in front of the view or behind it changes but one of them.
      const isMoving = top !== last.top && below !== last.below;
      last = { top, below };
      if (isMoving) wait.current = Math.max(wait.current, FRAMES_BETWEEN);
      else if (wait.current > 0) wait.current--;
      else {
        latest.current();
        last = measure();
      }
    };
    frame = requestAnimationFrame(look);
    for (const type of INPUTS) viewport.addEventListener(type, handleInput, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      for (const type of INPUTS) viewport.removeEventListener(type, handleInput);
    };
  }, [place, isWanted, latest]);
}
