import { afterEach, expect, test, vi } from "vitest";
import { createThread, indexedDbStorage } from "../../../../src/core.ts";
import { scriptedAgent, textRun } from "../../../../src/testing.ts";
import { createIdCounter } from "../../thread/idCounter.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

/** Counts the requests to all databases of the tab by kind and store. */
function countRequests() {
  const put = vi.spyOn(IDBObjectStore.prototype, "put");
  const deleted = vi.spyOn(IDBObjectStore.prototype, "delete");
  const got = [
    vi.spyOn(IDBObjectStore.prototype, "get"),
    vi.spyOn(IDBObjectStore.prototype, "getAll"),
    vi.spyOn(IDBObjectStore.prototype, "getAllKeys"),
    vi.spyOn(IDBObjectStore.prototype, "openCursor"),
  ];
  const transaction = vi.spyOn(IDBDatabase.prototype, "transaction");
  /** @returns The counts since the previous call. */
  return () => {
    const written = put.mock.calls.map(([text], at) => ({
      store: (put.mock.contexts[at] as IDBObjectStore).name,
      length: String(text).length,
    }));
    const inLog = written.filter(({ store }) => store === "entries");
    const inRecords = written.filter(({ store }) => store === "records");
    const counts = {
      entries: inLog.length,
      records: inRecords.length,
      snapshots: written.length - inLog.length - inRecords.length,
      length: [...inLog, ...inRecords].reduce((sum, { length }) => sum + length, 0),
      deleted: deleted.mock.calls.length,
      got: got.reduce((sum, { mock }) => sum + mock.calls.length, 0),
      transactions: transaction.mock.calls.length,
    };
    for (const spy of [put, deleted, ...got, transaction]) spy.mockClear();
    return counts;
  };
}

/** Returns the median counts, because a slow turn may be written in several pieces. */
function medianCounts<T extends Record<string, number>>(turns: readonly T[]): T {
  const middle = (key: string) =>
    turns.map((turn) => turn[key] ?? 0).sort((a, b) => a - b)[Math.floor(turns.length / 2)];
  const keys = Object.keys(turns[0] ?? {});
  // The result has the keys of each turn.
  return Object.fromEntries(keys.map((key) => [key, middle(key)])) as T;
}

test("writes and reads as much per turn in a long thread as in a short thread", {
  timeout: 600_000,
}, async () => {
  const requests = countRequests();
  let time = 1_000_000;
  const thread = createThread({
    agent: scriptedAgent(textRun("An answer")),
    storage: indexedDbStorage({ name: "written by turns" }),
    threadId: "t1",
    createId: createIdCounter("id-00"),
    now: () => ++time,
  });
  const turns: ReturnType<typeof requests>[] = [];
  for (let turn = 0; turn < 200; turn++) {
    await thread.send("A question");
    await expect.poll(() => thread.isStored(), { interval: 1 }).toBe(true);
    turns.push(requests());
  }
  const snapshots = turns.reduce((sum, turn) => sum + turn.snapshots, 0);
  expect(snapshots).toBeGreaterThan(3);
  expect(snapshots).toBeLessThan(12);
  // Skips turns that write a snapshot, which takes additional requests.
  const plain = turns.slice(10).filter((turn) => turn.snapshots === 0);
  const { length: before, ...first } = medianCounts(plain.slice(0, 21));
  const { length, ...last } = medianCounts(plain.slice(-21));
  expect(first.entries).toBeGreaterThan(0);
  expect(first.records).toBeGreaterThan(0);
  // A busy machine may write a turn in several pieces; a cost that grows with the thread would be many times higher.
  for (const [key, count] of Object.entries(first))
    expect(Math.abs((last[key as keyof typeof last] ?? 0) - count), key).toBeLessThanOrEqual(2);
  expect(length).toBeLessThan(1.5 * before);
  thread.dispose();
});
