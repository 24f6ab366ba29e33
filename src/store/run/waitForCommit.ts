import { yieldToMain } from "../../protocol/yieldToMain.ts";

/** Tasks that a page may take: React renders in one, and may run effects in the next. */
const TASKS = 2;

/**
 * Waits until a page has shown what a tool or a person has just changed, so that the facts it tells
 * the agent in an effect of that go with the answer.
 */
export async function waitForReactCommit(): Promise<void> {
  for (let task = 0; task < TASKS; task++) await yieldToMain();
}
