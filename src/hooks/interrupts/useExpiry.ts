import { useCallback, useSyncExternalStore } from "react";

/** The longest a timer of a browser can wait, in milliseconds: about 24 days. */
const MAX_DELAY_MS = 2 ** 31 - 1;

/** When something expires, in milliseconds since the epoch; of a date that cannot be read, no number. */
function timeOf(expiresAt: string): number {
  return new Date(expiresAt).getTime();
}

/** Calls back when each of some times has come; returns the function that ends it. */
function onEach(times: readonly number[], callback: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    const now = Date.now();
    const later = times.filter((time) => time > now);
    if (later.length === 0) return;
    timer = setTimeout(
      () => {
        callback();
        wait();
      },
      Math.min(...later.map((time) => time - now), MAX_DELAY_MS),
    );
  };
  wait();
  return () => clearTimeout(timer);
}

/**
 * @internal Whether a date has come. Renders again at that moment and not before; with several dates
 * it tells of each, by its text. On a server, and where a page takes over from one, none has come:
 * the two have different clocks.
 */
export function useExpiry(
  dates: readonly (string | undefined)[],
): (date: string | undefined) => boolean {
  const key = dates.flatMap((date) => date ?? []).join("\n");
  const subscribe = useCallback(
    (callback: () => void) => onEach(key.split("\n").map(timeOf), callback),
    [key],
  );
  const read = () =>
    key
      .split("\n")
      .filter((date) => timeOf(date) <= Date.now())
      .join("\n");
  const over = useSyncExternalStore(subscribe, read, readNothing).split("\n");
  return (date) => date !== undefined && over.includes(date);
}

const readNothing = () => "";
