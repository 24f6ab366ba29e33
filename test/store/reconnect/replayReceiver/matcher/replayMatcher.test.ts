import { describe, expect, test } from "vitest";
import {
  createThread,
  type EventInput,
  type Message,
  parseThread,
  serializeThread,
  type Thread,
} from "../../../../../src/core.ts";
import { toServerMessages } from "../../../../../src/reducer/serverIds.ts";
import { call, calls, reasoning, user } from "../../../../reducer/events.ts";
import { assistantText, runEvents, runWithInput } from "../../../../support/runEvents.ts";

const callMessage = (args: string, id = "h1"): Message => ({
  id,
  role: "assistant",
  toolCalls: [{ id: "f:0", type: "function", function: { name: "paint", arguments: args } }],
});
const resultOf = (content: string, id = "t1"): Message => ({
  id,
  role: "tool",
  toolCallId: "f:0",
  content,
});
const answer = (content: string, id = "m1"): Message => ({ id, role: "assistant", content });

/** A turn whose call was answered, and the question of a run that is in progress. */
const STORED = [
  user("u1"),
  callMessage('{"a":1}'),
  resultOf("one"),
  answer("Painted one."),
  user("u2"),
];

/** Loads a thread with a frontend tool and connects it once, as one batch or event by event. */
async function connect(
  initialMessages: readonly Message[],
  events: readonly EventInput[],
  { isBatch = false, times = 1 } = {},
) {
  const runs: (readonly Message[])[] = [];
  const thread = createThread({
    threadId: "t1",
    initialMessages,
    agent: {
      async *run({ runId, messages }) {
        runs.push(messages);
        yield* runEvents(runId);
      },
      async *connect() {
        if (isBatch) yield structuredClone([...events]);
        else yield* structuredClone(events);
      },
    },
  });
  const painted: unknown[] = [];
  thread.registerTool({
    name: "paint",
    description: "Paints",
    handler(args) {
      painted.push(args);
      return "done";
    },
  });
  for (let time = 0; time < times; time++) await thread.connect();
  return { thread, painted, runs };
}

/** Returns a conversation as text: the content of messages, and the arguments of calls. */
function contentsOf(messages: readonly Message[]) {
  return messages.map((message) => {
    const called = message.role === "assistant" ? (message.toolCalls ?? []) : [];
    return [message.content, ...called.map((other) => other.function.arguments)]
      .filter(Boolean)
      .join(" ");
  });
}

const contents = (thread: Thread) => contentsOf(thread.getSnapshot().messages);

/** Expects that each message and each call has an id of its own. */
function expectUniqueIds(thread: Thread) {
  const { messages } = thread.getSnapshot();
  const callIds = messages.flatMap((message) =>
    message.role === "assistant" ? (message.toolCalls ?? []).map(({ id }) => id) : [],
  );
  for (const ids of [messages.map(({ id }) => id), callIds]) expect(ids).toEqual([...new Set(ids)]);
}

const BEFORE = contentsOf(STORED);

