import { describe, expect, test } from "vitest";
import { createThread, type EventInput, type Message } from "../../../../src/core.ts";

const started: EventInput = { type: "RUN_STARTED", threadId: "t1", runId: "r9" };
const finished: EventInput = { type: "RUN_FINISHED", threadId: "t1", runId: "r9" };
const question: Message = { id: "u1", role: "user", content: "Look" };
const args = (delta: string): EventInput => ({ type: "TOOL_CALL_ARGS", toolCallId: "c1", delta });
const end: EventInput = { type: "TOOL_CALL_END", toolCallId: "c1" };

/** Returns a stored reply with a call, whose arguments may be cut off. */
const holding = (text: string): Message => ({
  id: "m1",
  role: "assistant",
  content: "",
  toolCalls: [{ id: "c1", type: "function", function: { name: "f", arguments: text } }],
});

/** Joins a running response: connects a thread that has these messages, and returns the handled arguments. */
async function join(messages: readonly Message[], ...events: readonly EventInput[]) {
  const handled: unknown[] = [];
  const thread = createThread({
    threadId: "t1",
    initialMessages: messages,
    agent: {
      async *run(input) {
        yield { ...started, runId: input.runId };
        yield { ...finished, runId: input.runId };
      },
      async *connect() {
        yield* [started, ...events, finished];
      },
    },
  });
  thread.registerTool({
    name: "f",
    description: "Looks up.",
    parameters: { type: "object" },
    handler: (input) => {
      handled.push(input);
      return "seen";
    },
  });
  await thread.connect();
  const { messages: shown } = thread.getSnapshot();
  const call = shown.flatMap((message) =>
    message.role === "assistant" ? (message.toolCalls ?? []) : [],
  )[0];
  return { handled, text: call?.function.arguments, thread };
}

describe("a joined stream that continues a stored call", () => {
  const joined: readonly (readonly [string, string, readonly EventInput[]])[] = [
    ["the rest of its arguments", '{"a"', [args(":1}"), end]],
    ["the rest of its arguments in deltas", '{"a"', [args(":"), args("1}"), end]],
    ["the rest of its arguments and no end", '{"a"', [args(":1}")]],
    ["all of its arguments again", '{"a"', [args('{"a"'), args(":1}"), end]],
    ["all of its arguments, of which none are stored", "", [args('{"a":1}'), end]],
    ["its end", '{"a":1}', [end]],
  ];

  test.each(joined)("executes the call with %s", async (_, stored, events) => {
    const { handled, text } = await join([question, holding(stored)], ...events);
    expect(text).toBe('{"a":1}');
    expect(handled).toEqual([{ a: 1 }]);
  });

  test.each(joined)("does not execute an answered call with %s", async (_, stored, events) => {
    const result: Message = { id: "x1", role: "tool", toolCallId: "c1", content: "known" };
    const { handled, thread } = await join([question, holding(stored), result], ...events);
    expect(handled).toEqual([]);
    const results = thread.getSnapshot().messages.filter(({ role }) => role === "tool");
    expect(results).toEqual([result]);
  });

  test.each(joined)("does not execute a call before a later question with %s", async (...row) => {
    const [, stored, events] = row;
    const later: Message = { id: "u2", role: "user", content: "And now?" };
    const { handled } = await join([question, holding(stored), later], ...events);
    expect(handled).toEqual([]);
  });

  test("does not execute a call of another device", async () => {
    const snapshot: EventInput = {
      type: "MESSAGES_SNAPSHOT",
      messages: [
        question,
        { id: "a1", role: "assistant", content: "Done." },
        { id: "u2", role: "user", content: "Look again" },
        holding('{"a"'),
      ],
    };
    const { handled, text } = await join([question], snapshot, args(":1}"), end);
    expect(text).toBe('{"a":1}');
    expect(handled).toEqual([]);
  });

  test("ignores arguments after complete ones", async () => {
    const { text } = await join([question, holding('{"a":1}')], args('{"b":2}'), end);
    expect(text).toBe('{"a":1}');
  });
});
