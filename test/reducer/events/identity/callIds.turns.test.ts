import { describe, expect, test } from "vitest";
import { createThread, type EventInput, type Message } from "../../../../src/core.ts";
import { toServerMessages } from "../../../../src/reducer/serverIds.ts";
import { assistantText, runEvents, runWithInput } from "../../../support/runEvents.ts";
import { calls, user } from "../../events.ts";
import { reduce, thread } from "../../reduce.ts";

/** Two turns whose calls have one id; the result of the first call is not in the log. */
const turns: EventInput[] = [
  ...runWithInput("a", [user("u1", "q1")], ...calls("f:0", "f", '{"a":1}')),
  ...runEvents("b", ...assistantText("A1", "m1")),
  ...runWithInput("c", [user("u2", "q2")], ...calls("f:0", "f", '{"a":2}')),
  ...runEvents("d", ...assistantText("A2", "m2")),
];

const shown = (messages: readonly Message[]) =>
  messages.flatMap((message) => [
    ...(message.content ? [message.content] : []),
    ...(message.role === "assistant" ? (message.toolCalls ?? []) : []).map(
      (call) => call.function.arguments,
    ),
  ]);

const expected = ["q1", '{"a":1}', "A1", "q2", '{"a":2}', "A2"];

describe("a call with the id of an earlier turn's call, which has no result", () => {
  test("is another call", () => {
    const { messages } = reduce(thread(), ...turns);
    expect(shown(messages)).toEqual(expected);
    const ids = toServerMessages(messages).flatMap((message) =>
      message.role === "assistant" ? (message.toolCalls ?? []).map(({ id }) => id) : [],
    );
    expect(ids).toEqual(["f:0", "f:0"]);
  });

  test.each([1, 2])("is another call in a replay, %i times", async (times) => {
    const remaining = Array.from({ length: times }, () => structuredClone(turns));
    const following = createThread({
      threadId: "t1",
      agent: {
        async *run() {},
        async *connect() {
          yield* remaining.shift() ?? [];
        },
      },
    });
    for (let time = 0; time < times; time++) await following.connect();
    expect(shown(following.getSnapshot().messages)).toEqual(expected);
  });

  test("is another call without a question between the two, when it calls another tool", () => {
    const runs = [
      ...runEvents("a", ...calls("f:0", "f", '{"a":1}')),
      ...runEvents("b", ...calls("f:0", "g", '{"a":2}')),
    ];
    expect(shown(reduce(thread(), ...runs).messages)).toEqual(['{"a":1}', '{"a":2}']);
  });

  test("is the same call when the agent has asked about it", () => {
    const [start, ...events] = turns.slice(0, 4);
    const asked: EventInput = {
      type: "RUN_FINISHED",
      threadId: "t1",
      runId: "a",
      outcome: {
        type: "interrupt",
        interrupts: [{ id: "i1", reason: "tool_call", toolCallId: "f:0" }],
      },
    };
    const again = [start as EventInput, ...events, asked, ...turns.slice(10)];
    const { messages } = reduce(thread(), ...again);
    expect(shown(messages).filter((content) => String(content).startsWith("{"))).toHaveLength(1);
  });
});
