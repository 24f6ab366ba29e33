import { useEffect, useState } from "react";

/** Earlier than this, in milliseconds, it does not matter when something expires. */
const SHOWN_MS = 60 * 60_000;
/** From here on, in milliseconds, seconds count. */
const EXACT_MS = 5 * 60_000;
/** The longest a timer of a browser can wait, in milliseconds: about 24 days. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/** How much time is left: rounded so that it never promises more than there is. */
export type TimeLeft = { readonly minutes: number } | { readonly seconds: number } | undefined;

/**
 * @internal Follows the time that is left until a date. Renders when what it says changes: once a
 * second at the end, once a minute before, and not at all while there is more than an hour.
 *
 * @param expiresAt - A date that `Date` can read; there is no end to any other.
 */
export function useTimeLeft(expiresAt: string): TimeLeft {
  const end = new Date(expiresAt).getTime();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const [, lasts] = describe(end - Math.max(now, Date.now()));
    if (Number.isNaN(lasts)) return;
    const delay = Math.min(Math.max(lasts, 1), MAX_DELAY_MS);
    const timer = setTimeout(() => setNow(Date.now()), delay);
    return () => clearTimeout(timer);
  }, [end, now]);
  const [said] = describe(end - Math.max(now, Date.now()));
  return said;
}

/** What there is to say, and for how many milliseconds it stays so. */
function describe(left: number): [TimeLeft, number] {
  if (left <= 0 || Number.isNaN(left)) return [undefined, Number.NaN];
  if (left > SHOWN_MS) return [undefined, left - SHOWN_MS];
  if (left > EXACT_MS) {
    const minutes = Math.floor(left / 60_000);
    return [{ minutes }, left - Math.max(minutes * 60_000 - 1, EXACT_MS)];
  }
  const seconds = Math.ceil(left / 1000);
  return [{ seconds }, left - (seconds - 1) * 1000];
}
