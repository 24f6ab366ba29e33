import { expect, test } from "vitest";
import type { Event, Message } from "../../../../src/protocol/events.ts";
import { createSnapshot } from "../../../../src/reducer/createSnapshot.ts";
import { reduceEvents } from "../../../../src/reducer/reduceEvents.ts";
import { expectReplay } from "../../../../src/reducer/runUpdates.ts";
import type { Snapshot } from "../../../../src/reducer/snapshot.ts";
import { createProgressComparison } from "../../../../src/store/reconnect/replayReceiver/progressComparison.ts";

/** Wraps a value and counts every read of any part of it. */
function countReads<T extends object>(value: T, count: () => void): T {
  return new Proxy(value, {
    get(target, key, self) {
      count();
      const part: unknown = Reflect.get(target, key, self);
      return typeof part === "object" && part !== null ? countReads(part, count) : part;
    },
  });
}

const MANY = 500;
const started = { type: "RUN_STARTED", threadId: "t1", runId: "r1" } as Event;
const content = (messageId: string, delta: string) =>
  ({ type: "TEXT_MESSAGE_CONTENT", messageId, delta }) as Event;
const start = (messageId: string) =>
  ({ type: "TEXT_MESSAGE_START", messageId, role: "assistant" }) as Event;

/** Creates a snapshot with many messages and a large state, a copy, and a counter of their reads. */
function createLongThread() {
  let reads = 0;
  const count = () => {
    reads += 1;
  };
  const messages = Array.from(
    { length: MANY },
    (_, n): Message =>
      countReads({ id: `m${n}`, role: "assistant", content: "A word and another." }, count),
  );
  const state = countReads(Object.fromEntries(messages.map((_, n) => [`k${n}`, { n }])), count);
  const shown = { ...createSnapshot({ threadId: "t1", messages }), state, visibleState: state };
  const readsOf = (work: () => unknown) => {
    const before = reads;
    work();
    return reads - before;
  };
  // The messages of the copy are other objects.
  const copy = { ...shown, messages: messages.map((message) => countReads({ ...message }, count)) };
  return { shown, copy, readsOf };
}

/** Creates a comparison of a received snapshot with the shown one. @param isReplaying - True while the run is replayed from its start. */
function createComparison(isReplaying: boolean) {
  const progress = createProgressComparison();
  const newEvents = [content("m", "It does not matter what.")];
  return (received: Snapshot, shown: Snapshot) =>
    progress.hasCaughtUp(received, shown, { newEvents, isReplaying });
}

test("comparing a replay with a long thread reads only what each chunk changes", () => {
  const { shown, copy, readsOf } = createLongThread();
  const hasCaughtUp = createComparison(false);
  let received = reduceEvents(expectReplay(copy, "r1"), [started, start(`m${MANY - 1}`)]);
  expect(readsOf(() => expect(hasCaughtUp(received, shown)).toBe(false))).toBeGreaterThan(MANY);
  for (const delta of ["A ", "word ", "and ", "another."]) {
    received = reduceEvents(received, [content(`m${MANY - 1}`, delta)]);
    expect(readsOf(() => expect(hasCaughtUp(received, shown)).toBe(false))).toBe(0);
  }
  received = reduceEvents(received, [content(`m${MANY - 1}`, " New.")]);
  expect(readsOf(() => expect(hasCaughtUp(received, shown)).toBe(true))).toBeLessThan(10);
  received = reduceEvents(received, [content(`m${MANY - 1}`, " Newer.")]);
  expect(readsOf(() => expect(hasCaughtUp(received, shown)).toBe(true))).toBeLessThan(10);
});

test("an unchanged state is compared only once", () => {
  const { shown, readsOf } = createLongThread();
  const hasCaughtUp = createComparison(false);
  hasCaughtUp(shown, shown);
  const other = { ...shown, state: { ...shown.state } };
  expect(readsOf(() => expect(hasCaughtUp(other, shown)).toBe(false))).toBeGreaterThan(0);
  expect(readsOf(() => expect(hasCaughtUp(other, shown)).toBe(false))).toBe(0);
  expect(hasCaughtUp({ ...shown, state: { n: 1 } }, shown)).toBe(true);
  expect(hasCaughtUp(shown, shown)).toBe(false);
});

test("a run replayed message by message never looks up a compared message again", () => {
  const ids = Array.from({ length: MANY }, (_, n) => `m${n}`);
  const opening = createSnapshot({ threadId: "t1" });
  const shown = reduceEvents(opening, [
    started,
    ...ids.flatMap((id) => [start(id), content(id, "Hello there")]),
  ]);
  let lookedUp = 0;
  const countLookups = (snapshot: Snapshot): Snapshot => ({
    ...snapshot,
    messages: new Proxy(snapshot.messages, {
      get(target, key, self) {
        if (/^\d+$/.test(String(key))) lookedUp += 1;
        return Reflect.get(target, key, self);
      },
    }),
  });
  const isFurther = createComparison(true);
  let received = reduceEvents(opening, [started]);
  for (const id of ids) {
    received = reduceEvents(received, [start(id), content(id, "Hello")]);
    expect(isFurther(received, shown)).toBe(false);
    received = reduceEvents(received, [content(id, " there")]);
    expect(isFurther(received, shown)).toBe(id === ids.at(-1));
  }
  // The replay is complete: no message is left to look up.
  expect(isFurther(countLookups(received), shown)).toBe(true);
  expect(lookedUp).toBe(0);
  // Messages that the thread shows later count as well.
  const more = reduceEvents(shown, [start("new"), content("new", "More")]);
  expect(isFurther(received, more)).toBe(false);
});