describe.each([true, false])("a run in progress after a reload (in one batch: %s)", (isBatch) => {
  test.each<[string, EventInput[]]>([
    ["without an input", runEvents("r2", ...calls("f:0", "paint", '{"a":2}'))],
    ["with its input", runWithInput("r2", STORED, ...calls("f:0", "paint", '{"a":2}'))],
    ["with its question", runWithInput("r2", [user("u2")], ...calls("f:0", "paint", '{"a":2}'))],
    [
      "after other text",
      runEvents("r2", ...assistantText("Let me", "m2"), ...calls("f:0", "paint", '{"a":2}')),
    ],
    [
      "with the parent message of the earlier call",
      runEvents("r2", ...calls("f:0", "paint", '{"a":2}', { parentMessageId: "h1" })),
    ],
    [
      "in chunks",
      runEvents("r2", {
        type: "TOOL_CALL_CHUNK",
        toolCallId: "f:0",
        toolCallName: "paint",
        delta: '{"a":2}',
      }),
    ],
  ])("makes another call with the id of an earlier one, %s", async (_, events) => {
    const { thread, painted, runs } = await connect(STORED, events, { isBatch });
    const { messages } = thread.getSnapshot();
    expect(contents(thread).slice(0, STORED.length)).toEqual(BEFORE);
    expect(contents(thread).slice(-2)).toEqual(['{"a":2}', "done"]);
    expect(painted).toEqual([{ a: 2 }]);
    expect(runs).toHaveLength(1);
    expectUniqueIds(thread);
    const sent = toServerMessages(messages);
    const isPaint = (message: Message) => message.role === "assistant" && message.toolCalls;
    expect(sent.findLast(isPaint)).toMatchObject({ toolCalls: [{ id: "f:0" }] });
    expect(runs[0]?.at(-1)).toMatchObject({ role: "tool", toolCallId: "f:0", content: "done" });
    const { snapshot } = parseThread(await serializeThread(thread));
    expect(snapshot.messages).toEqual(messages);
  });

  test("makes another call with equal arguments", async () => {
    const events = runEvents("r2", ...calls("f:0", "paint", '{"a":1}'));
    const { thread, painted } = await connect(STORED, events, { isBatch });
    expect(contents(thread)).toEqual([...BEFORE, '{"a":1}', "done"]);
    expect(painted).toEqual([{ a: 1 }]);
  });

  test("makes another call while the first one has no result", async () => {
    const stored = [user("u1"), callMessage('{"a":1}'), user("u2")];
    const events = runEvents("r2", ...calls("f:0", "paint", '{"a":2}'));
    const { thread, painted } = await connect(stored, events, { isBatch });
    const [question, first] = contentsOf(stored);
    expect(contents(thread)).toEqual([
      ...[question, first, "This tool call was not answered."],
      ...[question, '{"a":2}', "done"],
    ]);
    expect(painted).toEqual([{ a: 2 }]);
  });

  test("makes another call after the result of the same turn", async () => {
    const events = runEvents("r2", ...calls("f:0", "paint", '{"a":2}'));
    const stored = STORED.slice(0, 3);
    const { thread, painted } = await connect(stored, events, { isBatch });
    expect(contents(thread)).toEqual([...contentsOf(stored), '{"a":2}', "done"]);
    expect(painted).toEqual([{ a: 2 }]);
  });

  test.each<[string, EventInput[]]>([
    ["without an input", runEvents("r2", ...assistantText("Painted two.", "m1"))],
    ["with its question", runWithInput("r2", [user("u2")], ...assistantText("Painted two.", "m1"))],
    ["without a start", runEvents("r2", ...assistantText("Painted two.", "m1").slice(1))],
    [
      "in chunks",
      runEvents(
        "r2",
        { type: "TEXT_MESSAGE_CHUNK", messageId: "m1", delta: "Painted" },
        { type: "TEXT_MESSAGE_CHUNK", messageId: "m1", delta: " two." },
      ),
    ],
  ])("makes another message with the id of an earlier one, %s", async (_, events) => {
    const { thread } = await connect(STORED, events, { isBatch });
    const { messages } = thread.getSnapshot();
    expect(contents(thread)).toEqual([...BEFORE, "Painted two."]);
    expect(toServerMessages(messages).at(-1)).toMatchObject({ id: "m1" });
    expectUniqueIds(thread);
  });

  test("makes another message with the id of a message that only holds a call", async () => {
    const events = runEvents("r2", ...assistantText("Painted two.", "h1"));
    const { thread } = await connect(STORED, events, { isBatch });
    expect(contents(thread)).toEqual([...BEFORE, "Painted two."]);
  });

  test("makes other reasoning with the id of an earlier one", async () => {
    const stored: Message[] = [
      user("u1"),
      { id: "0", role: "reasoning", content: "Hm" },
      answer("One"),
      user("u2"),
    ];
    const events = runEvents(
      "r2",
      reasoning.start("0"),
      reasoning.content("0", "Well"),
      reasoning.end("0"),
      ...assistantText("Two", "m2"),
    );
    const { thread } = await connect(stored, events, { isBatch });
    expect(contents(thread)).toEqual([...contentsOf(stored), "Well", "Two"]);
  });

  test("continues the loaded beginning of its answer", async () => {
    const stored = [...STORED, answer("Painted", "m2")];
    const events = runEvents("r2", ...assistantText("Painted two.", "m2"));
    const { thread } = await connect(stored, events, { isBatch });
    expect(contents(thread)).toEqual([...BEFORE, "Painted two."]);
  });

  test("continues the loaded beginning of a call under the id of an earlier one", async () => {
    const stored = [...STORED, callMessage('{"a":', "h2")];
    const events = runEvents("r2", ...calls("f:0", "paint", '{"a":2}'));
    const { thread, painted } = await connect(stored, events, { isBatch });
    expect(contents(thread)).toEqual([...BEFORE, '{"a":2}', "done"]);
    expect(painted).toEqual([{ a: 2 }]);
  });
});

