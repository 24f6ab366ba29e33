import { afterEach, describe, expect, test, vi } from "vitest";
import { EventType } from "../../../src/core.ts";
import type { Event } from "../../../src/protocol/events.ts";
import { createSnapshot } from "../../../src/reducer/createSnapshot.ts";
import { findToolCall } from "../../../src/reducer/findToolCall.ts";
import { reduceEvents } from "../../../src/reducer/reduceEvents.ts";
import { mergeDeltas } from "../../../src/store/eventLog/mergeDeltas.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const start: Event = { type: EventType.RUN_STARTED, threadId: "t1", runId: "r1" };
const text = (delta: string, more: object = {}): Event => ({
  type: EventType.TEXT_MESSAGE_CONTENT,
  messageId: "m1",
  delta,
  ...more,
});
const reasoning = (delta: string): Event => ({
  type: EventType.REASONING_MESSAGE_CONTENT,
  messageId: "m1",
  delta,
});

const merged = (...events: Event[]) => mergeDeltas([start, ...events]).slice(1);

test("merges deltas with extra fields only when these are equal", () => {
  const sub = { subagentRunId: "s1" };
  expect(merged(text("a", sub), text("b", { ...sub }), text("c"))).toEqual([
    text("ab", sub),
    text("c"),
  ]);
  expect(merged(text("a", sub), text("b"), text("c"))).toEqual([text("a", sub), text("bc")]);
});

test("keeps the order of the deltas of a stream, whatever fields they have", () => {
  const metadata = { metadata: { model: "m" } };
  const deltas = [text("a", metadata), text("b"), text("c", metadata), reasoning("d")];
  expect(merged(...deltas, text("e", metadata))).toEqual([
    text("a", metadata),
    text("b"),
    text("ce", metadata),
    reasoning("d"),
  ]);
});

test("keeps text and reasoning with the same id apart, in any order", () => {
  expect(merged(text("a"), reasoning("b"), text("c"), reasoning("d"))).toEqual([
    text("ac"),
    reasoning("bd"),
  ]);
});

test("merges deltas with different timestamps and raw events", () => {
  expect(
    merged(text("a", { timestamp: 1, rawEvent: { n: 1 } }), text("b", { timestamp: 2 })),
  ).toEqual([text("ab", { timestamp: 1 })]);
});

test.each<Event>([
  { type: EventType.RUN_FINISHED, threadId: "t1", runId: "r1" },
  { type: EventType.RUN_ERROR, message: "overloaded" },
])("leaves deltas after $type as they are, because each of them is an issue", (end) => {
  const late = [text("c"), text("d")];
  expect(merged(text("a"), text("b"), end, ...late)).toEqual([text("ab"), end, ...late]);
});

describe("tool arguments after the end of their call", () => {
  const callStart: Event = {
    type: EventType.TOOL_CALL_START,
    toolCallId: "c1",
    toolCallName: "search",
  };
  const args = (delta: string): Event => ({
    type: EventType.TOOL_CALL_ARGS,
    toolCallId: "c1",
    delta,
  });
  const end: Event = { type: EventType.TOOL_CALL_END, toolCallId: "c1" };
  const result: Event = {
    type: EventType.TOOL_CALL_RESULT,
    toolCallId: "c1",
    messageId: "r1",
    content: "done",
  };

  test.each<{ name: string; events: Event[] }>([
    {
      name: "complete and repeated arguments",
      events: [callStart, end, args("{}"), args('{"a":1}')],
    },
    {
      name: "arguments after a result",
      events: [callStart, end, result, args("{}"), args('{"a":1}')],
    },
    {
      name: "a rest of the arguments and further ones",
      events: [callStart, args('{"a"'), end, args(":1}"), args('{"b":2}')],
    },
    {
      name: "arguments between which another stream lies",
      events: [callStart, end, args("{}"), reasoning("a"), args('{"a":1}')],
    },
  ])("stay as they are, because each may be the last that counts: $name", ({ events }) => {
    const stored = merged(...events);
    expect(stored).toEqual(events);
    expect(callArguments(stored)).toBe(callArguments(events));
  });

  test("are merged again when the call starts again", () => {
    expect(merged(callStart, end, callStart, args('{"a"'), args(":1}"))).toEqual([
      callStart,
      end,
      callStart,
      args('{"a":1}'),
    ]);
  });

  function callArguments(events: readonly Event[]): string | undefined {
    const snapshot = reduceEvents(createSnapshot({ threadId: "t1" }), [start, ...events]);
    return findToolCall(snapshot, "c1")?.toolCall.function.arguments;
  }
});

test("does not serialize plain deltas for comparison", () => {
  const stringify = vi.spyOn(JSON, "stringify");
  const pieces = Array.from({ length: 50 }, (_, i) => [text(`${i}`), reasoning(`${i}`)]).flat();
  mergeDeltas([start, ...pieces]);
  expect(stringify).not.toHaveBeenCalled();
});
