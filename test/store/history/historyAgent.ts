import { expect } from "vitest";
import { type Agent, parseThread, serializeThread, type Thread } from "../../../src/core.ts";
import { type Script, scriptedAgent, textRun } from "../../../src/testing.ts";
import { turnMessages } from "../../support/pagedHistory.ts";

export const messageIds = (thread: Thread) => thread.getSnapshot().messages.map(({ id }) => id);

export const idsOfTurns = (from: number, to: number) => turnMessages(from, to).map(({ id }) => id);

export function agentWith(history: Pick<Agent, "history">, ...runs: readonly Script[]) {
  const runner = scriptedAgent(...runs, textRun("That is all."));
  const agent: Agent = { run: (input, options) => runner.run(input, options), ...history };
  return { agent, runner };
}

/** Expects that replaying the log results in the current snapshot. */
export async function expectSameWhenRead(thread: Thread): Promise<void> {
  const { snapshot, eventLog } = parseThread(await serializeThread(thread));
  expect(snapshot).toEqual(thread.getSnapshot());
  expect(eventLog?.events.length).toBeGreaterThan(0);
}
