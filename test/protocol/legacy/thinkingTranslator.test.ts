import { describe, expect, test } from "vitest";
import { canonical } from "../canonical.ts";

const thinks = (delta: string) => [
  { type: "THINKING_TEXT_MESSAGE_START" },
  { type: "THINKING_TEXT_MESSAGE_CONTENT", delta },
  { type: "THINKING_TEXT_MESSAGE_END" },
];

describe("THINKING_* events", () => {
  test("become REASONING_* events with generated ids", async () => {
    const { events, issues } = await canonical(
      { type: "THINKING_START", title: "Planning" },
      ...thinks("a"),
      ...thinks("b"),
      { type: "THINKING_END" },
      { type: "THINKING_START" },
      ...thinks("c"),
      { type: "THINKING_END" },
    );
    const message = (messageId: string, delta: string) => [
      { type: "REASONING_MESSAGE_START", messageId, role: "reasoning" },
      { type: "REASONING_MESSAGE_CONTENT", messageId, delta },
      { type: "REASONING_MESSAGE_END", messageId },
    ];
    expect(events).toEqual([
      { type: "REASONING_START", messageId: "id-1", metadata: { title: "Planning" } },
      ...message("id-2", "a"),
      ...message("id-3", "b"),
      { type: "REASONING_END", messageId: "id-1" },
      { type: "REASONING_START", messageId: "id-4" },
      ...message("id-5", "c"),
      { type: "REASONING_END", messageId: "id-4" },
    ]);
    expect(issues).toEqual([]);
  });

  test("keep their own fields in snake case", async () => {
    const fields = { subagent_run_id: "s1", raw_event: { n: 1 } };
    const { events } = await canonical(
      { type: "THINKING_START", message_id: "p1", ...fields },
      { type: "THINKING_TEXT_MESSAGE_START", message_id: "m1", ...fields },
      { type: "THINKING_TEXT_MESSAGE_CONTENT", message_id: "m1", delta: "a", ...fields },
      { type: "THINKING_TEXT_MESSAGE_END", message_id: "m1", ...fields },
      { type: "THINKING_END", message_id: "p1", ...fields },
    );
    expect(events).toHaveLength(5);
    for (const [index, event] of events.entries())
      expect(event).toMatchObject({
        messageId: [0, 4].includes(index) ? "p1" : "m1",
        subagentRunId: "s1",
        rawEvent: { n: 1 },
      });
  });

  test("keep their own ids", async () => {
    const { events } = await canonical(
      { type: "THINKING_START", messageId: "s1" },
      { type: "THINKING_TEXT_MESSAGE_START", messageId: "m1" },
      { type: "THINKING_TEXT_MESSAGE_CONTENT", delta: "a" },
      { type: "THINKING_TEXT_MESSAGE_END" },
      { type: "THINKING_END" },
    );
    expect(events.map((event) => "messageId" in event && event.messageId)).toEqual([
      "s1",
      "m1",
      "m1",
      "m1",
      "s1",
    ]);
  });

  test("open another message when they start again without an end", async () => {
    const { events } = await canonical(
      { type: "THINKING_TEXT_MESSAGE_START" },
      { type: "THINKING_TEXT_MESSAGE_START" },
    );
    expect(events).toMatchObject([{ messageId: "id-1" }, { messageId: "id-2" }]);
  });

  test("continue one message without a start", async () => {
    const { events } = await canonical(
      { type: "THINKING_TEXT_MESSAGE_CONTENT", delta: "a" },
      { type: "THINKING_TEXT_MESSAGE_CONTENT", delta: "b" },
    );
    expect(events).toEqual([
      { type: "REASONING_MESSAGE_CONTENT", messageId: "id-1", delta: "a" },
      { type: "REASONING_MESSAGE_CONTENT", messageId: "id-1", delta: "b" },
    ]);
  });

  test("are validated like any other event", async () => {
    const { events, issues } = await canonical({ type: "THINKING_TEXT_MESSAGE_CONTENT" });
    expect(events).toEqual([]);
    expect(issues).toMatchObject([{ code: "malformed-event", subject: "delta" }]);
  });
});
