import { describe, expect, test } from "vitest";
import { createThread, type EventInput } from "../../../src/core.ts";
import { scriptedAgent } from "../../../src/testing.ts";

const run = (runId: string, ...events: readonly EventInput[]): EventInput[] => [
  { type: "RUN_STARTED", threadId: "t1", runId },
  ...events,
  { type: "RUN_FINISHED", threadId: "t1", runId },
];
const text = (delta: string, messageId = "m1"): EventInput[] => [
  { type: "TEXT_MESSAGE_START", messageId },
  { type: "TEXT_MESSAGE_CONTENT", messageId, delta },
  { type: "TEXT_MESSAGE_END", messageId },
];
const thoughts: EventInput[] = [
  { type: "REASONING_MESSAGE_START", messageId: "t1", role: "reasoning" },
  { type: "REASONING_MESSAGE_CONTENT", messageId: "t1", delta: "hm" },
  { type: "REASONING_MESSAGE_END", messageId: "t1" },
];
const callStart: EventInput = { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "f" };
const callEnd: EventInput = { type: "TOOL_CALL_END", toolCallId: "c1" };
const call: EventInput[] = [
  callStart,
  { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: '{"a"' },
  { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: ":1}" },
  callEnd,
  { type: "TOOL_CALL_RESULT", toolCallId: "c1", messageId: "x1", content: "ok" },
];
const activity: EventInput = {
  type: "ACTIVITY_SNAPSHOT",
  messageId: "p1",
  activityType: "PLAN",
  content: { n: 1 },
};

/** A thread that has seen the first stream, and its messages before and after the second. */
async function replay(first: readonly EventInput[], second: readonly EventInput[]) {
  const thread = createThread({ agent: scriptedAgent([first], [second]), threadId: "t1" });
  await thread.run();
  const before = thread.getSnapshot().messages;
  await thread.run();
  return { before, after: thread.getSnapshot().messages, issues: thread.getSnapshot().issues };
}

describe("a run that a later stream tells again", () => {
  test("comes to the same messages, and nothing twice", async () => {
    const told = run("r1", ...thoughts, ...text("Hello"), ...call, activity);
    const { before, after, issues } = await replay(told, told);
    expect(after).toEqual(before);
    expect(after).toHaveLength(5);
    expect(issues).toEqual([]);
  });

  test("is taken up where the first stream broke off", async () => {
    const told = run("r1", ...text("Hello there"), ...call);
    const { after } = await replay(
      [
        told[0] as EventInput,
        { type: "TEXT_MESSAGE_START", messageId: "m1" },
        { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "Hel" },
      ],
      told,
    );
    expect(after).toMatchObject([{ content: "Hello there" }, { id: "c1" }, { content: "ok" }]);
  });

  test("keeps what it does not tell again", async () => {
    const { after } = await replay(run("r1", ...text("Hello"), ...call), run("r1", ...call));
    expect(after).toMatchObject([{ content: "Hello" }, { id: "c1" }, { content: "ok" }]);
  });

  test("keeps the arguments of a call that it only starts again", async () => {
    const { before, after } = await replay(run("r1", ...call), run("r1", callStart, callEnd));
    expect(after).toEqual(before);
  });

  test("with others, rebuilds a message that two runs have written", async () => {
    const told = [...run("r1", ...text("Hello")), ...run("r2", ...text(" there"))];
    const { before, after } = await replay(told, told);
    expect(before).toMatchObject([{ content: "Hello there" }]);
    expect(after).toEqual(before);
  });

  test("and then one that is new, goes on from there", async () => {
    const told = run("r1", ...text("Hello"));
    const { after } = await replay(told, [...told, ...run("r2", ...text(" there"))]);
    expect(after).toMatchObject([{ content: "Hello there" }]);
  });
});

test("a run id that starts again in one stream is no replay", async () => {
  const { before } = await replay([...run("r1", ...text("a")), ...run("r1", ...text("b"))], []);
  expect(before).toMatchObject([{ content: "ab" }]);
});

test("a run under another id is no replay either: it goes on with the message", async () => {
  const { after } = await replay(run("r1", ...text("a")), run("r2", ...text("b")));
  expect(after).toMatchObject([{ content: "ab" }]);
});
