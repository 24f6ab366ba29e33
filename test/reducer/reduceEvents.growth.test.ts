import { expect, test } from "vitest";
import type { Event, EventInput } from "../../src/protocol/events.ts";
import { reduceEvents } from "../../src/reducer/reduceEvents.ts";
import { call, finished, started, step, subagent, textMessage } from "./events.ts";
import { growthOf } from "./growthOf.ts";
import { thread } from "./reduce.ts";

const repeat = (
  count: number,
  create: (index: number) => readonly EventInput[],
): readonly EventInput[] => Array.from({ length: count }, (_, index) => create(index)).flat();

const ofOneMessage = { parentMessageId: "m" };

const completeCalls = (count: number, fields = {}) =>
  repeat(count, (n) => [
    call.start(`c${n}`, "f", fields),
    call.args(`c${n}`, "{}"),
    call.end(`c${n}`),
  ]);

const results = (count: number, run = "r1") =>
  repeat(count, (n) => [call.result(`c${n}`, "ok", { messageId: `result ${n} of ${run}` })]);

/** Sub-agents of which each starts the next one. */
const nestedSubagents = (count: number) => [
  ...repeat(count, (n) => [
    subagent.start(`s${n}`, n > 0 ? { parentSubagentRunId: `s${n - 1}` } : {}),
    ...textMessage(`t${n}`, "Searching").map((event) => ({ ...event, subagentRunId: `s${n}` })),
  ]),
  ...repeat(count, (n) => [subagent.finish(`s${count - 1 - n}`)]),
];

const openSteps = (count: number, fields = {}) => [
  ...repeat(count, (n) => [{ ...step.start(`step ${n}`), ...fields }]),
  ...repeat(count, (n) => [{ ...step.finish(`step ${n}`), ...fields }]),
];

/** A snapshot that states calls under these ids, as some servers send before the streams. */
const statedCalls = (count: number, prefix: string): EventInput => ({
  type: "MESSAGES_SNAPSHOT",
  messages: [
    {
      id: "m",
      role: "assistant",
      toolCalls: Array.from({ length: count }, (_, n) => ({
        id: `${prefix}${n}`,
        type: "function" as const,
        function: { name: "f", arguments: `{"n":${n}}` },
      })),
    },
  ],
});

const numberedCalls = (count: number) =>
  repeat(count, (n) => [
    call.start(`c${n}`, "f", ofOneMessage),
    call.args(`c${n}`, `{"n":${n}}`),
    call.end(`c${n}`),
  ]);

const streams: readonly [string, (count: number) => readonly EventInput[]][] = [
  ["calls of one message", (count) => completeCalls(count, ofOneMessage)],
  [
    "calls of one message and their results",
    (count) => [...completeCalls(count, ofOneMessage), ...results(count)],
  ],
  [
    "calls of one message that are open at the same time",
    (count) => [
      ...repeat(count, (n) => [call.start(`c${n}`, "f", ofOneMessage)]),
      ...repeat(count, (n) => [call.args(`c${n}`, "{}")]),
      ...repeat(count, (n) => [call.end(`c${n}`)]),
    ],
  ],
  ["calls of messages of their own", (count) => completeCalls(count)],
  [
    "calls whose results come after other messages",
    (count) => [
      ...completeCalls(count, ofOneMessage),
      ...repeat(count, (n) => textMessage(`t${n}`, "Working")),
      ...results(count),
    ],
  ],
  ["results of unknown calls", (count) => results(count)],
  [
    "calls that a snapshot has stated",
    (count) => [statedCalls(count, "c"), ...numberedCalls(count)],
  ],
  [
    "calls that a snapshot has stated under other ids",
    (count) => [statedCalls(count, "x"), ...numberedCalls(count)],
  ],
  [
    "calls that predict the state",
    (count) => [
      { type: "CUSTOM", name: "PredictState", value: [{ state_key: "k", tool: "f" }] },
      ...completeCalls(count, ofOneMessage),
    ],
  ],
  ["open steps", (count) => openSteps(count)],
  [
    "open steps of a sub-agent",
    (count) => [subagent.start("s"), ...openSteps(count, { subagentRunId: "s" })],
  ],
  ["nested sub-agents", nestedSubagents],
];

test.each(streams)("the work for many %s grows with their number", (_, create) => {
  expect(
    // The members of the enum are these strings.
    growthOf(create, (events) =>
      reduceEvents(thread(), [started(), ...events] as readonly Event[]),
    ),
  ).toBeLessThan(2.2);
});

const repeatedStreams: readonly [string, (count: number, run: string) => readonly EventInput[]][] =
  [
    ["calls", (count, run) => [...completeCalls(count), ...results(count, run)]],
    [
      "calls of one message",
      (count, run) => [...completeCalls(count, ofOneMessage), ...results(count, run)],
    ],
    ["nested sub-agents", nestedSubagents],
  ];

test.each(repeatedStreams)(
  "a run with many %s under the ids of an earlier run costs hardly more each",
  (_, create) => {
    const growth = growthOf(
      (count) => {
        // The members of the enum are these strings.
        const first = [started(), ...create(count, "r1"), finished()] as readonly Event[];
        const second = [started("r2"), ...create(count, "r2")] as readonly Event[];
        return { snapshot: reduceEvents(thread(), first), second };
      },
      ({ snapshot, second }) => reduceEvents(snapshot, second),
    );
    expect(growth).toBeLessThan(2.4);
  },
);
