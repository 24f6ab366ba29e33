import { describe, expect, test } from "vitest";
import { createThread, type EventInput } from "../../../src/core.ts";
import { scriptedAgent } from "../../../src/testing.ts";
import { runEvents } from "../../support/runEvents.ts";

const text = (delta: string, messageId = "m1"): EventInput[] => [
  { type: "TEXT_MESSAGE_START", messageId },
  { type: "TEXT_MESSAGE_CONTENT", messageId, delta },
  { type: "TEXT_MESSAGE_END", messageId },
];
const reasoning: EventInput[] = [
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

/** Streams both event lists to a thread, and returns its messages before and after the second. */
async function replay(first: readonly EventInput[], second: readonly EventInput[]) {
  const thread = createThread({ agent: scriptedAgent([first], [second]), threadId: "t1" });
  await thread.run();
  const before = thread.getSnapshot().messages;
  await thread.run();
  return { before, after: thread.getSnapshot().messages, issues: thread.getSnapshot().issues };
}

describe("a run that a later stream replays", () => {
  test("results in the same messages without duplicates", async () => {
    const streamed = runEvents("r1", ...reasoning, ...text("Hello"), ...call, activity);
    const { before, after, issues } = await replay(streamed, streamed);
    expect(after).toEqual(before);
    expect(after).toHaveLength(5);
    expect(issues).toEqual([]);
  });

  test("continues where the first stream broke off", async () => {
    const streamed = runEvents("r1", ...text("Hello there"), ...call);
    const { after } = await replay(
      [
        streamed[0] as EventInput,
        { type: "TEXT_MESSAGE_START", messageId: "m1" },
        { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "Hel" },
      ],
      streamed,
    );
    expect(after).toMatchObject([{ content: "Hello there" }, { id: "c1" }, { content: "ok" }]);
  });

  test("keeps messages that the replay omits", async () => {
    const { after } = await replay(
      runEvents("r1", ...text("Hello"), ...call),
      runEvents("r1", ...call),
    );
    expect(after).toMatchObject([{ content: "Hello" }, { id: "c1" }, { content: "ok" }]);
  });

  test("keeps the arguments of a call when the replay has none", async () => {
    const { before, after } = await replay(
      runEvents("r1", ...call),
      runEvents("r1", callStart, callEnd),
    );
    expect(after).toEqual(before);
  });

  test("rebuilds the messages of two replayed runs that use one id", async () => {
    const streamed = [...runEvents("r1", ...text("Hello")), ...runEvents("r2", ...text("there"))];
    const { before, after } = await replay(streamed, streamed);
    expect(before).toMatchObject([{ content: "Hello" }, { content: "there" }]);
    expect(after).toEqual(before);
  });

  test("is followed by another message when a new run in the same stream uses its id", async () => {
    const streamed = runEvents("r1", ...text("Hello"));
    const { after } = await replay(streamed, [...streamed, ...runEvents("r2", ...text("there"))]);
    expect(after).toMatchObject([{ content: "Hello" }, { content: "there" }]);
  });
});

test("a run id that starts twice in one stream is not a replay", async () => {
  const { before } = await replay(
    [...runEvents("r1", ...text("a")), ...runEvents("r1", ...text("b"))],
    [],
  );
  expect(before).toMatchObject([{ content: "ab" }]);
});

test("a run with another id is not a replay and makes another message of the same id", async () => {
  const { after } = await replay(runEvents("r1", ...text("a")), runEvents("r2", ...text("b")));
  expect(after).toMatchObject([{ content: "a" }, { content: "b" }]);
});
