import { describe, expect, test } from "vitest";
import {
  type Agent,
  createThread,
  type EventInput,
  parseThread,
  serializeThread,
} from "../../../src/core.ts";
import { assistantText, runEvents } from "../../support/runEvents.ts";
import { shownContents } from "../../support/threadViews.ts";

/** Creates an agent that answers "own" and replays these batches on connect. */
function createReplayingAgent(batches: () => readonly (readonly EventInput[])[]): Agent {
  return {
    async *run({ runId }) {
      yield runEvents(runId, ...assistantText("own", `own ${runId}`));
    },
    async *connect() {
      for (const batch of batches()) yield structuredClone(batch);
    },
  };
}

const r1 = runEvents("r1", ...assistantText("one", "a1"));
const r2 = runEvents("r2", ...assistantText("two", "a2"));
const r3 = runEvents("r3", ...assistantText("three", "a3"));
const all = [...r1, ...r2, ...r3];

describe.each([
  ["event by event", all.map((event) => [event])],
  ["run by run", [r1, r2, r3]],
  ["all at once", [all]],
])("runs that were received %s", (_how, batches) => {
  test.each([
    ["r1", ["hi", "own", "one"]],
    ["r2", ["hi", "own", "one", "two"]],
    ["r3", ["hi", "own", "one", "two", "three"]],
  ])("show the messages at the end of %s after goToRun()", async (runId, expected) => {
    const agent = createReplayingAgent(() => batches);
    const thread = createThread({ agent, threadId: "t1" });
    await thread.send("hi");
    await thread.connect();
    expect(thread.getSnapshot().run.runId).toBe("r3");
    const whole = thread.getSnapshot();
    await thread.goToRun("r3");
    expect(thread.getSnapshot()).toBe(whole);
    await thread.send("more");
    await thread.goToRun(runId);
    expect(shownContents(thread)).toEqual(expected);
    expect(thread.getSnapshot().run).toMatchObject({ runId, status: "idle", outcome: "success" });
    // The thread can be serialized at this run, restored and continued.
    const text = await serializeThread(thread);
    const again = createThread({ agent, ...parseThread(text) });
    expect(shownContents(again)).toEqual(expected);
    expect(again.getSnapshot().run).toEqual(thread.getSnapshot().run);
    await again.connect();
    expect(shownContents(again)).toEqual(expected);
    await again.send("else");
    expect(shownContents(again)).toEqual([...expected, "else", "own"]);
    await again.goToRun("r3");
    expect(shownContents(again)).toEqual(["hi", "own", "one", "two", "three"]);
  });
});

test("goToRun() shows both of two runs that were received together", async () => {
  const initialMessages = [{ id: "a1", role: "assistant" as const, content: "one" }];
  const agent = createReplayingAgent(() => [...r1, ...r2].map((event) => [event]));
  const thread = createThread({ agent, threadId: "t1", initialMessages });
  await thread.connect();
  await thread.send("more");
  await thread.goToRun("r1");
  expect(shownContents(thread)).toEqual(["one", "two"]);
});

test("goToRun() shows the messages up to a run from any of several connections", async () => {
  let replayed = r1;
  const agent = createReplayingAgent(() => [replayed]);
  const thread = createThread({ agent, threadId: "t1" });
  await thread.connect();
  await thread.send("hi");
  replayed = [...r1, ...r2];
  await thread.connect();
  expect(shownContents(thread)).toEqual(["one", "hi", "own", "two"]);
  await thread.goToRun("r1");
  expect(shownContents(thread)).toEqual(["one"]);
  await thread.goToRun("r2");
  expect(shownContents(thread)).toEqual(["one", "hi", "own", "two"]);
});

test("a run that is replayed with another run id keeps its first end", async () => {
  let replayed = r1;
  const thread = createThread({ agent: createReplayingAgent(() => [replayed]), threadId: "t1" });
  await thread.connect();
  const { run: first } = thread.getSnapshot();
  replayed = runEvents("r9", ...assistantText("one", "a1"));
  await thread.connect();
  expect(thread.getSnapshot().run).toEqual(first);
  await thread.send("hi");
  await thread.goToRun("r1");
  expect(shownContents(thread)).toEqual(["one"]);
});

test("goToRun() shows the initial messages for the run of the initial snapshot", async () => {
  const first = createThread({ agent: createReplayingAgent(() => [r1]), threadId: "t1" });
  await first.connect();
  const agent = createReplayingAgent(() => []);
  const thread = createThread({ agent, snapshot: first.getSnapshot() });
  await thread.send("hi");
  await thread.goToRun("r1");
  expect(shownContents(thread)).toEqual(["one"]);
  await expect(thread.goToRun("r2")).rejects.toMatchObject({ code: "invalid-argument" });
});

test("goToRun() hides the later runs of a stream with several runs", async () => {
  const agent: Agent = {
    async *run() {
      yield* [...r1, ...r2];
    },
  };
  const thread = createThread({ agent, threadId: "t1" });
  await thread.send("hi");
  await thread.goToRun("r1");
  expect(shownContents(thread)).toEqual(["hi", "one"]);
  await thread.goToRun("r2");
  expect(shownContents(thread)).toEqual(["hi", "one", "two"]);
});
