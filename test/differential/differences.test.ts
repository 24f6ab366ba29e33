import { describe, expect, test } from "vitest";
import type { Message } from "../../src/protocol/events.ts";
import { call, finished, reasoning, result, run, single, started, text, turns } from "./build.ts";
import type { ClientState, Conversation, Turn } from "./conversation.ts";
import { createReference, silenceConsole } from "./playReference.ts";
import { createOurs } from "./playThread.ts";

/**
 * Streams that the reference accepts and that intentionally end differently in our thread, each
 * under the sentence of the protocol page that requires the difference. All other tests in this
 * folder exclude only these.
 */
interface Difference {
  readonly conversation: Conversation;
  readonly ours: Partial<ClientState>;
  readonly theirs: Partial<ClientState>;
}

const user: Message = { id: "u1", role: "user", content: "Hi" };
const plan: Message = { id: "a1", role: "activity", activityType: "PLAN", content: {} };
const putPlan = { type: "ACTIVITY_SNAPSHOT", activityType: "PLAN", content: {} };
const tool = (id: string, toolCallId: string, content = "found"): Message => ({
  id,
  role: "tool",
  toolCallId,
  content,
});
const assistant = (id: string, content: string): Message => ({ id, role: "assistant", content });
const withCall = (id: string, callId: string, fields: object = {}): Message => ({
  id,
  role: "assistant",
  toolCalls: [{ id: callId, type: "function", function: { name: "search", arguments: '{"q":1}' } }],
  ...fields,
});
const from = (initialMessages: readonly Message[], ...events: Turn["events"]) => ({
  initialMessages,
  turns: [{ events: run(...events) }],
});
const patched = (initialState: unknown, ...delta: readonly object[]): Conversation => ({
  initialState,
  turns: [{ events: run({ type: "STATE_DELTA", delta }) }],
});

