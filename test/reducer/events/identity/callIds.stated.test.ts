import { describe, expect, test } from "vitest";
import {
  createSnapshot,
  type EventInput,
  type Message,
  type Snapshot,
} from "../../../../src/core.ts";
import { prependMessages } from "../../../../src/reducer/prependMessages.ts";
import { toServerMessages } from "../../../../src/reducer/serverIds.ts";
import {
  answersOf,
  callIdsOf,
  callsUnder,
  question,
  resultOf,
  TWO_ROUNDS,
} from "../../../support/reusedCallIds.ts";
import {
  call,
  calls,
  finished,
  started,
  startedWithMessages,
  textMessage,
  user,
} from "../../events.ts";
import { reduce, thread } from "../../reduce.ts";

const snapshotOf = (messages: readonly Message[]): EventInput => ({
  type: "MESSAGES_SNAPSHOT",
  messages: [...messages],
});

const earlier = { status: "idle", hasMore: false, cursor: null, error: null } as const;

/** Ways in which messages become a conversation. */
const entries: readonly (readonly [
  name: string,
  enter: (messages: readonly Message[]) => Snapshot,
])[] = [
  ["createSnapshot", (messages) => createSnapshot({ threadId: "t1", messages })],
  ["an echoed input", (messages) => reduce(thread(), startedWithMessages(...messages), finished())],
  [
    "a MESSAGES_SNAPSHOT",
    (messages) => reduce(thread(), started(), snapshotOf(messages), finished()),
  ],
  ["a page", (messages) => prependMessages(thread(), { messages, earlier })],
];

describe.each(entries)("calls of one id in %s", (_, enter) => {
  test("are separate in each message, and have the server's id on their way back", () => {
    const { messages, toolCalls } = enter(TWO_ROUNDS);
    expect(callIdsOf(messages)).toEqual(["f:0", "f:0@c2"]);
    expect(Object.keys(toolCalls)).toEqual(["f:0", "f:0@c2"]);
    expect(toServerMessages(messages)).toEqual(TWO_ROUNDS);
  });

  test.each(["x", ""])("answer in their order within a message: %j", (id) => {
    const { messages } = enter([
      question("u1"),
      callsUnder(id, "c1", '{"a":1}', '{"a":2}', '{"a":3}'),
      resultOf(id, "t1", "A1"),
      resultOf(id, "t2", "A2"),
    ]);
    expect(answersOf(messages)).toEqual([['{"a":1}', "A1"], ['{"a":2}', "A2"], ['{"a":3}']]);
    expect(new Set(callIdsOf(messages)).size).toBe(3);
    expect(callIdsOf(messages)).not.toContain("");
  });

  test("answer in their order where several messages make them before the first result", () => {
    const { messages } = enter([
      question("u1"),
      callsUnder("x", "c1", '{"a":1}'),
      callsUnder("x", "c2", '{"a":2}'),
      resultOf("x", "t1", "A1"),
      resultOf("x", "t2", "A2"),
    ]);
    expect(answersOf(messages)).toEqual([
      ['{"a":1}', "A1"],
      ['{"a":2}', "A2"],
    ]);
  });

  test("leave a call unanswered whose result is missing", () => {
    const { messages } = enter([
      ...TWO_ROUNDS.filter(({ id }) => id !== "t1").toSpliced(2, 0, question("u2")),
      callsUnder("f:0", "c3", '{"a":3}'),
      resultOf("f:0", "t3", "A3"),
    ]);
    expect(answersOf(messages)).toEqual([['{"a":1}'], ['{"a":2}', "A2"], ['{"a":3}', "A3"]]);
  });
});

test("an echoed result answers the call that the conversation has", () => {
  const messages = [question("u1"), callsUnder("x", "c1", '{"a":1}', '{"a":2}')];
  const results = [resultOf("x", "t1", "A1"), resultOf("x", "t2", "A2")];
  const before = createSnapshot({ threadId: "t1", messages });
  const after = reduce(before, startedWithMessages(...messages, ...results), finished());
  expect(answersOf(after.messages)).toEqual([
    ['{"a":1}', "A1"],
    ['{"a":2}', "A2"],
  ]);
  const again = reduce(after, startedWithMessages(...messages, ...results), finished());
  expect(again.messages).toBe(after.messages);
});

