import { afterEach, expect, vi } from "vitest";
import {
  createThread,
  type Thread,
  type ThreadOptions,
  type ThreadStorage,
} from "../../../src/core.ts";
import type { Agent } from "../../../src/protocol/agent.ts";
import { manualAgent, scriptedAgent, textRun } from "../../../src/testing.ts";
import { eventually } from "../../support/eventually.ts";
import { shownContents } from "../../support/threadViews.ts";

let count = 0;
const threads: Thread[] = [];
afterEach(() => {
  for (const thread of threads.splice(0)) thread.dispose();
});

export const newId = () => `tabs-${++count}`;
export const statusOf = (thread: Thread) => thread.getSnapshot().run.status;

/** Opens a thread in a simulated tab, which shares only the storage with other tabs. */
export async function openTab(
  agent: Agent,
  storage: ThreadStorage,
  threadId: string,
  options: Partial<ThreadOptions> = {},
): Promise<Thread> {
  const thread = createThread({ ...options, agent, threadId, storage });
  threads.push(thread);
  await eventually(() => thread.getSnapshot().isRestoring).toBe(undefined);
  return thread;
}

/** Waits until all tabs show the same snapshot, apart from the issues of each tab. */
export async function waitUntilInSync(...tabs: readonly Thread[]): Promise<void> {
  const withoutIssues = ({ getSnapshot }: Thread) => ({ ...getSnapshot(), issues: [] });
  await vi.waitFor(
    () => {
      const [first, ...others] = tabs.map(withoutIssues);
      for (const other of others) expect(other).toEqual(first);
    },
    { timeout: 20_000 },
  );
}

export const openingEvents = [
  { type: "TEXT_MESSAGE_START" as const, messageId: "m1", role: "assistant" as const },
  { type: "TEXT_MESSAGE_CONTENT" as const, messageId: "m1", delta: "Hel" },
];
export const startedIn = (threadId: string) => ({
  type: "RUN_STARTED" as const,
  threadId,
  runId: "r1",
});
export const finishedIn = (threadId: string) => ({
  type: "RUN_FINISHED" as const,
  threadId,
  runId: "r1",
});

/** Opens tabs with one thread, whose run in the first tab has streamed a part of its answer. */
export async function openTabsDuringRun(
  storage: ThreadStorage,
  others: readonly Agent[] = [scriptedAgent(textRun("Second"))],
) {
  const agent = manualAgent();
  const id = newId();
  const first = await openTab(agent, storage, id);
  const tabs: Thread[] = [];
  for (const other of others) tabs.push(await openTab(other, storage, id));
  const run = first.send("Hi");
  await agent.started();
  agent.emit(startedIn(id), ...openingEvents);
  for (const tab of tabs) await eventually(() => shownContents(tab)).toEqual(["Hi", "Hel"]);
  const [second = first, third = first] = tabs;
  return { agent, first, second, third, run, id };
}

/** Creates an agent of a server that replays a run from its start to each client that connects. */
export function createReplayServer(threadId: string) {
  const calls = { connects: 0, cancels: 0 };
  const agent: Agent = {
    run: (input, options) => scriptedAgent(textRun("Another")).run(input, options),
    async *connect() {
      calls.connects += 1;
      yield [startedIn(threadId), ...openingEvents];
      yield { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "lo" };
      yield [{ type: "TEXT_MESSAGE_END", messageId: "m1" }, finishedIn(threadId)];
    },
    async cancel() {
      calls.cancels += 1;
    },
  };
  return { agent, calls };
}