/** The runs of the stored conversation, as a server replays them. */
const replayOf = (start: (runId: string, ...questions: Message[]) => EventInput[]) => [
  ...start("r1", user("u1")),
  ...calls("f:0", "paint", '{"a":1}', { parentMessageId: "h1" }),
  call.result("f:0", "one", { messageId: "t1" }),
  ...assistantText("Painted one.", "m1"),
  ...runEvents("r1").slice(1),
];

const withInput = (runId: string, ...questions: Message[]) =>
  runWithInput(runId, questions).slice(0, 1);
const withoutInput = (runId: string) => runEvents(runId).slice(0, 1);
const withQuestions = (runId: string, ...questions: Message[]) => [
  ...withoutInput(runId),
  ...questions.flatMap(({ id, content }): EventInput[] => [
    { type: "TEXT_MESSAGE_START", messageId: id, role: "user" },
    { type: "TEXT_MESSAGE_CONTENT", messageId: id, delta: String(content) },
    { type: "TEXT_MESSAGE_END", messageId: id },
  ]),
];

describe.each([
  ["the inputs of its runs", withInput],
  ["the questions as messages", withQuestions],
  ["no questions", withoutInput],
])("a server that replays the whole thread with %s", (_, start) => {
  test.each([1, 2])(
    "changes no reference of what it repeats, connected %i times",
    async (times) => {
      const { thread, painted } = await connect(STORED, replayOf(start), { times });
      const { messages } = thread.getSnapshot();
      expect(messages).toEqual(STORED);
      for (const [at, message] of messages.entries()) expect(message).toBe(STORED[at]);
      expect(painted).toEqual([]);
    },
  );

  test("makes the call of the last run, which is in progress", async () => {
    const events = [
      ...replayOf(start),
      ...start("r2", user("u2")),
      ...calls("f:0", "paint", '{"a":2}'),
      ...runEvents("r2").slice(1),
    ];
    const { thread, painted } = await connect(STORED, events);
    expect(contents(thread)).toEqual([...BEFORE, '{"a":2}', "done"]);
    expect(painted).toEqual([{ a: 2 }]);
    for (const [at, message] of STORED.entries())
      expect(thread.getSnapshot().messages[at]).toBe(message);
  });

  test("finds the calls of each turn under one id", async () => {
    const stored = [
      ...STORED,
      callMessage('{"a":2}', "h2"),
      resultOf("two", "t2"),
      answer("Painted two.", "m2"),
    ];
    const events = [
      ...replayOf(start),
      ...start("r2", user("u2")),
      ...calls("f:0", "paint", '{"a":2}', { parentMessageId: "h2" }),
      call.result("f:0", "two", { messageId: "t2" }),
      ...assistantText("Painted two.", "m2"),
      ...runEvents("r2").slice(1),
    ];
    const { thread, painted } = await connect(stored, events);
    expect(contents(thread)).toEqual(contentsOf(stored));
    expect(painted).toEqual([]);
  });
});
