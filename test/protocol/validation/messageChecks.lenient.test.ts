import { describe, expect, test } from "vitest";
import { createThread, type EventInput, type Message } from "../../../src/core.ts";

const started: EventInput = { type: "RUN_STARTED", threadId: "t1", runId: "r1" };
const finished: EventInput = { type: "RUN_FINISHED", threadId: "t1", runId: "r1" };
const question: Message = { id: "u1", role: "user", content: "Hi" };

/** Plays a run that answers a question and then sends a snapshot of the conversation. */
async function playSnapshot(messages: readonly unknown[], { strict = false } = {}) {
  const thread = createThread({
    threadId: "t1",
    initialMessages: [question],
    strict,
    agent: {
      async *run() {
        yield started;
        yield { type: "TEXT_MESSAGE_START", messageId: "m1" };
        yield { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "Hello" };
        yield { type: "TEXT_MESSAGE_END", messageId: "m1" };
        // Some of the messages are faulty on purpose.
        yield { type: "MESSAGES_SNAPSHOT", messages } as EventInput;
        yield finished;
      },
    },
  });
  const result = await thread.run();
  return { result, snapshot: thread.getSnapshot() };
}

const contents = (messages: readonly Message[]) =>
  messages.map(({ role, content }) => [role, content]);

describe("a snapshot of messages", () => {
  const call = (fields: object) => [{ id: "c1", type: "function", ...fields }];
  const args = '{"q":1}';

  test.each<[string, readonly unknown[]]>([
    [
      "null ids",
      [
        { ...question, id: null },
        { id: null, role: "assistant", content: "Hello" },
      ],
    ],
    [
      "no ids",
      [
        { role: "user", content: "Hi" },
        { role: "assistant", content: "Hello" },
      ],
    ],
    [
      "ids that are numbers",
      [
        { ...question, id: 1 },
        { id: 2, role: "assistant", content: "Hello" },
      ],
    ],
    [
      "roles of another system",
      [
        { id: "u1", role: "human", content: "Hi" },
        { id: "m1", type: "ai", content: "Hello" },
      ],
    ],
    [
      "content as text blocks",
      [
        { ...question, content: { type: "text", text: "Hi" } },
        { id: "m1", role: "assistant", content: [{ type: "text", text: "Hel" }, { text: "lo" }] },
      ],
    ],
    ["messages that cannot be read", [{ id: "u1" }, { id: "m1", role: "oracle", content: "?" }]],
    ["values that are no messages", [null, 7]],
    ["one unreadable message", [question, { id: "m1", role: "oracle" }]],
    ["one unreadable message without an id", [question, null]],
  ])("keeps the conversation with %s", async (_, messages) => {
    const { result, snapshot } = await playSnapshot(messages);
    expect(result.outcome).toBe("success");
    expect(contents(snapshot.messages)).toEqual([
      ["user", "Hi"],
      ["assistant", "Hello"],
    ]);
    expect(snapshot.issues.length).toBeGreaterThan(0);
    const ids = snapshot.messages.map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
  });

  test("drops what it omits when everything in it can be read", async () => {
    const other = { id: "m2", role: "assistant", content: "Welcome" };
    const { snapshot } = await playSnapshot([question, other]);
    expect(snapshot.messages).toEqual([question, other]);
  });

  test.each<[string, object]>([
    ["arguments that are an object", { function: { name: "f", arguments: { q: 1 } } }],
    ["the name and arguments beside the id", { name: "f", arguments: { q: 1 } }],
    ["`args`", { name: "f", args: { q: 1 } }],
    ["`input`", { name: "f", input: { q: 1 } }],
    ["no type", { type: undefined, function: { name: "f", arguments: args } }],
  ])("reads a call with %s", async (_, fields) => {
    for (const name of ["toolCalls", "tool_calls"]) {
      const message = { id: "m1", role: "assistant", content: "Hello", [name]: call(fields) };
      const { snapshot } = await playSnapshot([question, message]);
      expect(snapshot.messages[1]).toEqual({
        id: "m1",
        role: "assistant",
        content: "Hello",
        toolCalls: [{ id: "c1", type: "function", function: { name: "f", arguments: args } }],
      });
    }
  });

  test.each<[unknown, unknown]>([
    [{ n: 1 }, '{"n":1}'],
    [7, "7"],
    [null, ""],
    [
      [{ type: "image", data: "aGk=", mimeType: "image/png" }],
      [{ type: "image", source: { type: "data", value: "aGk=", mimeType: "image/png" } }],
    ],
  ])("reads the result %j", async (content, expected) => {
    const holder = {
      id: "m1",
      role: "assistant",
      toolCalls: call({ function: { name: "f", arguments: args } }),
    };
    for (const name of ["toolCallId", "tool_call_id"]) {
      const result = { id: "t1", role: "tool", content, [name]: "c1" };
      const { snapshot } = await playSnapshot([question, holder, result]);
      expect(snapshot.messages[2]).toEqual({
        id: "t1",
        role: "tool",
        toolCallId: "c1",
        content: expected,
      });
    }
  });

  test("has one message for an id that comes twice, the last one", async () => {
    const { snapshot } = await playSnapshot([
      question,
      { id: "m1", role: "assistant", content: "Hel" },
      { id: "m1", role: "assistant", content: "Hello there" },
    ]);
    expect(contents(snapshot.messages)).toEqual([
      ["user", "Hi"],
      ["assistant", "Hello there"],
    ]);
    expect(snapshot.issues.map(({ code, subject }) => [code, subject])).toEqual([
      ["repeated-message", "messages[2]"],
    ]);
  });

  test("has both messages for an id that a user and an assistant share", async () => {
    const { snapshot } = await playSnapshot([question, { ...question, role: "assistant" }]);
    expect(contents(snapshot.messages)).toEqual([
      ["user", "Hi"],
      ["assistant", "Hi"],
    ]);
  });

  test("is refused by a strict thread", async () => {
    const { result } = await playSnapshot([{ ...question, id: null }], { strict: true });
    expect(result.error?.code).toBe("protocol-violation");
  });

  test("has the same ids when it comes again with more messages", async () => {
    const conversation = [
      { role: "user", content: "Hi" },
      { role: "assistant", content: "Hello" },
    ];
    const first = await playSnapshot(conversation);
    const second = await playSnapshot([...conversation, { role: "assistant", content: "More" }]);
    expect(second.snapshot.messages.slice(0, 2)).toEqual(first.snapshot.messages);
  });
});

