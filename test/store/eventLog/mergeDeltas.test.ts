import { afterEach, expect, test, vi } from "vitest";
import { EventType } from "../../../src/core.ts";
import type { Event } from "../../../src/protocol/events.ts";
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

test("does not serialize plain deltas for comparison", () => {
  const stringify = vi.spyOn(JSON, "stringify");
  const pieces = Array.from({ length: 50 }, (_, i) => [text(`${i}`), reasoning(`${i}`)]).flat();
  mergeDeltas([start, ...pieces]);
  expect(stringify).not.toHaveBeenCalled();
});