test.each(["x", ""])("a snapshot that is received again changes nothing: %j", (id) => {
  const conversation = snapshotOf([
    question("u1"),
    callsUnder(id, "c1", '{"a":1}', '{"a":2}'),
    resultOf(id, "t1", "A1"),
    resultOf(id, "t2", "A2"),
  ]);
  const once = reduce(thread(), started(), conversation);
  const twice = reduce(once, conversation);
  expect(twice.messages).toBe(once.messages);
  expect(twice.toolCalls).toBe(once.toolCalls);
});

test("an echoed result answers the call of the last message of an id, the only one that is echoed", () => {
  const bySubagent = (event: EventInput) => ({ ...event, subagentRunId: "s1" }) as EventInput;
  const before = reduce(
    thread({ messages: [user("u1")] }),
    ...[started(), ...calls("f:0", "search", "1"), call.result("f:0", "one", { messageId: "t" })],
    ...[
      finished(),
      started("r2"),
      ...textMessage("m", "A"),
      ...textMessage("m", "B").map(bySubagent),
    ],
    ...[...calls("f:0", "search", "2", { parentMessageId: "m" }), finished()],
  );
  const result = { id: "t2", role: "tool", toolCallId: "f:0", content: "two" } as const;
  const sent = toServerMessages(before.messages).filter(({ content }) => content !== "A");
  const echo = { ...startedWithMessages(...sent, result), runId: "r3" } as EventInput;
  expect(answersOf(reduce(before, echo).messages)).toEqual([
    ["1", "one"],
    ["2", "two"],
  ]);
});

test("results at the beginning of a conversation answer the calls of an earlier page", () => {
  const shown = createSnapshot({ threadId: "t1", messages: TWO_ROUNDS.slice(2) });
  const { messages } = prependMessages(shown, { messages: TWO_ROUNDS.slice(0, 2), earlier });
  expect(callIdsOf(messages)).toEqual(["f:0@c1", "f:0"]);
  expect(answersOf(messages)).toEqual([
    ['{"a":1}', "A1"],
    ['{"a":2}', "A2"],
  ]);
  expect(toServerMessages(messages)).toEqual(TWO_ROUNDS);
  expect(messages.slice(-2).every((one, i) => one === shown.messages[i + 1])).toBe(true);
});

test.each([
  ["without arguments, which are sent as an empty object", "null"],
  ["with other arguments, which the server states as those of the second one", '{"a":1}'],
])(
  "a call and its repetition in a later run keep one result each, the first one %s",
  (_, first) => {
    const parent = { parentMessageId: "m" };
    const start = thread({ messages: [user("u0", "One")] });
    const answered = reduce(
      start,
      ...[started("r1"), call.start("f:0", "search", parent), call.args("f:0", first)],
      ...[call.end("f:0"), call.result("f:0", "found", { messageId: "t" }), finished()],
    );
    const streamed = reduce(
      { ...answered, messages: [...answered.messages, user("u1", "Two")] },
      ...[started("r2"), call.start("f:0", "search", parent), call.args("f:0", "{}")],
      call.result("f:0", "found", { messageId: "t" }),
    );
    const toolCalls = [
      { id: "f:0", type: "function" as const, function: { name: "search", arguments: "{}" } },
    ];
    const holder = { role: "assistant", toolCalls } as const;
    const result = { role: "tool", toolCallId: "f:0", content: "found" } as const;
    const stated = reduce(
      streamed,
      snapshotOf([
        ...[user("u0", "One"), { ...holder, id: "m" }, { ...result, id: "t" }],
        ...[user("u1", "Two"), { ...holder, id: "m2" }, { ...result, id: "t2" }],
      ]),
    );
    const resultIds = stated.messages.flatMap((message) =>
      message.role === "tool" ? message.toolCallId : [],
    );
    expect(resultIds.toSorted()).toEqual(["f:0", "f:0@r2"]);
    const infos = Object.values(stated.toolCalls).map((info) => info.resultMessageId);
    expect(infos.toSorted()).toEqual(["t", "t2"]);
  },
);
