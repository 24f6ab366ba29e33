import { describe, expect, test } from "vitest";
import { createThread, type Message, type RunAgentInput, trimHistory } from "../../../src/core.ts";
import { scriptedAgent, textRun } from "../../../src/testing.ts";
import { fc } from "../../support/seededFastCheck.ts";

let count = 0;
const id = () => `m${++count}`;
const user = (content = "?"): Message => ({ id: id(), role: "user", content });
const answer = (content = "!"): Message => ({ id: id(), role: "assistant", content });
const system = (): Message => ({ id: id(), role: "system", content: "Be kind." });
const calls = (...ids: readonly string[]): Message[] => [
  {
    id: id(),
    role: "assistant",
    toolCalls: ids.map((id) => ({
      id,
      type: "function",
      function: { name: "f", arguments: "{}" },
    })),
  },
  ...ids.map((toolCallId): Message => ({ id: id(), role: "tool", toolCallId, content: "ok" })),
];

const trim = (messages: readonly Message[], maxMessages: number): readonly Message[] => {
  const input: RunAgentInput = {
    threadId: "t",
    runId: "r",
    state: {},
    messages: [...messages],
    tools: [],
    context: [],
    forwardedProps: {},
  };
  return trimHistory({ maxMessages })(input).messages;
};

describe("trimHistory", () => {
  test("keeps the last turns that fit", () => {
    const messages = [user(), answer(), user(), answer(), user()];
    expect(trim(messages, 3)).toEqual(messages.slice(2));
    expect(trim(messages, 4)).toEqual(messages.slice(2));
    expect(trim(messages, 5)).toEqual(messages);
  });

  test("keeps the last turn whole, however long it is", () => {
    const messages = [user(), answer(), user(), ...calls("a", "b"), ...calls("c")];
    expect(trim(messages, 1)).toEqual(messages.slice(2));
  });

  test("keeps instructions anywhere in the conversation", () => {
    const messages = [system(), user(), answer(), system(), user(), answer()];
    expect(trim(messages, 2)).toEqual([messages[0], ...messages.slice(3)]);
  });

  test("keeps consecutive user messages together", () => {
    const messages = [user(), answer(), user("one"), user("two"), answer()];
    expect(trim(messages, 2)).toEqual(messages.slice(2));
  });

  test("sends a conversation without user messages whole", () => {
    const messages = [answer(), answer(), answer()];
    expect(trim(messages, 1)).toEqual(messages);
  });

  test("keeps a call whose result comes after the next user message", () => {
    const [call, result] = calls("c");
    if (!call || !result) throw new Error("There is no call.");
    const messages = [user(), answer(), user(), call, user(), result, answer()];
    expect(trim(messages, 3)).toEqual(messages.slice(2));
  });

  test("keeps the calls whose results are in the turn of a kept call", () => {
    const [first, firstResult] = calls("a");
    const [second, secondResult] = calls("b");
    if (!first || !firstResult || !second || !secondResult) throw new Error("There are two.");
    const messages = [
      ...[user(), answer()],
      ...[user(), first],
      ...[user(), firstResult, second],
      ...[user(), secondResult, answer()],
    ];
    expect(trim(messages, 3)).toEqual(messages.slice(2));
  });

  test("returns the same input when it is short enough", () => {
    const input = { messages: [user()] } as unknown as RunAgentInput;
    expect(trimHistory({ maxMessages: 5 })(input)).toBe(input);
  });

  test("never separates a call from its result, and starts with a user message", () => {
    const turn = fc
      .array(fc.oneof(fc.constant("answer"), fc.integer({ min: 1, max: 3 })), {
        minLength: 1,
        maxLength: 4,
      })
      .map((parts) => [
        user(),
        ...parts.flatMap((part) =>
          typeof part === "number"
            ? calls(...Array.from({ length: part }, () => id()))
            : [answer()],
        ),
      ]);
    fc.assert(
      fc.property(
        fc.array(turn, { maxLength: 6 }),
        fc.integer({ min: 1, max: 20 }),
        (turns, max) => {
          const messages = turns.flat();
          const remaining = trim(messages, max);
          expect(remaining).toEqual(messages.slice(messages.length - remaining.length));
          if (remaining.length < messages.length) expect(remaining[0]?.role).toBe("user");
          if (messages.length > 0) expect(remaining.at(-1)).toBe(messages.at(-1));
          const toolCalls = remaining.flatMap((m) => (m.role === "assistant" && m.toolCalls) || []);
          const answered = remaining.flatMap((m) => (m.role === "tool" ? m.toolCallId : []));
          expect(answered).toEqual(toolCalls.map(({ id }) => id));
          // Another turn would have exceeded the maximum.
          const rest = messages.length - remaining.length;
          const last = turns.findLast((_, at) => turns.slice(0, at + 1).flat().length === rest);
          if (last) expect(remaining.length + last.length).toBeGreaterThan(max);
        },
      ),
    );
  });
});

test("sends a trimmed history and keeps the whole one in the thread", async () => {
  const agent = scriptedAgent(textRun("Hi"));
  const thread = createThread({ agent, prepareInput: trimHistory({ maxMessages: 2 }) });
  await thread.send("One");
  await thread.send("Two");
  await thread.send("Three");
  expect(agent.inputs[2]?.messages).toMatchObject([{ content: "Three" }]);
  expect(thread.getSnapshot().messages).toHaveLength(6);
});

test("rejects an invalid number of messages", () => {
  for (const maxMessages of [0, -1, Number.NaN]) {
    expect(() => trimHistory({ maxMessages })).toThrow(
      expect.objectContaining({ code: "invalid-argument" }),
    );
  }
});
