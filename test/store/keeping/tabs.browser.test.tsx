import { afterEach, expect, test } from "vitest";
import { createThread, memoryStorage, type Thread, type ThreadStorage } from "../../../src/core.ts";
import type { Agent } from "../../../src/protocol/agent.ts";
import { manualAgent, scriptedAgent, textRun } from "../../../src/testing.ts";

let count = 0;
const threads: Thread[] = [];
afterEach(() => {
  for (const thread of threads.splice(0)) thread.dispose();
});

/** A page that shows a thread: pages share the storage, and nothing else. */
async function open(agent: Agent, storage: ThreadStorage, threadId: string): Promise<Thread> {
  const thread = createThread({ agent, threadId, storage });
  threads.push(thread);
  await expect.poll(() => thread.getSnapshot().isRestoring).toBe(undefined);
  return thread;
}

const newId = () => `tabs-${++count}`;
const said = (thread: Thread) => thread.getSnapshot().messages.map(({ content }) => content);
const opening = [
  { type: "TEXT_MESSAGE_START" as const, messageId: "m1", role: "assistant" as const },
  { type: "TEXT_MESSAGE_CONTENT" as const, messageId: "m1", delta: "Hel" },
];

/** Two pages, in the first of which a run has said something. */
async function running() {
  const agent = manualAgent();
  const storage = memoryStorage();
  const id = newId();
  const first = await open(agent, storage, id);
  const second = await open(scriptedAgent(textRun("Second")), storage, id);
  const run = first.send("Hi");
  await agent.started();
  agent.emit({ type: "RUN_STARTED", threadId: id, runId: "r1" }, ...opening);
  await expect.poll(() => said(second)).toEqual(["Hi", "Hel"]);
  return { agent, storage, first, second, run, id };
}

test("what one page says and hears the other shows as it comes, and both end the same", async () => {
  const { agent, first, second, run, id } = await running();
  expect(second.getSnapshot().run.status).toBe("streaming");
  agent.emit({ type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "lo" });
  await expect.poll(() => said(second)).toEqual(["Hi", "Hello"]);
  agent.emit({ type: "RUN_FINISHED", threadId: id, runId: "r1" });
  agent.finish();
  await run;
  await expect.poll(() => second.getSnapshot()).toEqual(first.getSnapshot());
  // And the other way round.
  await second.send("And now?");
  await expect.poll(() => first.getSnapshot()).toEqual(second.getSnapshot());
  expect(said(first)).toEqual(["Hi", "Hello", "And now?", "Second"]);
});

test("only one of them runs the agent", async () => {
  const { agent, second, run } = await running();
  await expect(second.send("Me too")).rejects.toMatchObject({ code: "thread-busy" });
  expect(said(second)).toEqual(["Hi", "Hel"]);
  agent.finish();
  await run;
  await expect.poll(() => second.getSnapshot().run.status).toBe("error");
  await second.send("Now");
  expect(said(second)).toEqual(["Hi", "Hel", "Now", "Second"]);
});

test("a run is stopped from the other page", async () => {
  const { first, second, run } = await running();
  second.stop();
  expect((await run).outcome).toBe("cancelled");
  await expect.poll(() => second.getSnapshot()).toEqual(first.getSnapshot());
});

test("an edit of the state in the other page is of the run's page as well", async () => {
  const { agent, first, second, run, id } = await running();
  second.setState({ note: "from afar" });
  await expect.poll(() => first.getSnapshot().visibleState).toEqual({ note: "from afar" });
  await expect.poll(() => second.getSnapshot().visibleState).toEqual({ note: "from afar" });
  agent.emit({ type: "RUN_FINISHED", threadId: id, runId: "r1" });
  agent.finish();
  await run;
  await expect.poll(() => second.getSnapshot()).toEqual(first.getSnapshot());
  expect(first.getSnapshot().edits).toHaveLength(1);
});

test("a page that is opened in mid-run follows it, and cuts nothing off", async () => {
  const { agent, storage, first, run, id } = await running();
  const third = await open(scriptedAgent([]), storage, id);
  await expect.poll(() => said(third)).toEqual(["Hi", "Hel"]);
  expect(third.getSnapshot().run.status).toBe("streaming");
  agent.emit({ type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "lo" });
  await expect.poll(() => said(third)).toEqual(["Hi", "Hello"]);
  agent.emit({ type: "RUN_FINISHED", threadId: id, runId: "r1" });
  agent.finish();
  await run;
  await expect.poll(() => third.getSnapshot()).toEqual(first.getSnapshot());
});

test("a page that went away in mid-run leaves what it heard, and the other goes on", async () => {
  const { first, second, run } = await running();
  first.dispose();
  await run;
  await expect.poll(() => second.getSnapshot().run.status).toBe("idle");
  expect(said(second)).toEqual(["Hi", "Hel"]);
  await second.retry();
  expect(said(second)).toEqual(["Hi", "Second"]);
});

test("what two pages do in the same moment is done in both", async () => {
  const storage = memoryStorage();
  const id = newId();
  const first = await open(scriptedAgent(textRun("One")), storage, id);
  const second = await open(scriptedAgent([]), storage, id);
  await first.send("Hi");
  await expect.poll(() => second.getSnapshot()).toEqual(first.getSnapshot());
  first.setState({ a: 1 });
  second.setState({ b: 2 });
  const both = { a: 1, b: 2 };
  await expect.poll(() => first.getSnapshot().visibleState).toEqual(both);
  await expect.poll(() => second.getSnapshot().visibleState).toEqual(both);
  const third = await open(scriptedAgent([]), storage, id);
  await expect.poll(() => third.getSnapshot().visibleState).toEqual(both);
});

test("threads of one id in two storages hear nothing of each other", async () => {
  const id = newId();
  const first = await open(scriptedAgent(textRun("One")), memoryStorage(), id);
  const second = await open(scriptedAgent(textRun("Two")), memoryStorage(), id);
  await Promise.all([first.send("Hi"), second.send("Hello")]);
  expect(said(first)).toEqual(["Hi", "One"]);
  expect(said(second)).toEqual(["Hello", "Two"]);
});

test("a branch is shown in both", async () => {
  const storage = memoryStorage();
  const id = newId();
  const first = await open(scriptedAgent(textRun("One"), textRun("Two")), storage, id);
  const second = await open(scriptedAgent([]), storage, id);
  await first.send("Hi");
  await first.regenerate();
  await expect.poll(() => second.getSnapshot()).toEqual(first.getSnapshot());
  expect(said(second)).toEqual(["Hi", "Two"]);
  await second.switchBranch(second.getSnapshot().messages[0]?.id ?? "", 0);
  await expect.poll(() => said(first)).toEqual(["Hi", "One"]);
});
