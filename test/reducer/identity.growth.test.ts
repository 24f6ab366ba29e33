import { expect, test } from "vitest";
import type { Event, EventInput } from "../../src/protocol/events.ts";
import { reduceEvents } from "../../src/reducer/reduceEvents.ts";
import { call, started, text } from "./events.ts";
import { thread } from "./reduce.ts";

const reduce = (...events: readonly EventInput[]) =>
  // The members of the enum are these strings.
  reduceEvents(thread(), [started(), ...events] as readonly Event[]);

/** Counts the lookups by id, in records and in the index of messages, and the listed values of a function. */
function countLookups(run: () => void): number {
  let lookups = 0;
  const { hasOwn, values } = Object;
  const { get } = Map.prototype;
  Object.hasOwn = (record, key) => {
    lookups += 1;
    return hasOwn(record, key);
  };
  Object.values = (record: object) => {
    const listed = values(record);
    lookups += listed.length;
    return listed;
  };
  Map.prototype.get = function (key) {
    lookups += 1;
    return get.call(this, key);
  };
  try {
    run();
  } finally {
    Object.hasOwn = hasOwn;
    Object.values = values;
    Map.prototype.get = get;
  }
  return lookups;
}

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

/** Returns the work for 1,000 things as a multiple of the work for 500. */
function growth(create: (count: number) => readonly EventInput[]): number {
  const [half = 0, whole = 0] = [500, 1000].map((count) => {
    const events = create(count);
    return countLookups(() => reduce(...events));
  });
  return whole / half;
}

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
