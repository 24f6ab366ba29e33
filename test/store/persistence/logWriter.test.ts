import { describe, expect, test } from "vitest";
import {
  AgentKitError,
  createThread,
  localThreadStorage,
  memoryStorage,
  type Thread,
  type ThreadStorage,
} from "../../../src/core.ts";
import { threadLockName } from "../../../src/store/tabs/webLock.ts";
import { scriptedAgent, textRun } from "../../../src/testing.ts";
import { provideWebLocks } from "../../support/webLocks.ts";
import { createIdCounter } from "../thread/idCounter.ts";

provideWebLocks();

/** Amount of data that was written to a storage. */
interface Written {
  entries: number;
  bytes: number;
  /** Log positions of the written snapshots. */
  snapshots: number[];
}

/** Creates a storage that counts its writes. */
function createCountingStorage(inner: ThreadStorage) {
  const written: Written = { entries: 0, bytes: 0, snapshots: [] };
  const count = (value: object) => {
    written.bytes += JSON.stringify(value).length;
  };
  const storage: ThreadStorage = {
    ...inner,
    append(threadId, at, entries) {
      written.entries += entries.length;
      count(entries);
      return inner.append(threadId, at, entries);
    },
    saveSnapshot(threadId, kind, snapshot) {
      written.snapshots.push(snapshot.position);
      return inner.saveSnapshot(threadId, kind, snapshot);
    },
    saveRecord(record) {
      count(record);
      return inner.saveRecord(record);
    },
  };
  return { storage, written };
}

const texts = () => {
  const map = new Map<string, string>();
  return {
    get length() {
      return map.size;
    },
    key: (at: number) => [...map.keys()][at] ?? null,
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, text: string) => void map.set(key, text),
    removeItem: (key: string) => void map.delete(key),
  };
};

const isStored = (thread: Thread) =>
  expect.poll(() => thread.isStored(), { interval: 1 }).toBe(true);
const isRestored = (thread: Thread) =>
  expect.poll(() => thread.getSnapshot().isRestoring).toBe(undefined);

function open(storage: ThreadStorage, createId = createIdCounter("id-00")) {
  let time = 1_000_000;
  const agent = scriptedAgent(textRun("An answer"));
  return createThread({ agent, storage, threadId: "t1", createId, now: () => ++time });
}

describe.each([
  ["memory", () => memoryStorage()],
  ["web storage", () => localThreadStorage({ storage: texts() })],
])("the writes of a turn to a %s", (_, make) => {
  test("have the same size in a long thread, and snapshots become rarer", {
    timeout: 600_000,
  }, async () => {
    const { storage, written } = createCountingStorage(make());
    const thread = open(storage);
    const turns: Pick<Written, "entries" | "bytes">[] = [];
    for (let turn = 0; turn < 60; turn++) {
      const { entries, bytes } = written;
      await thread.send("A question");
      await isStored(thread);
      turns.push({ entries: written.entries - entries, bytes: written.bytes - bytes });
    }
    expect(turns[58]?.entries).toBe(turns[11]?.entries);
    // Ids and positions grow by a digit.
    expect(turns[58]?.bytes).toBeLessThan((turns[11]?.bytes ?? 0) + 40);
    const growth = written.snapshots.map((at, i, all) => at / (all[i - 1] ?? at));
    expect(written.snapshots.length).toBeGreaterThan(3);
    expect(written.snapshots.length).toBeLessThan(9);
    expect(Math.min(...growth.slice(1))).toBeGreaterThanOrEqual(1.5);
    thread.dispose();
  });
});

test("writes the next snapshot of a restored thread when its log has grown by half", async () => {
  const { storage, written } = createCountingStorage(memoryStorage());
  const createId = createIdCounter();
  const thread = open(storage, createId);
  for (let turn = 0; turn < 8; turn++) await thread.send("A question");
  await isStored(thread);
  thread.dispose();
  expect(written.snapshots).toHaveLength(1);
  const again = open(storage, createId);
  await isRestored(again);
  await again.send("One more");
  await isStored(again);
  expect(written.snapshots).toHaveLength(1);
  while (written.snapshots.length === 1) {
    await again.send("And more");
    await isStored(again);
  }
  expect(written.snapshots[1]).toBeGreaterThanOrEqual(1.5 * (written.snapshots[0] ?? 0));
  again.dispose();
});

