import { type RefObject, useLayoutEffect, useState } from "react";

/** What a form disables, and with it takes the focus from. */
const answers = ".agk-form :is(input, select, textarea, fieldset button, [type='submit']):focus";

/**
 * @internal Whether what can be answered with is to be disabled. That is a moment after the time is
 * over: the card takes the focus of what is disabled first, as a browser would drop it.
 */
export function useDelayedDisable(
  card: RefObject<HTMLElement | null>,
  isExpired: boolean,
): boolean {
  const [isLocked, setLocked] = useState(isExpired);
  useLayoutEffect(() => {
    if (isExpired && card.current?.querySelector(answers)) card.current.focus();
    setLocked(isExpired);
  }, [card, isExpired]);
  return isLocked;
}
