import { describe, expect, test } from "vitest";
import {
  type Agent,
  createThread,
  type EventInput,
  parseThread,
  serializeThread,
  type Thread,
} from "../../../src/core.ts";
import { run, text } from "../reconnect/wholeRuns.ts";

const contents = (thread: Thread) => thread.getSnapshot().messages.map(({ content }) => content);

/** An agent that answers "own", and tells these batches to whoever connects. */
function tellingAgent(batches: () => readonly (readonly EventInput[])[]): Agent {
  return {
    async *run({ runId }) {
      yield run(runId, ...text("own", `own ${runId}`));
    },
    async *connect() {
      for (const batch of batches()) yield structuredClone(batch);
    },
  };
}

const r1 = run("r1", ...text("one", "a1"));
const r2 = run("r2", ...text("two", "a2"));
const r3 = run("r3", ...text("three", "a3"));
const all = [...r1, ...r2, ...r3];

describe.each([
  ["one by one", all.map((event) => [event])],
  ["run by run", [r1, r2, r3]],
  ["all at once", [all]],
])("of runs that were listened to %s", (_how, batches) => {
  test.each([
    ["r1", ["hi", "own", "one"]],
    ["r2", ["hi", "own", "one", "two"]],
    ["r3", ["hi", "own", "one", "two", "three"]],
  ])("going to %s shows what had been said by its end", async (runId, said) => {
    const agent = tellingAgent(() => batches);
    const thread = createThread({ agent, threadId: "t1" });
    await thread.send("hi");
    await thread.connect();
    expect(thread.getSnapshot().run.runId).toBe("r3");
    const whole = thread.getSnapshot();
    await thread.goToRun("r3");
    expect(thread.getSnapshot()).toBe(whole);
    await thread.send("more");
    await thread.goToRun(runId);
    expect(contents(thread)).toEqual(said);
    expect(thread.getSnapshot().run).toMatchObject({ runId, status: "idle", outcome: "success" });
    // It can be stored like that, told again, and gone on with.
    const text = await serializeThread(thread);
    const again = createThread({ agent, ...parseThread(text) });
    expect(contents(again)).toEqual(said);
    expect(again.getSnapshot().run).toEqual(thread.getSnapshot().run);
    await again.connect();
    expect(contents(again)).toEqual(said);
    await again.send("else");
    expect(contents(again)).toEqual([...said, "else", "own"]);
    await again.goToRun("r3");
    expect(contents(again)).toEqual(["hi", "own", "one", "two", "three"]);
  });
});

test("going to a run that was heard in one go with the next shows both", async () => {
  const initialMessages = [{ id: "a1", role: "assistant" as const, content: "one" }];
  const agent = tellingAgent(() => [...r1, ...r2].map((event) => [event]));
  const thread = createThread({ agent, threadId: "t1", initialMessages });
  await thread.connect();
  await thread.send("more");
  await thread.goToRun("r1");
  expect(contents(thread)).toEqual(["one", "two"]);
});

test("going to a run after each of several connections shows what that one has told", async () => {
  let told = r1;
  const agent = tellingAgent(() => [told]);
  const thread = createThread({ agent, threadId: "t1" });
  await thread.connect();
  await thread.send("hi");
  told = [...r1, ...r2];
  await thread.connect();
  expect(contents(thread)).toEqual(["one", "hi", "own", "two"]);
  await thread.goToRun("r1");
  expect(contents(thread)).toEqual(["one"]);
  await thread.goToRun("r2");
  expect(contents(thread)).toEqual(["one", "hi", "own", "two"]);
});

test("a run that a server tells once more under another name ends where it ended first", async () => {
  let told = r1;
  const thread = createThread({ agent: tellingAgent(() => [told]), threadId: "t1" });
  await thread.connect();
  const { run: first } = thread.getSnapshot();
  told = run("r9", ...text("one", "a1"));
  await thread.connect();
  expect(thread.getSnapshot().run).toEqual(first);
  await thread.send("hi");
  await thread.goToRun("r1");
  expect(contents(thread)).toEqual(["one"]);
});

test("going to the run that a thread began with shows what it began with", async () => {
  const first = createThread({ agent: tellingAgent(() => [r1]), threadId: "t1" });
  await first.connect();
  const agent = tellingAgent(() => []);
  const thread = createThread({ agent, snapshot: first.getSnapshot() });
  await thread.send("hi");
  await thread.goToRun("r1");
  expect(contents(thread)).toEqual(["one"]);
  await expect(thread.goToRun("r2")).rejects.toMatchObject({ code: "invalid-argument" });
});

test("going to the first of several runs of one stream does not show the next", async () => {
  const agent: Agent = {
    async *run() {
      yield* [...r1, ...r2];
    },
  };
  const thread = createThread({ agent, threadId: "t1" });
  await thread.send("hi");
  await thread.goToRun("r1");
  expect(contents(thread)).toEqual(["hi", "one"]);
  await thread.goToRun("r2");
  expect(contents(thread)).toEqual(["hi", "one", "two"]);
});
