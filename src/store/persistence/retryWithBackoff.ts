import { unref } from "../../protocol/runtime.ts";
import type { EventLog } from "../eventLog/eventLog.ts";
import { isPermanent } from "./adapters/storageErrors.ts";
import { canDelayWrite } from "./logWriter.ts";

/** Delays of the attempts, in milliseconds: each is twice as long as the last. */
const FIRST_MS = 1_000;
const LONGEST_MS = 300_000;

/**
 * Repeats an attempt until it succeeds or fails permanently: with growing delays, and after each user action.
 *
 * @param attempt - Resolves with true when it has succeeded; rejects when it has failed.
 * @returns The function that cancels further attempts.
 */
export function retryWithBackoff(log: EventLog, attempt: () => Promise<boolean>): () => void {
  let delayMs = FIRST_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isTrying = false;
  /** True when another attempt was requested during an attempt. */
  let isRequestedAgain = false;
  let isEnded = false;

  function cancel(): void {
    isEnded = true;
    clearTimeout(timer);
    unsubscribe();
  }

  async function tryOnce(): Promise<void> {
    if (isEnded) return;
    if (isTrying) {
      isRequestedAgain = true;
      return;
    }
    isTrying = true;
    clearTimeout(timer);
    // A permanent failure ends the attempts as a success does.
    const isDone = await attempt().catch(isPermanent);
    isTrying = false;
    if (isDone) cancel();
    else schedule();
  }

  function schedule(): void {
    if (isEnded) return;
    timer = setTimeout(tryOnce, isRequestedAgain ? 0 : delayMs);
    if (!isRequestedAgain) delayMs = Math.min(2 * delayMs, LONGEST_MS);
    isRequestedAgain = false;
    unref(timer);
  }

  const unsubscribe = log.subscribe(({ entries }) => {
    if (!entries.every(canDelayWrite)) queueMicrotask(tryOnce);
  });
  schedule();
  return cancel;
}
