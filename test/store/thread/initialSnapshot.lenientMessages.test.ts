import { expect, test } from "vitest";
import { createThread, type Message } from "../../../src/core.ts";
import type { ToolCall } from "../../../src/protocol/events.ts";
import { scriptedAgent } from "../../../src/testing.ts";

/** A list as the database of a Python server has it. */
const stored = [
  { id: "u1", role: "user", content: null },
  {
    id: "m1",
    role: "assistant",
    content: null,
    tool_calls: [{ id: "c1", type: "function", function: { name: "f", arguments: { a: 1 } } }],
  },
  { id: "t1", role: "tool", tool_call_id: "c1", content: { ok: true } },
  { id: 7, role: "ai", content: [{ type: "text", text: "Done" }] },
  // The database has no types of the protocol.
] as unknown as readonly Message[];

const read = [
  { id: "u1", role: "user", content: "" },
  {
    id: "m1",
    role: "assistant",
    toolCalls: [{ id: "c1", type: "function", function: { name: "f", arguments: '{"a":1}' } }],
  },
  { id: "t1", role: "tool", toolCallId: "c1", content: '{"ok":true}' },
  { id: "7", role: "assistant", content: "Done" },
];

test("`initialMessages` reads messages as `history` reads those of a server", () => {
  const thread = createThread({ agent: scriptedAgent([]), initialMessages: stored });
  expect(thread.getSnapshot().messages).toEqual(read);
});

test("`setMessages` reads messages as `history` reads those of a server", () => {
  const thread = createThread({ agent: scriptedAgent([]) });
  thread.setMessages(stored);
  expect(thread.getSnapshot().messages).toEqual(read);
});

test("`initialMessages` reads a call without a name", () => {
  const call: ToolCall = { id: "c1", type: "function", function: { name: "", arguments: "{}" } };
  const initialMessages: Message[] = [{ id: "a1", role: "assistant", toolCalls: [call] }];
  const thread = createThread({ agent: scriptedAgent([]), initialMessages });
  expect(thread.getSnapshot().messages).toMatchObject([{ toolCalls: [{ id: "c1" }] }]);
});

test("`setMessages` rejects content that JSON cannot have", () => {
  const thread = createThread({ agent: scriptedAgent([]) });
  // A BigInt has no type of the protocol.
  const faulty = [{ id: "u1", role: "user", content: 10n }] as unknown as readonly Message[];
  expect(() => thread.setMessages(faulty)).toThrow("`messages`");
});

test("a call without an id is rejected", () => {
  const call = { type: "function", function: { name: "f", arguments: "{}" } };
  // The call has no id on purpose.
  const faulty = [{ id: "m1", role: "assistant", toolCalls: [call] }] as unknown as Message[];
  expect(() => createThread({ agent: scriptedAgent([]), initialMessages: faulty })).toThrow(
    "toolCalls[0].id",
  );
});
