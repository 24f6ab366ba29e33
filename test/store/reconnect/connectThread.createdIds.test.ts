import { expect, test, vi } from "vitest";
import { type Agent, createThread, type EventInput } from "../../../src/core.ts";
import { memoryStorage } from "../../../src/store/persistence/adapters/memoryStorage.ts";
import { finished, started } from "../../reducer/events.ts";

/** Text whose events have no id, as a faulty server sends it. */
const unnamedText = (delta: string): EventInput[] =>
  [
    { type: "TEXT_MESSAGE_START" },
    { type: "TEXT_MESSAGE_CONTENT", delta },
    { type: "TEXT_MESSAGE_END" },
    // The events lack a required field on purpose.
  ] as unknown as EventInput[];

/** Reloads the tab after these events of a run, and returns the messages after the others. */
async function reloadBetween(before: readonly object[], after: readonly object[]) {
  const storage = memoryStorage();
  // Some events lack a required field on purpose.
  const [first, rest] = [before, after] as unknown as [EventInput[], EventInput[]];
  const agent: Agent = {
    async *run(_, { onCursor }) {
      yield [started("r1"), ...first];
      yield { type: "STEP_STARTED", stepName: "wait" };
      onCursor?.("position");
      await new Promise(() => {});
    },
    async *connect(_, { cursor }) {
      yield cursor === undefined ? [started("r1"), ...first, ...rest] : rest;
    },
  };
  const options = { agent, storage, threadId: "t1" };
  const closed = createThread(options);
  void closed.send("Go");
  await vi.waitUntil(() => closed.getSnapshot().steps.length > 0);
  await vi.waitUntil(() => closed.isStored());
  closed.dispose();
  const thread = createThread(options);
  await vi.waitUntil(() => thread.getSnapshot().run.outcome === "success");
  const { messages } = thread.getSnapshot();
  thread.dispose();
  return messages.slice(1);
}

test("a result without an id after a reload belongs to the call that waits for it", async () => {
  const messages = await reloadBetween(
    [
      { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "search" },
      { type: "TOOL_CALL_END", toolCallId: "c1" },
    ],
    [{ type: "TOOL_CALL_RESULT", content: "found" }, finished()],
  );
  expect(messages).toMatchObject([
    { role: "assistant" },
    { role: "tool", toolCallId: "c1", content: "found" },
  ]);
});

test("content without an id after a reload continues the open message", async () => {
  const messages = await reloadBetween(
    [
      { type: "TEXT_MESSAGE_START", messageId: "m1" },
      { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "Hello" },
    ],
    [{ type: "TEXT_MESSAGE_CONTENT", delta: " world" }, { type: "TEXT_MESSAGE_END" }, finished()],
  );
  expect(messages).toMatchObject([{ id: "m1", content: "Hello world" }]);
});

test("a run that continues after a reload has another id for each text without one", async () => {
  const storage = memoryStorage();
  const agent: Agent = {
    async *run(_, { onCursor }) {
      yield [started("r1"), ...unnamedText("One")];
      // The position after the first text, where the tab is closed.
      yield { type: "STEP_STARTED", stepName: "wait" };
      onCursor?.("after one");
      await new Promise(() => {});
    },
    async *connect(_, { cursor }) {
      const rest = [...unnamedText("Two"), finished()];
      yield cursor === undefined ? [started("r1"), ...unnamedText("One"), ...rest] : rest;
    },
  };
  const options = { agent, storage, threadId: "t1" };
  const contents = (thread: ReturnType<typeof createThread>) =>
    thread.getSnapshot().messages.map(({ content }) => content);
  const first = createThread(options);
  void first.send("Go");
  await vi.waitUntil(() => first.getSnapshot().steps.length > 0);
  await vi.waitUntil(() => first.isStored());
  first.dispose();
  const second = createThread(options);
  await vi.waitUntil(() => second.getSnapshot().run.outcome === "success");
  expect(contents(second)).toEqual(["Go", "One", "Two"]);
  second.dispose();
});

test.each([{}, { toolCallId: "" }])(
  "arguments after a reload belong to the call whose arguments have begun: %j",
  async (id) => {
    const messages = await reloadBetween(
      [
        { type: "TOOL_CALL_START", toolCallName: "x", ...id },
        { type: "TOOL_CALL_START", toolCallName: "y", ...id },
        { type: "TOOL_CALL_ARGS", delta: '{"a":', ...id },
      ],
      [
        { type: "TOOL_CALL_ARGS", delta: "1}", ...id },
        { type: "TOOL_CALL_ARGS", delta: '{"b":2}', ...id },
        { type: "TOOL_CALL_END", ...id },
        { type: "TOOL_CALL_END", ...id },
        { type: "TOOL_CALL_RESULT", content: "of x", ...id },
        { type: "TOOL_CALL_RESULT", content: "of y", ...id },
        finished(),
      ],
    );
    const calls = messages.flatMap((message) =>
      message.role === "assistant" ? (message.toolCalls ?? []) : [],
    );
    expect(calls.map((call) => call.function.arguments)).toEqual(['{"a":1}', '{"b":2}']);
    const results = messages.filter(({ role }) => role === "tool");
    expect(results).toMatchObject(
      calls.map(({ id: toolCallId }, at) => ({ toolCallId, content: ["of x", "of y"][at] })),
    );
  },
);
