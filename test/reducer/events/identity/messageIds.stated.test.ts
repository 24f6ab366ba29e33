import { describe, expect, test } from "vitest";
import { createSnapshot, createThread, type Message, type Snapshot } from "../../../../src/core.ts";
import { prependMessages } from "../../../../src/reducer/prependMessages.ts";
import { toServerMessages } from "../../../../src/reducer/serverIds.ts";
import { answersOf, callsUnder, question, resultOf } from "../../../support/reusedCallIds.ts";
import { assistant, finished, started, startedWithMessages } from "../../events.ts";
import { reduce, thread } from "../../reduce.ts";

const agent = { async *run() {} };

const earlier = { status: "idle", hasMore: false, cursor: null, error: null } as const;

/** Ways in which messages become a conversation. */
const entries: readonly (readonly [
  name: string,
  enter: (messages: readonly Message[]) => Snapshot,
])[] = [
  ["createSnapshot", (messages) => createSnapshot({ threadId: "t1", messages })],
  [
    "initialMessages",
    (initialMessages) => createThread({ agent, threadId: "t1", initialMessages }).getSnapshot(),
  ],
  [
    "setMessages",
    (messages) => {
      const set = createThread({ agent, threadId: "t1" });
      set.setMessages(messages);
      return set.getSnapshot();
    },
  ],
  ["an echoed input", (messages) => reduce(thread(), startedWithMessages(...messages), finished())],
  [
    "a MESSAGES_SNAPSHOT",
    (messages) =>
      reduce(
        thread(),
        started(),
        { type: "MESSAGES_SNAPSHOT", messages: [...messages] },
        finished(),
      ),
  ],
  ["a page", (messages) => prependMessages(thread(), { messages, earlier })],
];

const idsOf = (messages: readonly Message[]) => messages.map(({ id }) => id);
const contentsOf = (messages: readonly Message[]) => messages.map(({ content }) => content);

/** Two turns of a server that numbers its messages in each turn from 0. */
const TWO_TURNS: readonly Message[] = [
  question("u1"),
  callsUnder("x", "0", '{"a":1}'),
  resultOf("x", "1", "A1"),
  assistant("2", "one"),
  question("u2"),
  callsUnder("y", "0", '{"a":2}'),
  resultOf("y", "1", "A2"),
  assistant("2", "two"),
];

describe.each(entries)("messages of one id in %s", (_, enter) => {
  test("are separate in each turn, and have the server's id on their way back", () => {
    const { messages } = enter(TWO_TURNS);
    const ids = idsOf(messages);
    expect(new Set(ids).size).toBe(TWO_TURNS.length);
    expect(ids.slice(0, 5)).toEqual(idsOf(TWO_TURNS.slice(0, 5)));
    expect(contentsOf(messages)).toEqual(contentsOf(TWO_TURNS));
    expect(answersOf(messages)).toEqual([
      ['{"a":1}', "A1"],
      ['{"a":2}', "A2"],
    ]);
    expect(toServerMessages(messages)).toEqual(TWO_TURNS);
  });

  test("are separate where their roles differ", () => {
    const stated: readonly Message[] = [
      question("1"),
      { id: "1", role: "reasoning", content: "Hm" },
      assistant("1", "Yes."),
      { id: "1", role: "system", content: "Stop" },
      callsUnder("c", "2", "{}"),
      resultOf("c", "2", "found"),
    ];
    const { messages } = enter(stated);
    expect(new Set(idsOf(messages)).size).toBe(6);
    expect(contentsOf(messages)).toEqual(["1", "Hm", "Yes.", "Stop", undefined, "found"]);
    expect(toServerMessages(messages)).toEqual(stated);
  });

  test("keep the messages whose ids are unique", () => {
    const stated = TWO_TURNS.slice(0, 5);
    const { messages } = enter(stated);
    expect(messages).toEqual(stated);
  });
});

test("a message whose id was chosen for an earlier one has another id, and is sent under its own", () => {
  const messages = [
    ...[question("u1"), assistant("0"), question("u2"), assistant("0")],
    ...[question("u3"), assistant("0:assistant-2")],
  ];
  const snapshot = createSnapshot({ threadId: "t1", messages });
  expect(new Set(idsOf(snapshot.messages)).size).toBe(6);
  expect(toServerMessages(snapshot.messages)).toEqual(messages);
});

describe("a page before a conversation", () => {
  test("adds a message whose id a message with another role has", () => {
    const shown = [question("x"), assistant("m2", "two")];
    const page = [question("u1"), assistant("x", "one")];
    const { messages } = prependMessages(createSnapshot({ threadId: "t1", messages: shown }), {
      messages: page,
      earlier,
    });
    expect(toServerMessages(messages)).toEqual([...page, ...shown]);
    expect(new Set(idsOf(messages)).size).toBe(4);
  });

  const prepend = (shown: readonly Message[], messages: readonly Message[]) =>
    prependMessages(createSnapshot({ threadId: "t1", messages: shown }), { messages, earlier })
      .messages;

  test.each([1, 2, 3, 4, 5, 6, 7])("adds the first %d messages of two turns", (count) => {
    const messages = prepend(TWO_TURNS.slice(count), TWO_TURNS.slice(0, count));
    expect(contentsOf(messages)).toEqual(contentsOf(TWO_TURNS));
    expect(toServerMessages(messages)).toEqual(TWO_TURNS);
    expect(idsOf(messages).slice(count)).toEqual(
      idsOf(createSnapshot({ threadId: "t1", messages: TWO_TURNS.slice(count) }).messages),
    );
  });

  test.each([
    [0, 8],
    [0, 6],
    [2, 8],
    [3, 7],
    [1, 4],
  ])("adds no message again: shown from %d, paged to %d", (from, to) => {
    const messages = prepend(TWO_TURNS.slice(from), TWO_TURNS.slice(0, to));
    expect(toServerMessages(messages)).toEqual(TWO_TURNS);
  });
});