test("stores the whole log when no snapshot can be written", async () => {
  const inner = memoryStorage();
  const storage: ThreadStorage = {
    ...inner,
    saveSnapshot: () => Promise.reject(new AgentKitError("storage", "There is no room.")),
  };
  const thread = open(storage);
  for (let turn = 0; turn < 12; turn++) await thread.send("A question");
  await isStored(thread);
  expect(thread.getSnapshot().issues).toEqual([]);
  const again = open(storage);
  await isRestored(again);
  expect(again.getSnapshot().messages).toEqual(thread.getSnapshot().messages);
});

test("retries a snapshot that could not replace a conflicting snapshot", {
  timeout: 600_000,
}, async () => {
  const inner = memoryStorage();
  let isFull = false;
  let refused = 0;
  const storage: ThreadStorage = {
    ...inner,
    saveSnapshot(...args) {
      if (!isFull) return inner.saveSnapshot(...args);
      refused += 1;
      return Promise.reject(new AgentKitError("storage", "There is no room."));
    },
  };
  const latest = async () => (await inner.load("t1"))?.latest?.position;
  const thread = open(storage);
  while ((await latest()) === undefined) {
    await thread.send("A question");
    await isStored(thread);
  }
  const position = ((await latest()) ?? 0) - 1;
  isFull = true;
  // Simulates another tab that has written at the same position.
  const channel = new BroadcastChannel(threadLockName(storage.id ?? "", "t1"));
  const version = { run: 0, count: 1, tabId: "other" };
  const message = { type: "written", from: "other", position, entries: [], version };
  channel.postMessage({ ...message, previous: { ...version, count: 0 } });
  await expect.poll(() => refused).toBe(1);
  isFull = false;
  thread.setState({ n: 1 });
  await isStored(thread);
  expect(await latest()).toBe(position);
  channel.close();
  thread.dispose();
});

describe("the `not-stored` issue of a tab", () => {
  /** Creates a storage that rejects entries until `makeRoom` is called. */
  function createFailingStorage() {
    const inner = memoryStorage();
    let isFull = true;
    const storage: ThreadStorage = {
      ...inner,
      append: (...args) =>
        isFull
          ? Promise.reject(new AgentKitError("storage", "There is no room."))
          : inner.append(...args),
    };
    const makeRoom = () => {
      isFull = false;
    };
    return { storage, makeRoom, inner };
  }
  const codes = (thread: Thread) => thread.getSnapshot().issues.map(({ code }) => code);

  test("is part of no snapshot, so a tab that opens later does not show the issue", async () => {
    const { storage, makeRoom, inner } = createFailingStorage();
    const createId = createIdCounter();
    const thread = open(storage, createId);
    for (let turn = 0; turn < 10; turn++) await thread.send("A question");
    await expect.poll(() => codes(thread)).toEqual(["not-stored"]);
    const { issues } = thread.getSnapshot();
    makeRoom();
    await thread.send("A question");
    await isStored(thread);
    await expect.poll(() => codes(thread)).toEqual([]);
    const stored = await inner.load("t1");
    expect(stored?.latest?.position).toBeGreaterThan(0);
    const again = open(inner, createId);
    await isRestored(again);
    expect(codes(again)).toEqual([]);
    // Snapshots of an earlier version contain the issue.
    const { latest } = stored ?? {};
    if (!latest) throw new Error("The storage has no `latest` snapshot. Send more messages.");
    await inner.saveSnapshot("t1", "latest", {
      ...latest,
      snapshot: { ...latest.snapshot, issues },
    });
    const later = open(inner, createId);
    await isRestored(later);
    expect(codes(later)).toEqual([]);
  });

  test("is part of no entry, so edits made during the issue can be restored", async () => {
    const { storage, makeRoom, inner } = createFailingStorage();
    const thread = open(storage);
    await thread.send("A question");
    await expect.poll(() => codes(thread)).toEqual(["not-stored"]);
    makeRoom();
    // Replaces the conversation while the issue is present.
    thread.setMessages([{ id: "m1", role: "user", content: "Instead" }]);
    expect(codes(thread)).toEqual([]);
    await isStored(thread);
    const again = open(inner);
    await isRestored(again);
    expect(again.getSnapshot().messages).toEqual(thread.getSnapshot().messages);
    expect(codes(again)).toEqual([]);
  });
});
