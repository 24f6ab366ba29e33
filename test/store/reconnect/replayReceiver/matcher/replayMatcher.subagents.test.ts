import { expect, test } from "vitest";
import type { Message } from "../../../../../src/core.ts";
import { call, calls, user } from "../../../../reducer/events.ts";
import { assistantText, runWithInput } from "../../../../support/runEvents.ts";
import { connectTo } from "./connectTo.ts";

/** Returns the messages of an answered call. */
const answered = (id: string, args: string, result: string): Message[] => [
  {
    id,
    role: "assistant",
    toolCalls: [{ id: "f:0", type: "function", function: { name: "paint", arguments: args } }],
  },
  { id: `${id}-result`, role: "tool", toolCallId: "f:0", content: result },
];

test("separates the text of a sub-agent from the answer of the next run under its id", async () => {
  const before = [user("u1"), ...answered("0", '{"a":1}', "one"), user("u2")];
  const bySubagent = assistantText("By the sub-agent.", "0").map((event) => ({
    ...event,
    subagentRunId: "s1",
  }));
  const events = [
    ...runWithInput(
      "r1",
      before.slice(0, 1),
      ...calls("f:0", "paint", '{"a":1}', { parentMessageId: "0" }),
      call.result("f:0", "one", { messageId: "0-result" }),
    ),
    ...runWithInput(
      "r2",
      before,
      ...calls("f:0", "paint", '{"a":2}', { parentMessageId: "h2" }),
      { type: "SUBAGENT_STARTED", subagentRunId: "s1", name: "Ada" },
      ...bySubagent,
      { type: "SUBAGENT_FINISHED", subagentRunId: "s1" },
    ),
    ...runWithInput(
      "r3",
      [...before, ...answered("h2", '{"a":2}', "done")],
      ...assistantText("Painted two.", "0"),
    ),
  ];
  const { messages } = await connectTo(events);
  expect(messages.slice(-2).map(({ content }) => content)).toEqual([
    "By the sub-agent.",
    "Painted two.",
  ]);
  expect(new Set(messages.map(({ id }) => id)).size).toBe(messages.length);
});
