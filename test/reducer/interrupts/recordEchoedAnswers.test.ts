import { expect, test } from "vitest";
import type { EventInput } from "../../../src/core.ts";
import { call, finished, started, user } from "../events.ts";
import { reduce, thread } from "../reduce.ts";

/** Starts a run with the input that it echoes. */
const resumed = (fields: object): EventInput =>
  started("r2", {
    input: { threadId: "t1", runId: "r2", messages: [], tools: [], context: [], ...fields },
  });

const interrupted = (...interrupts: object[]): EventInput[] => [
  started("r1"),
  call.start("c1", "book"),
  call.end("c1"),
  { ...finished(), outcome: { type: "interrupt", interrupts } } as EventInput,
];

const paused = [
  started("r1"),
  { type: "CUSTOM", name: "on_interrupt", value: "Book it?" },
  finished(),
] satisfies EventInput[];

const NAMED = { id: "i1", reason: "confirm", toolCallId: "c1" };
const RESOLVED = { interruptId: "i1", status: "resolved", payload: { time: "10:00" } };

test.each<[string, EventInput[], object, object]>([
  ["of AG-UI 1.0", interrupted(NAMED), { resume: [RESOLVED] }, { payload: { time: "10:00" } }],
  [
    "that cancels",
    interrupted(NAMED),
    { resume: [{ interruptId: "i1", status: "cancelled" }] },
    { status: "cancelled" },
  ],
  ["of LangGraph", paused, { forwardedProps: { command: { resume: "yes" } } }, { payload: "yes" }],
])("an answer in the input of a run counts as given: %s", (_, events, input, answer) => {
  const before = reduce(thread({ messages: [user("u1")] }), ...events);
  const begun = reduce(before, resumed(input));
  const interruptId = before.interrupts[0]?.id;
  const recorded = { isAnswerReceived: true, answer: { interruptId, ...answer } };
  expect(begun.interrupts).toMatchObject([recorded]);
  const ended = reduce(begun, finished(undefined, { runId: "r2" }));
  expect(ended.interrupts).toEqual([]);
  expect(ended.answeredInterrupts).toMatchObject([recorded]);
});

test.each<[string, object]>([
  ["another interrupt", { resume: [{ ...RESOLVED, interruptId: "i2" }] }],
  ["no interrupt", { resume: "yes", forwardedProps: { command: null } }],
])("an input with an answer to %s leaves the interrupts as they are", (_, input) => {
  const before = reduce(thread({ messages: [user("u1")] }), ...interrupted(NAMED));
  expect(reduce(before, resumed(input)).interrupts).toBe(before.interrupts);
});
