import type { EventLog } from "../eventLog/eventLog.ts";
import { unref } from "../thread/runtime.ts";
import { isPermanent } from "./adapters/storageErrors.ts";
import { canDelayWrite } from "./logWriter.ts";

/** When it is tried for the first time, in milliseconds: each time twice as long after the last. */
const FIRST_MS = 1_000;
const LONGEST_MS = 300_000;

/**
 * Tries something until it is done, again and again and whenever something is done in the thread.
 *
 * @param attempt - Tells whether it is done; rejects when it could not be.
 * @returns What gives it up.
 */
export function retryWithBackoff(log: EventLog, attempt: () => Promise<boolean>): () => void {
  let afterMs = FIRST_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isTrying = false;
  let isDue = false;
  let isOver = false;

  function stop(): void {
    isOver = true;
    clearTimeout(timer);
    unsubscribe();
  }

  async function tryOnce(): Promise<void> {
    if (isOver) return;
    isDue = isTrying;
    if (isTrying) return;
    isTrying = true;
    clearTimeout(timer);
    const isDone = await attempt().catch(isPermanent);
    isTrying = false;
    if (isDone) stop();
    else wait();
  }

  function wait(): void {
    if (isOver) return;
    timer = setTimeout(tryOnce, isDue ? 0 : afterMs);
    if (!isDue) afterMs = Math.min(2 * afterMs, LONGEST_MS);
    isDue = false;
    unref(timer);
  }

  const unsubscribe = log.subscribe(({ entries }) => {
    if (!entries.every(canDelayWrite)) queueMicrotask(tryOnce);
  });
  wait();
  return stop;
}
