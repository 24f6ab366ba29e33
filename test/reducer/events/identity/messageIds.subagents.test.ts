import { describe, expect, test } from "vitest";
import type { Message } from "../../../../src/core.ts";
import { assistant, call, messages, started, text } from "../../events.ts";
import { issuesOf, reduce, thread } from "../../reduce.ts";

const s1 = { subagentRunId: "s1" };
const s2 = { subagentRunId: "s2" };

/** A call of which the message `m1` consists so far. */
const callOfMessage = [call.start("c1", "search", { parentMessageId: "m1" }), call.end("c1")];

/** The same message, as a snapshot states it: as one of a sub-agent. */
const statedMessage = {
  ...assistant("m1"),
  content: "",
  toolCalls: [{ id: "c1", type: "function", function: { name: "search", arguments: "" } }],
  ...s1,
} satisfies Message;

describe("a text under the id of a message that only holds calls", () => {
  test("continues the message, also as a text of another sub-agent than the call", () => {
    const snapshot = reduce(
      thread(),
      started(),
      call.start("c1", "search", { parentMessageId: "m1", ...s1 }),
      call.end("c1"),
      text.start("m1", s2),
      text.content("m1", "Hi", s2),
    );
    expect(snapshot.messages).toMatchObject([{ id: "m1", content: "Hi", toolCalls: [{}] }]);
    expect(issuesOf(snapshot)).toEqual([]);
  });

  test("has the sub-agent that a snapshot states for the message", () => {
    const snapshot = reduce(
      thread(),
      started(),
      ...callOfMessage,
      messages([statedMessage]),
      text.start("m1"),
      text.content("m1", "Hi", s1),
    );
    expect(snapshot.messages).toMatchObject([{ id: "m1", content: "Hi", ...s1 }]);
    expect(issuesOf(snapshot)).toEqual([]);
  });

  test("is a message of its own when a snapshot states another sub-agent", () => {
    const snapshot = reduce(
      thread(),
      started(),
      ...callOfMessage,
      messages([statedMessage]),
      text.start("m1", s2),
      text.content("m1", "Hi", s2),
    );
    expect(snapshot.messages).toMatchObject([
      { id: "m1", content: "", ...s1 },
      { content: "Hi", ...s2 },
    ]);
    expect(issuesOf(snapshot)).toEqual(["attribution-mismatch m1"]);
  });
});

test("a user message of a sub-agent is a message of its own under the stated id of another sub-agent", () => {
  const snapshot = reduce(
    thread(),
    started(),
    messages([{ id: "m1", role: "user", content: "Hello", ...s1 }]),
    text.start("m1", { role: "user", ...s2 }),
    text.content("m1", "Hi", s2),
  );
  expect(snapshot.messages).toMatchObject([
    { id: "m1", content: "Hello", ...s1 },
    { content: "Hi", ...s2 },
  ]);
});
