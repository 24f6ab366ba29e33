import { useEffect, useState } from "react";

/** The longest a timer of a browser can wait, in milliseconds: about 24 days. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/** When something expires, in milliseconds since the epoch; a date that cannot be read never comes. */
function timeOf(expiresAt: string | undefined): number {
  const time = expiresAt === undefined ? Number.NaN : new Date(expiresAt).getTime();
  return Number.isNaN(time) ? Number.POSITIVE_INFINITY : time;
}

/**
 * @internal Whether a date has come. Renders again at that moment and not before; with several dates
 * it tells of each, by its text.
 */
export function useExpiry(
  dates: readonly (string | undefined)[],
): (date: string | undefined) => boolean {
  const [now, setNow] = useState(Date.now);
  // What has expired while nothing was rendered is found here.
  const at = Math.max(now, Date.now());
  const next = Math.min(...dates.map(timeOf).filter((time) => time > at));
  useEffect(() => {
    if (next === Number.POSITIVE_INFINITY) return;
    const timer = setTimeout(
      () => setNow(Date.now()),
      Math.min(Math.max(next - Math.max(now, Date.now()), 0), MAX_DELAY_MS),
    );
    return () => clearTimeout(timer);
  }, [next, now]);
  return (date) => timeOf(date) <= at;
}
