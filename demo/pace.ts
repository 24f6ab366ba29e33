/** Longer than this, no pause is when one is in a hurry: a few words of a model's. In milliseconds. */
const BRISK_MS = 60;

/**
 * How long a pause is with the `?pace=` of the page: `fast` leaves all of them out, for tests that do
 * not watch; `brisk` shortens the long ones, for tests that watch text arrive at its own pace.
 */
export function paceOf(name: string | null): (delayMs: number) => number {
  if (name === "fast") return () => 0;
  return (delayMs) => (name === "brisk" ? Math.min(delayMs, BRISK_MS) : delayMs);
}
