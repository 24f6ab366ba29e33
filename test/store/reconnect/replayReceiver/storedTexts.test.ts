import { describe, expect, test } from "vitest";
import { createThread, type EventInput, type Message } from "../../../../src/core.ts";
import { runEvents } from "../../../support/runEvents.ts";

type Fields = Readonly<Record<string, unknown>>;

const question: Message = { id: "u1", role: "user", content: "Hi" };

const chunks =
  (fields: Fields = {}) =>
  (...deltas: readonly string[]): EventInput[] =>
    // The fields are those of a chunk.
    deltas.map(
      (delta) => ({ type: "TEXT_MESSAGE_CHUNK", messageId: "m", ...fields, delta }) as EventInput,
    );
const text = chunks();

/** Loads a thread and connects it to a server that sends these events, each time in one batch or in many. */
async function connect(
  events: readonly EventInput[],
  { isBatch = false, times = 1, strict = false } = {},
) {
  const thread = createThread({
    threadId: "t1",
    initialMessages: [question, { id: "m", role: "assistant", content: "Hello" }],
    strict,
    agent: {
      async *run() {},
      async *connect() {
        if (isBatch) yield [...events];
        else yield* events;
      },
    },
  });
  for (let time = 0; time < times; time++) await thread.connect();
  return thread.getSnapshot().messages.slice(1);
}

const contents = (messages: readonly Message[]) => messages.map(({ content }) => content);

describe.each([false, true])("a connected server (in one batch: %s)", (isBatch) => {
  test.each<[string, EventInput[]]>([
    ["in a chunk", text(" world")],
    ["in several chunks", text(" wor", "ld")],
    ["in chunks with a role", chunks({ role: "assistant" })(" wor", "ld")],
    [
      "around another event",
      [...text(" wor"), { type: "STEP_STARTED", stepName: "s" }, ...text("ld")],
    ],
    ["without a start", [{ type: "TEXT_MESSAGE_CONTENT", messageId: "m", delta: " world" }]],
  ])("continues a loaded message %s", async (_, events) => {
    const messages = await connect(runEvents("r1", ...events), { isBatch });
    expect(contents(messages)).toEqual(["Hello world"]);
  });

  test("continues a message of its own snapshot", async () => {
    const answer: Message = { id: "m", role: "assistant", content: "Hello wor" };
    const snapshot: EventInput = { type: "MESSAGES_SNAPSHOT", messages: [question, answer] };
    const events = [...runEvents("r1", snapshot, ...text("ld"))];
    expect(contents(await connect(events, { isBatch }))).toEqual(["Hello world"]);
  });

  test("breaks no rule when it continues a loaded message", async () => {
    const events = runEvents("r1", ...text(" world"));
    expect(contents(await connect(events, { isBatch, strict: true }))).toEqual(["Hello world"]);
  });

  test.each<[string, EventInput[]]>([
    ["in a chunk", text("Hello world")],
    ["in chunks", text("Hel", "lo", " world")],
    ["in chunks that begin with space", text("\n", "Hello world")],
    ["in chunks after their opening", [...text(""), ...text("Hello world")]],
  ])("repeats a loaded message %s without doubling it", async (_, events) => {
    const messages = await connect(runEvents("r1", ...events), { isBatch, times: 3 });
    expect(contents(messages).map((content) => String(content).trim())).toEqual(["Hello world"]);
  });

  test("adds a message when a later run uses the id of a loaded one again", async () => {
    const events = [...runEvents("r1", ...text("Hello")), ...runEvents("r2", ...text("Bye"))];
    expect(contents(await connect(events, { isBatch }))).toEqual(["Hello", "Bye"]);
  });
});

test("continues loaded reasoning in chunks", async () => {
  const thread = createThread({
    threadId: "t1",
    initialMessages: [question, { id: "m", role: "reasoning", content: "Let me" }],
    agent: {
      async *run() {},
      async *connect() {
        yield* runEvents("r1", { type: "REASONING_MESSAGE_CHUNK", messageId: "m", delta: " see" });
      },
    },
  });
  await thread.connect();
  expect(contents(thread.getSnapshot().messages)).toEqual(["Hi", "Let me see"]);
});

describe("a connected server that sends arguments", () => {
  const name = { toolCallName: "f" };
  const piece = (delta: string, fields: Fields = {}): EventInput =>
    ({ type: "TOOL_CALL_CHUNK", toolCallId: "c", ...fields, delta }) as EventInput;
  test.each<[string, readonly EventInput[]]>([
    [
      "is continued without a start",
      [
        { type: "TOOL_CALL_ARGS", toolCallId: "c", delta: ":" },
        { type: "TOOL_CALL_ARGS", toolCallId: "c", delta: "1}" },
        { type: "TOOL_CALL_END", toolCallId: "c" },
      ],
    ],
    ["is continued in chunks", [piece(":"), piece("1}")]],
    ["is continued in chunks with a name", [piece(":", name), piece("1}", name)]],
    ["is repeated in chunks", [piece('{"a', name), piece('":1}')]],
    [
      "is repeated from its start",
      [
        { type: "TOOL_CALL_START", toolCallId: "c", ...name },
        { type: "TOOL_CALL_ARGS", toolCallId: "c", delta: '{"a":' },
        { type: "TOOL_CALL_ARGS", toolCallId: "c", delta: "1}" },
        { type: "TOOL_CALL_END", toolCallId: "c" },
      ],
    ],
  ])("a loaded call whose arguments are cut off %s", async (_, events) => {
    const call = { id: "c", type: "function", function: { name: "f", arguments: '{"a"' } } as const;
    const thread = createThread({
      threadId: "t1",
      initialMessages: [question, { id: "m", role: "assistant", toolCalls: [call] }],
      agent: {
        async *run() {},
        async *connect() {
          yield* runEvents("r1", ...events);
        },
      },
    });
    await thread.connect();
    expect(thread.getSnapshot().messages[1]).toMatchObject({
      toolCalls: [{ id: "c", function: { name: "f", arguments: '{"a":1}' } }],
    });
  });
});

test("a new run whose chunks have the id of a loaded message adds a message", async () => {
  const thread = createThread({
    threadId: "t1",
    initialMessages: [question, { id: "m", role: "assistant", content: "Hello" }],
    agent: {
      async *run() {
        yield* runEvents("r1", ...text(" world"));
      },
    },
  });
  await thread.run();
  expect(contents(thread.getSnapshot().messages)).toEqual(["Hi", "Hello", " world"]);
});
