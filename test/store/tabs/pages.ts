import { afterEach, expect, vi } from "vitest";
import {
  createThread,
  type Thread,
  type ThreadOptions,
  type ThreadStorage,
} from "../../../src/core.ts";
import type { Agent } from "../../../src/protocol/agent.ts";
import { manualAgent, scriptedAgent, textRun } from "../../../src/testing.ts";

let count = 0;
const threads: Thread[] = [];
afterEach(() => {
  for (const thread of threads.splice(0)) thread.dispose();
});

export const newId = () => `tabs-${++count}`;
export const said = (thread: Thread) => thread.getSnapshot().messages.map(({ content }) => content);
export const statusOf = (thread: Thread) => thread.getSnapshot().run.status;

/** Like `expect.poll`, with patience: a page that says nothing is waited for. */
export const eventually = <T>(read: () => T) => expect.poll(read, { timeout: 20_000 });

/** A page that shows a thread: pages share the storage, and nothing else. */
export async function open(
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

/** All pages come to show the same, but for what concerns one of them alone. */
export async function inStep(...pages: readonly Thread[]): Promise<void> {
  const shown = ({ getSnapshot }: Thread) => ({ ...getSnapshot(), issues: [] });
  await vi.waitFor(
    () => {
      const [first, ...others] = pages.map(shown);
      for (const other of others) expect(other).toEqual(first);
    },
    { timeout: 20_000 },
  );
}

export const opening = [
  { type: "TEXT_MESSAGE_START" as const, messageId: "m1", role: "assistant" as const },
  { type: "TEXT_MESSAGE_CONTENT" as const, messageId: "m1", delta: "Hel" },
];
export const started = (threadId: string) => ({
  type: "RUN_STARTED" as const,
  threadId,
  runId: "r1",
});
export const finished = (threadId: string) => ({
  type: "RUN_FINISHED" as const,
  threadId,
  runId: "r1",
});

/** Two pages, in the first of which a run has said something. */
export async function running(
  storage: ThreadStorage,
  others: readonly Agent[] = [scriptedAgent(textRun("Second"))],
) {
  const agent = manualAgent();
  const id = newId();
  const first = await open(agent, storage, id);
  const pages: Thread[] = [];
  for (const other of others) pages.push(await open(other, storage, id));
  const run = first.send("Hi");
  await agent.started();
  agent.emit(started(id), ...opening);
  for (const page of pages) await eventually(() => said(page)).toEqual(["Hi", "Hel"]);
  const [second = first, third = first] = pages;
  return { agent, first, second, third, run, id };
}

/** A server that tells a run from its start to whoever comes back to it. */
export function server(threadId: string) {
  const calls = { connects: 0, cancels: 0 };
  const agent: Agent = {
    run: (input, options) => scriptedAgent(textRun("Another")).run(input, options),
    async *connect() {
      calls.connects += 1;
      yield [started(threadId), ...opening];
      yield { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "lo" };
      yield [{ type: "TEXT_MESSAGE_END", messageId: "m1" }, finished(threadId)];
    },
    async cancel() {
      calls.cancels += 1;
    },
  };
  return { agent, calls };
}
