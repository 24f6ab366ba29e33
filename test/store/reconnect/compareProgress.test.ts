import { expect, test } from "vitest";
import type { Event, Message } from "../../../src/protocol/events.ts";
import { createSnapshot } from "../../../src/reducer/createSnapshot.ts";
import { reduceEvents } from "../../../src/reducer/reduceEvents.ts";
import type { Snapshot } from "../../../src/reducer/snapshot.ts";
import { expectReplay } from "../../../src/reducer/toolUpdates.ts";
import { createProgressComparison } from "../../../src/store/reconnect/compareProgress.ts";

/** A value that counts how often any part of it is read. */
function counting<T extends object>(value: T, count: () => void): T {
  return new Proxy(value, {
    get(target, key, self) {
      count();
      const part: unknown = Reflect.get(target, key, self);
      return typeof part === "object" && part !== null ? counting(part, count) : part;
    },
  });
}

const MANY = 500;
const started = { type: "RUN_STARTED", threadId: "t1", runId: "r1" } as Event;
const content = (messageId: string, delta: string) =>
  ({ type: "TEXT_MESSAGE_CONTENT", messageId, delta }) as Event;
const start = (messageId: string) =>
  ({ type: "TEXT_MESSAGE_START", messageId, role: "assistant" }) as Event;

/** A thread and a copy of it that hold many messages and a large state, and how often those were read. */
function longThread() {
  let reads = 0;
  const count = () => {
    reads += 1;
  };
  const messages = Array.from(
    { length: MANY },
    (_, n): Message =>
      counting({ id: `m${n}`, role: "assistant", content: "A word and another." }, count),
  );
  const state = counting(Object.fromEntries(messages.map((_, n) => [`k${n}`, { n }])), count);
  const shown = { ...createSnapshot({ threadId: "t1", messages }), state, visibleState: state };
  const readsOf = (work: () => unknown) => {
    const before = reads;
    work();
    return reads - before;
  };
  // The same, which shares nothing with it.
  const copy = { ...shown, messages: messages.map((message) => counting({ ...message }, count)) };
  return { shown, copy, readsOf };
}

/** Measures what is told by what is shown. @param isReplayed - Whether it is told again from its start. */
function measure(isReplayed: boolean) {
  const progress = createProgressComparison();
  const newEvents = [content("m", "It does not matter what.")];
  return (told: Snapshot, shown: Snapshot) =>
    progress.hasCaughtUp(told, shown, { newEvents, isReplayed });
}

test("what is told beside a long thread costs what it changes, chunk by chunk", () => {
  const { shown, copy, readsOf } = longThread();
  const saysMore = measure(false);
  let told = reduceEvents(expectReplay(copy, "r1"), [started, start(`m${MANY - 1}`)]);
  expect(readsOf(() => expect(saysMore(told, shown)).toBe(false))).toBeGreaterThan(MANY);
  for (const delta of ["A ", "word ", "and ", "another."]) {
    told = reduceEvents(told, [content(`m${MANY - 1}`, delta)]);
    expect(readsOf(() => expect(saysMore(told, shown)).toBe(false))).toBe(0);
  }
  told = reduceEvents(told, [content(`m${MANY - 1}`, " New.")]);
  expect(readsOf(() => expect(saysMore(told, shown)).toBe(true))).toBeLessThan(10);
  told = reduceEvents(told, [content(`m${MANY - 1}`, " Newer.")]);
  expect(readsOf(() => expect(saysMore(told, shown)).toBe(true))).toBeLessThan(10);
});

test("a state that was compared is not compared again", () => {
  const { shown, readsOf } = longThread();
  const saysMore = measure(false);
  saysMore(shown, shown);
  const other = { ...shown, state: { ...shown.state } };
  expect(readsOf(() => expect(saysMore(other, shown)).toBe(false))).toBeGreaterThan(0);
  expect(readsOf(() => expect(saysMore(other, shown)).toBe(false))).toBe(0);
  expect(saysMore({ ...shown, state: { n: 1 } }, shown)).toBe(true);
  expect(saysMore(shown, shown)).toBe(false);
});

test("what a run has said is asked for once, message by message", () => {
  const ids = Array.from({ length: MANY }, (_, n) => `m${n}`);
  const opening = createSnapshot({ threadId: "t1" });
  const shown = reduceEvents(opening, [
    started,
    ...ids.flatMap((id) => [start(id), content(id, "Hello there")]),
  ]);
  let lookedUp = 0;
  const watched = (snapshot: Snapshot): Snapshot => ({
    ...snapshot,
    messages: new Proxy(snapshot.messages, {
      get(target, key, self) {
        if (/^\d+$/.test(String(key))) lookedUp += 1;
        return Reflect.get(target, key, self);
      },
    }),
  });
  const isFurther = measure(true);
  let told = reduceEvents(opening, [started]);
  for (const id of ids) {
    told = reduceEvents(told, [start(id), content(id, "Hello")]);
    expect(isFurther(told, shown)).toBe(false);
    told = reduceEvents(told, [content(id, " there")]);
    expect(isFurther(told, shown)).toBe(id === ids.at(-1));
  }
  // All has been told by now: nothing is left to ask for.
  expect(isFurther(watched(told), shown)).toBe(true);
  expect(lookedUp).toBe(0);
  // What comes to be shown meanwhile counts.
  const more = reduceEvents(shown, [start("new"), content("new", "More")]);
  expect(isFurther(told, more)).toBe(false);
});
