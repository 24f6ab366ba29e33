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
import { beginReplay, endRun } from "../../src/reducer/runUpdates.ts";
import { deepFreeze } from "../support/deepFreeze.ts";

/** Creates the frozen first snapshot of a thread. */
export function thread(init: Partial<SnapshotInit> = {}): Snapshot {
  return deepFreeze(createSnapshot({ threadId: "t1", ...init }));
}

/**
 * Reduces events and checks the guarantees of the reducer: inputs are not modified, a batch equals
 * its single events, and a snapshot restored from JSON behaves like the original.
 */
export function reduce(from: Snapshot, ...input: readonly EventInput[]): Snapshot {
  // The members of the enum are these strings.
  const events = deepFreeze(input) as readonly Event[];
  const batch = deepFreeze(reduceEvents(deepFreeze(from), events));
  let single = from;
  for (const event of events) single = throughJson(reduceEvent(deepFreeze(single), event));
  const stored = throughJson(batch);
  expect(single).toEqual(stored);
  expect(batch).toEqual(stored);
  // JSON drops fields that are `undefined`, so the snapshot must have none.
  expect(isDeepStrictEqual(batch, stored)).toBe(true);
  const ids = batch.messages.map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)]);
  return batch;
}

export function throughJson<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

/** Returns the issues as `code subject`, or the code alone. */
export function issuesOf({ issues }: { readonly issues: readonly Issue[] }): string[] {
  return issues.map(({ code, subject }) => (subject === undefined ? code : `${code} ${subject}`));
}

/** Reduces the events of a connection that replays runs, and ends the last run. */
export function replayRun(snapshot: Snapshot, ...events: readonly EventInput[]): Snapshot {
  const attached = beginReplay(snapshot, { runId: "connection", toolNames: [], at: 1 });
  return endRun(reduce(attached, ...events), { at: 1 });
}
