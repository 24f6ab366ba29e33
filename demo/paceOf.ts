/** Longest pause in milliseconds at the `brisk` pace, about a few words of a model. */
const BRISK_MS = 60;

/**
 * Returns the pace that `?pace=` names: `fast` omits pauses, for tests that do not observe
 * streaming; `brisk` shortens long pauses, for tests that do; `slow` doubles pauses, for tests that
 * act during a run.
 */
export function paceOf(name: string | null): (delayMs: number) => number {
  if (name === "fast") return () => 0;
  if (name === "slow") return (delayMs) => 2 * delayMs;
  return (delayMs) => (name === "brisk" ? Math.min(delayMs, BRISK_MS) : delayMs);
}