const DIFFERENCES: Readonly<Record<string, Difference>> = {
  "text or reasoning under an id that names a message of another role gets an id of its own": {
    conversation: from([assistant("m1", "Hello")], ...reasoning("m1", "Hm")),
    ours: {
      messages: [
        assistant("m1", "Hello"),
        { id: "m1:reasoning", role: "reasoning", content: "Hm" },
      ],
    },
    theirs: { messages: [assistant("m1", "HelloHm")] },
  },
  "text under an id that names an activity gets an id of its own": {
    conversation: from([plan], ...text("a1", "x")),
    ours: { messages: [plan, assistant("a1:assistant", "x")] },
    theirs: { messages: [plan] },
  },
  "text is not streamed into parts": {
    conversation: from(
      [{ ...user, content: [{ type: "text", text: "Hi" }] }],
      ...text("u1", "x", { role: "user" }),
    ),
    ours: {
      messages: [
        { ...user, content: [{ type: "text", text: "Hi" }] },
        { id: "u1:user", role: "user", content: "x" },
      ],
    },
    theirs: { messages: [{ ...user, content: "x" }] },
  },
  "an ACTIVITY_SNAPSHOT on a non-activity id is refused": {
    conversation: from([user], { ...putPlan, messageId: "u1" }),
    ours: { messages: [user] },
    theirs: { messages: [{ ...plan, id: "u1" }] },
  },
  "ACTIVITY_DELTA with no snapshot before starts from {}": {
    conversation: single({
      type: "ACTIVITY_DELTA",
      messageId: "a1",
      activityType: "PLAN",
      patch: [{ op: "add", path: "/a", value: 1 }],
    }),
    ours: { messages: [{ ...plan, content: { a: 1 } }] },
    theirs: { messages: [] },
  },
  "a message id twice: the later one gets an id of its own (the message of a call)": {
    conversation: from([{ ...user, id: "c1" }], ...call("c1")),
    ours: { messages: [{ ...user, id: "c1" }, withCall("c1:call", "c1")] },
    theirs: { messages: [{ ...user, id: "c1" }, withCall("c1", "c1")] },
  },
  "a message id twice: the later one gets an id of its own (a result)": {
    conversation: single(...call("c1", { parentMessageId: "m1" }), result("m1", "c1")),
    ours: { messages: [withCall("m1", "c1"), tool("c1:result", "c1")] },
    theirs: { messages: [withCall("m1", "c1"), tool("m1", "c1")] },
  },
  "a message id empty: it gets an id of its own": {
    conversation: single(...text("", "x")),
    ours: { messages: [assistant(":assistant", "x")] },
    theirs: { messages: [assistant("", "x")] },
  },
  "a message id empty: an activity gets an id of its own": {
    conversation: single({ ...putPlan, messageId: "" }, { ...putPlan, messageId: "" }),
    ours: { messages: [{ ...plan, id: "activity" }] },
    theirs: { messages: [{ ...plan, id: "" }] },
  },
  "a message id twice in a snapshot": {
    conversation: single({ type: "MESSAGES_SNAPSHOT", messages: [user, assistant("u1", "a")] }),
    ours: { messages: [user, assistant("u1:assistant-2", "a")] },
    theirs: { messages: [user, assistant("u1", "a")] },
  },
  "a message id twice in a snapshot: of two messages of one role the last one is used": {
    conversation: single({
      type: "MESSAGES_SNAPSHOT",
      messages: [user, assistant("m1", "a"), assistant("m1", "b")],
    }),
    ours: { messages: [user, assistant("m1", "b")] },
    theirs: { messages: [user, assistant("m1", "a"), assistant("m1", "b")] },
  },
  "lenient reading: an optional field in snake_case is read": {
    conversation: single(...text("m1", "Hi"), ...call("c1", { parent_message_id: "m1" })),
    ours: { messages: [withCall("m1", "c1", { content: "Hi" })] },
    theirs: { messages: [assistant("m1", "Hi"), withCall("c1", "c1")] },
  },
  "lenient reading: the calls of a message in snake_case are read": {
    conversation: single({
      type: "MESSAGES_SNAPSHOT",
      messages: [
        {
          id: "m1",
          role: "assistant",
          tool_calls: [
            { id: "c1", type: "function", function: { name: "search", arguments: '{"q":1}' } },
          ],
        },
      ],
    }),
    ours: { messages: [withCall("m1", "c1")] },
    theirs: { messages: [{ id: "m1", role: "assistant" }] },
  },
  "a second result for one call updates the first": {
    conversation: single(...call("c1"), result("t1", "c1"), result("t2", "c1", "more")),
    ours: { messages: [withCall("c1", "c1"), tool("t1", "c1", "more")] },
    theirs: { messages: [withCall("c1", "c1"), tool("t1", "c1"), tool("t2", "c1", "more")] },
  },
  "a known runId that starts again in a replay rebuilds what it streams from empty": {
    conversation: {
      turns: [{ events: run(...text("m1", "Hello")) }, { events: run(...text("m1", "Hello")) }],
    },
    ours: { messages: [assistant("m1", "Hello")] },
    theirs: { messages: [assistant("m1", "HelloHello")] },
  },
  "an id that a later run uses again: text is another message": {
    conversation: turns(text("m1", "one"), text("m1", "two")),
    ours: {
      messages: [assistant("m1", "one"), expect.objectContaining({ content: "two" })],
    },
    theirs: { messages: [assistant("m1", "onetwo")] },
  },
  "an id that a later run uses again: a call with its result is another call": {
    conversation: turns(
      [...call("c1"), result("t1", "c1")],
      [...call("c1"), result("t2", "c1", "more")],
    ),
    ours: {
      messages: [
        withCall("c1", "c1"),
        tool("t1", "c1"),
        expect.objectContaining({
          toolCalls: [
            expect.objectContaining({ function: { name: "search", arguments: '{"q":1}' } }),
          ],
        }),
        expect.objectContaining({ id: "t2", content: "more" }),
      ],
    },
    theirs: {
      messages: [
        expect.objectContaining({
          toolCalls: [
            expect.objectContaining({ function: { name: "search", arguments: '{"q":1}{"q":1}' } }),
          ],
        }),
        tool("t1", "c1"),
        tool("t2", "c1", "more"),
      ],
    },
  },
  "a call that starts again without a result is a repetition: its arguments are the last ones": {
    conversation: single(...call("c1"), ...call("c1")),
    ours: { messages: [withCall("c1", "c1")] },
    theirs: {
      messages: [
        expect.objectContaining({
          toolCalls: [
            expect.objectContaining({ function: { name: "search", arguments: '{"q":1}{"q":1}' } }),
          ],
        }),
      ],
    },
  },
  "text after a tool result is another message, whatever its id": {
    conversation: single(
      ...text("m1", "Wait."),
      ...call("c1", { parentMessageId: "m1" }),
      result("t1", "c1"),
      ...text("m1", "Done."),
    ),
    ours: {
      messages: [
        withCall("m1", "c1", { content: "Wait." }),
        tool("t1", "c1"),
        expect.objectContaining({ role: "assistant", content: "Done." }),
      ],
    },
    theirs: { messages: [withCall("m1", "c1", { content: "Wait.Done." }), tool("t1", "c1")] },
  },
  "the order of a snapshot is the order of the conversation": {
    conversation: from([user, { ...user, id: "u2" }], {
      type: "MESSAGES_SNAPSHOT",
      messages: [user, assistant("a1", "one"), { ...user, id: "u2" }],
    }),
    ours: { messages: [user, assistant("a1", "one"), { ...user, id: "u2" }] },
    theirs: { messages: [user, { ...user, id: "u2" }, assistant("a1", "one")] },
  },
  "text that streams while a snapshot lacks it continues": {
    conversation: single(
      { type: "TEXT_MESSAGE_START", messageId: "m1" },
      { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "Hel" },
      { type: "MESSAGES_SNAPSHOT", messages: [user] },
      { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "lo" },
      { type: "TEXT_MESSAGE_END", messageId: "m1" },
    ),
    ours: { messages: [user, assistant("m1", "Hello")] },
    theirs: { messages: [user] },
  },
  "an encrypted value whose entity never appears is kept on an empty reasoning message": {
    conversation: single({
      type: "REASONING_ENCRYPTED_VALUE",
      subtype: "message",
      entityId: "r1",
      encryptedValue: "e",
    }),
    ours: { messages: [{ id: "r1", role: "reasoning", content: "", encryptedValue: "e" }] },
    theirs: { messages: [] },
  },
  "an encrypted value that comes before its message reaches it": {
    conversation: single(
      {
        type: "REASONING_ENCRYPTED_VALUE",
        subtype: "message",
        entityId: "r1",
        encryptedValue: "e",
      },
      ...reasoning("r1", "Hm"),
    ),
    ours: { messages: [{ id: "r1", role: "reasoning", content: "Hm", encryptedValue: "e" }] },
    theirs: { messages: [{ id: "r1", role: "reasoning", content: "Hm" }] },
  },
  "when a next input is sent a still-unanswered call in the history gets an error result": {
    conversation: turns(call("c1"), []),
    ours: {
      messages: [
        withCall("c1", "c1"),
        expect.objectContaining({ role: "tool", toolCallId: "c1", error: "not answered" }),
      ],
    },
    theirs: { messages: [withCall("c1", "c1")] },
  },
  "LangGraph's CUSTOM on_interrupt is an interrupt": {
    conversation: single({ type: "CUSTOM", name: "on_interrupt", value: '"Sure?"' }),
    ours: {
      interrupts: [expect.objectContaining({ reason: "langgraph:interrupt", message: "Sure?" })],
    },
    theirs: { interrupts: [] },
  },
  "RFC 6902 with validation on: nothing moves into itself": {
    conversation: patched({ a: 1 }, { op: "move", from: "", path: "/a" }),
    ours: { state: { a: 1 } },
    theirs: { state: { a: expect.objectContaining({}) } },
  },
  "RFC 6902 with validation on: nothing that is missing becomes the document": {
    conversation: patched(
      { a: 1 },
      { op: "move", from: "/missing", path: "" },
      { op: "add", path: "", value: 1 },
    ),
    ours: { state: { a: 1 } },
    theirs: { state: 1 },
  },
  "RFC 6902 with validation on: nothing is removed from a number": {
    conversation: patched(0, { op: "remove", path: "/a" }, { op: "add", path: "", value: 1 }),
    ours: { state: 0 },
    theirs: { state: 1 },
  },
  "all or nothing: a patch with an unknown operation": {
    conversation: patched({}, { op: "add", path: "/a", value: 1 }, { op: "merge", path: "/b" }),
    ours: { state: {} },
    theirs: { state: { a: 1 } },
  },
  "an answer to an interrupt about a call is the result of the call": {
    conversation: {
      initialMessages: [user],
      turns: [
        {
          events: [
            started("r1"),
            ...call("c1", { parentMessageId: "m1" }),
            finished("r1", {
              type: "interrupt",
              interrupts: [{ id: "i1", reason: "input", toolCallId: "c1" }],
            }),
          ],
        },
        {
          resume: [{ interruptId: "i1", status: "resolved", payload: { ok: true } }],
          events: [started("r2"), finished("r2")],
        },
      ],
    },
    ours: {
      messages: [
        user,
        withCall("m1", "c1"),
        expect.objectContaining({ role: "tool", toolCallId: "c1", content: '{"ok":true}' }),
      ],
    },
    theirs: { messages: [user, withCall("m1", "c1")] },
  },
  "an interrupt whose id is empty can be answered": {
    conversation: {
      turns: [
        {
          events: [
            started("r1"),
            finished("r1", { type: "interrupt", interrupts: [{ id: "", reason: "input" }] }),
          ],
        },
      ],
    },
    ours: { interrupts: [{ id: "r1:interrupt-1", reason: "input" }] },
    theirs: { interrupts: [{ id: "", reason: "input" }] },
  },
};

silenceConsole();

describe("a thread intentionally ends differently than in the reference client", () => {
  test.each(Object.entries(DIFFERENCES))("%s", async (_, { conversation, ours, theirs }) => {
    const reference = createReference(conversation);
    const thread = createOurs(conversation);
    const strict = createOurs(conversation, { strict: true });
    for (const [i, turn] of conversation.turns.entries()) {
      const referenceMessages = [...reference.messages];
      const our = await thread.play(turn);
      const their = await reference.play(turn, referenceMessages);
      const { error } = await strict.play(turn);
      expect(their.error).toBeUndefined();
      expect(error, "what the reference accepts passes a strict thread").toBeUndefined();
      if (i < conversation.turns.length - 1) continue;
      expect(their.clientState).toMatchObject(theirs);
      expect(our.clientState).toMatchObject(ours);
    }
  });
});
