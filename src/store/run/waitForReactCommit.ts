import { yieldToMain } from "../../protocol/scheduling.ts";

/** Tasks to wait for: React renders in one task and may run effects in the next. */
const TASK_COUNT = 2;

/**
 * Waits until React has rendered a change of a tool or the user, so that context entries that
 * effects update are sent with the answer.
 */
export async function waitForReactCommit(): Promise<void> {
  for (let task = 0; task < TASK_COUNT; task++) await yieldToMain();
}