describe("initialMessages", () => {
  test("have one message for an id that comes twice, the last one", () => {
    const thread = createThread({
      agent: { async *run() {} },
      initialMessages: [question, { ...question, content: "Hi there" }],
    });
    expect(thread.getSnapshot().messages).toEqual([{ ...question, content: "Hi there" }]);
    expect(thread.getSnapshot().issues).toMatchObject([{ code: "repeated-message" }]);
  });

  test("keep their identity when no id comes twice", () => {
    const initialMessages: readonly Message[] = [question];
    const thread = createThread({ agent: { async *run() {} }, initialMessages });
    expect(thread.getSnapshot().messages).toBe(initialMessages);
  });
});

describe("the calls of a message in a snapshot", () => {
  const call = { id: "c1", type: "function", function: { name: "f", arguments: "{}" } };

  test.each<[string, unknown]>([
    ["JSON text", JSON.stringify([call])],
    ["JSON text of a single call", JSON.stringify(call)],
    ["a single object", call],
  ])("are read from %s", async (_, toolCalls) => {
    const message = { id: "m1", role: "assistant", content: "Hello", toolCalls };
    const { snapshot } = await playSnapshot([question, message]);
    expect(snapshot.messages[1]).toMatchObject({ content: "Hello", toolCalls: [call] });
  });
});
