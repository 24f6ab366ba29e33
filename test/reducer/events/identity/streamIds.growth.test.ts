import { describe, expect, test } from "vitest";
import type { Event, EventInput, Message } from "../../../../src/protocol/events.ts";
import { createSnapshot } from "../../../../src/reducer/createSnapshot.ts";
import { replaceConversation } from "../../../../src/reducer/messageUpdates.ts";
import { prependMessages } from "../../../../src/reducer/prependMessages.ts";
import { reduceEvents } from "../../../../src/reducer/reduceEvents.ts";
import type { Snapshot } from "../../../../src/reducer/snapshot.ts";
import { callIdsOf, callsUnder, question } from "../../../support/reusedCallIds.ts";
import { call, started, startedWithMessages, text } from "../../events.ts";
import { growthOf } from "../../growthOf.ts";
import { thread } from "../../reduce.ts";

const reduceRun = (...events: readonly EventInput[]) =>
  // The members of the enum are these strings.
  reduceEvents(thread(), events as readonly Event[]);

const reduce = (...events: readonly EventInput[]) => reduceRun(started(), ...events);

const repeat = (
  count: number,
  create: (index: number) => readonly EventInput[],
): readonly EventInput[] => Array.from({ length: count }, (_, index) => create(index)).flat();

const completeCall = (id: string, fields = {}) => [
  call.start(id, "look", fields),
  call.args(id, "{}"),
  call.end(id),
];

const reuses: readonly [string, (count: number) => readonly EventInput[]][] = [
  ["calls", (count) => repeat(count, () => [...completeCall("c"), call.result("c", "ok")])],
  [
    "calls of a message",
    (count) =>
      repeat(count, () => [...completeCall("c", { parentMessageId: "m" }), call.result("c", "ok")]),
  ],
  [
    "calls of sub-agents",
    (count) =>
      repeat(count, (index) => {
        const agent = { subagentRunId: `s${index}` };
        const events = [...completeCall("c"), call.result("c", "ok")];
        return events.map((event) => ({ ...event, ...agent }));
      }),
  ],
  [
    "parallel calls with an empty id",
    (count) => [
      ...repeat(count, () => completeCall("")),
      ...repeat(count, (index) => [call.result("", `${index}`)]),
    ],
  ],
  [
    "texts with an empty id",
    (count) => repeat(count, () => [text.start(""), text.content("", "a"), text.end("")]),
  ],
  [
    "starts of an open call",
    (count) => repeat(count, () => [call.start("c", "look"), call.args("c", '{"a')]),
  ],
  [
    "texts after results",
    (count) =>
      repeat(count, () => [
        text.start("m"),
        text.content("m", "a"),
        text.end("m"),
        call.result("c", "ok"),
      ]),
  ],
];

const growth = (create: (count: number) => readonly EventInput[]) =>
  growthOf(create, (events) => reduce(...events));

test.each(reuses)("the work for many %s under one id grows with their number", (_, create) => {
  expect(growth(create)).toBeLessThan(2.1);
});

test.each<[string, (index: number) => string]>([
  ["ids of their own", (index) => `s${index}`],
  ["one id", () => "s"],
])("the work for many sub-agents with %s grows with their number", (_, idOf) => {
  const create = (count: number) =>
    repeat(count, (index) => [
      { type: "SUBAGENT_STARTED", subagentRunId: idOf(index), name: "Searcher" },
      { type: "SUBAGENT_FINISHED", subagentRunId: idOf(index) },
    ]);
  expect(growth(create)).toBeLessThan(2.1);
});

test("4,000 calls under one id have their own arguments and results", () => {
  const snapshot = reduce(
    ...repeat(4000, (index) => [
      call.start("c", "look"),
      call.args("c", `${index}`),
      call.end("c"),
      call.result("c", `result ${index}`),
    ]),
  );
  const calls = snapshot.messages.flatMap((message) =>
    message.role === "assistant" ? (message.toolCalls ?? []) : [],
  );
  const results = snapshot.messages.filter(({ role }) => role === "tool");
  expect(calls.map((each) => each.function.arguments)).toEqual(
    Array.from({ length: 4000 }, (_, index) => `${index}`),
  );
  expect(results.map(({ content }) => content)).toEqual(
    Array.from({ length: 4000 }, (_, index) => `result ${index}`),
  );
  expect(new Set(calls.map(({ id }) => id)).size).toBe(4000);
  expect(results).toMatchObject(calls.map(({ id }) => ({ toolCallId: id })));
});

const statedMessages: readonly [string, (count: number) => readonly Message[]][] = [
  [
    "calls of a message",
    (count) => [callsUnder("x", "m", ...Array.from({ length: count }, (_, n) => `${n}`))],
  ],
  [
    "answers",
    (count) =>
      Array.from({ length: count }, (_, n): Message[] => [
        question(`u${n}`),
        { id: "0", role: "assistant", content: `${n}` },
      ]).flat(),
  ],
];

const earlier = { status: "idle", hasMore: false, cursor: null, error: null } as const;

describe.each<[string, (messages: readonly Message[]) => Snapshot]>([
  ["createSnapshot", (messages) => createSnapshot({ threadId: "t1", messages })],
  ["setMessages", (messages) => replaceConversation(thread(), messages)],
  ["an echoed input", (messages) => reduceRun(startedWithMessages(...messages))],
  [
    "a MESSAGES_SNAPSHOT",
    (messages) => reduce({ type: "MESSAGES_SNAPSHOT", messages: [...messages] }),
  ],
  ["a page", (messages) => prependMessages(thread(), { messages, earlier })],
])("messages in %s", (_, enter) => {
  test.each(statedMessages)("cost hardly more each when many %s have one id", (__, create) => {
    // An unused number is found in steps that grow with the logarithm.
    expect(growthOf(create, enter)).toBeLessThan(2.4);
    const { messages } = enter(create(500));
    expect(new Set(messages.map(({ id }) => id)).size).toBe(messages.length);
    const ids = callIdsOf(messages);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
