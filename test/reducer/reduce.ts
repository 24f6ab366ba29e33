import { isDeepStrictEqual } from "node:util";
import { expect } from "vitest";
import {
  createSnapshot,
  type Event,
  type EventInput,
  type Issue,
  reduceEvent,
  reduceEvents,
  type Snapshot,
  type SnapshotInit,
} from "../../src/core.ts";

/** The first snapshot of a thread, frozen. */
export function thread(init: Partial<SnapshotInit> = {}): Snapshot {
  return deepFreeze(createSnapshot({ threadId: "t1", ...init }));
}

/**
 * Reduces events, and holds the reducer to its promises while it is at it: the snapshot and the
 * events are left as they were, a batch comes to the same as its events one by one, and a snapshot
 * that went through JSON goes on like the original.
 */
export function reduce(from: Snapshot, ...given: readonly EventInput[]): Snapshot {
  // The enum's members are these very strings.
  const events = deepFreeze(given) as readonly Event[];
  const batch = deepFreeze(reduceEvents(deepFreeze(from), events));
  let single = from;
  for (const event of events) single = throughJson(reduceEvent(deepFreeze(single), event));
  const stored = throughJson(batch);
  expect(single).toEqual(stored);
  expect(batch).toEqual(stored);
  // No field that is there and undefined: it would be lost on the way through JSON.
  expect(isDeepStrictEqual(batch, stored)).toBe(true);
  const ids = batch.messages.map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)]);
  return batch;
}

export function throughJson<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

/** Freezes a value and all it holds, so that whoever writes to it throws. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const part of Object.values(value)) deepFreeze(part);
  return value;
}

/** The issues as `code subject`, or the code alone. */
export function issuesOf({ issues }: { readonly issues: readonly Issue[] }): string[] {
  return issues.map(({ code, subject }) => (subject === undefined ? code : `${code} ${subject}`));
}
