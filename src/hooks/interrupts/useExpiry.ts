import { useCallback, useMemo, useSyncExternalStore } from "react";

/** The longest delay of a browser timer in milliseconds, about 24 days. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/** Parses a date into milliseconds since the epoch; NaN for an invalid date, which never expires. */
function parseTime(expiresAt: string): number {
  return new Date(expiresAt).getTime();
}

/** Calls back at each of several times. Returns the function that cancels. */
function scheduleAt(times: readonly number[], callback: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const scheduleNext = () => {
    const now = Date.now();
    const future = times.filter((time) => time > now);
    if (future.length === 0) return;
    timer = setTimeout(
      () => {
        callback();
        scheduleNext();
      },
      Math.min(...future.map((time) => time - now), MAX_DELAY_MS),
    );
  };
  scheduleNext();
  return () => clearTimeout(timer);
}

/**
 * @internal Returns a function that checks whether one of the dates is past, and re-renders when the next one is.
 * During server rendering and hydration no date is past, because the clocks of server and client differ.
 */
export function useExpiry(
  dates: readonly (string | undefined)[],
): (date: string | undefined) => boolean {
  const key = dates.flatMap((date) => date ?? []).join("\n");
  const subscribe = useCallback(
    (callback: () => void) => scheduleAt(key.split("\n").map(parseTime), callback),
    [key],
  );
  const read = () =>
    key
      .split("\n")
      .filter((date) => parseTime(date) <= Date.now())
      .join("\n");
  const expired = useSyncExternalStore(subscribe, read, readNothing);
  const pastDates = useMemo(() => new Set(expired.split("\n")), [expired]);
  return (date) => date !== undefined && pastDates.has(date);
}

const readNothing = () => "";
