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
import { counter } from "../thread/counter.ts";

provideWebLocks();

/** What has been written to a storage. */
interface Written {
  entries: number;
  bytes: number;
  /** At which position of the log a snapshot was written beside it. */
  snapshots: number[];
}

/** A storage that counts what is written to it. */
function counting(kept: ThreadStorage) {
  const written: Written = { entries: 0, bytes: 0, snapshots: [] };
  const count = (value: object) => {
    written.bytes += JSON.stringify(value).length;
  };
  const storage: ThreadStorage = {
    ...kept,
    append(threadId, at, entries) {
      written.entries += entries.length;
      count(entries);
      return kept.append(threadId, at, entries);
    },
    saveSnapshot(threadId, kind, snapshot) {
      written.snapshots.push(snapshot.position);
      return kept.saveSnapshot(threadId, kind, snapshot);
    },
    saveRecord(record) {
      count(record);
      return kept.saveRecord(record);
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

function open(storage: ThreadStorage, createId = counter("id-00")) {
  let time = 1_000_000;
  const agent = scriptedAgent(textRun("An answer"));
  return createThread({ agent, storage, threadId: "t1", createId, now: () => ++time });
}

describe.each([
  ["memory", () => memoryStorage()],
  ["web storage", () => localThreadStorage({ storage: texts() })],
])("what a turn writes to a %s", (_, make) => {
  test("is the same in a long thread, and snapshots become rarer", {
    timeout: 30_000,
  }, async () => {
    const { storage, written } = counting(make());
    const thread = open(storage);
    const turns: Pick<Written, "entries" | "bytes">[] = [];
    for (let turn = 0; turn < 60; turn++) {
      const { entries, bytes } = written;
      await thread.send("A question");
      await isStored(thread);
      turns.push({ entries: written.entries - entries, bytes: written.bytes - bytes });
    }
    expect(turns[58]?.entries).toBe(turns[11]?.entries);
    // Ids and places get longer by a digit.
    expect(turns[58]?.bytes).toBeLessThan((turns[11]?.bytes ?? 0) + 40);
    const growth = written.snapshots.map((at, i, all) => at / (all[i - 1] ?? at));
    expect(written.snapshots.length).toBeGreaterThan(3);
    expect(written.snapshots.length).toBeLessThan(9);
    expect(Math.min(...growth.slice(1))).toBeGreaterThanOrEqual(1.5);
    thread.dispose();
  });
});

test("a thread that is opened again writes no snapshot before it has grown", async () => {
  const { storage, written } = counting(memoryStorage());
  const createId = counter();
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

test("a snapshot for which there is no room is left out, and nothing is missing", async () => {
  const kept = memoryStorage();
  const storage: ThreadStorage = {
    ...kept,
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

test("a snapshot that could not be replaced with what it shows is replaced with the next try", {
  timeout: 30_000,
}, async () => {
  const kept = memoryStorage();
  let isFull = false;
  let refused = 0;
  const storage: ThreadStorage = {
    ...kept,
    saveSnapshot(...args) {
      if (!isFull) return kept.saveSnapshot(...args);
      refused += 1;
      return Promise.reject(new AgentKitError("storage", "There is no room."));
    },
  };
  const latest = async () => (await kept.load("t1"))?.latest?.position;
  const thread = open(storage);
  while ((await latest()) === undefined) {
    await thread.send("A question");
    await isStored(thread);
  }
  const at = ((await latest()) ?? 0) - 1;
  isFull = true;
  // Another page has written there in the same moment.
  const channel = new BroadcastChannel(threadLockName(storage.id ?? "", "t1"));
  const version = { run: 0, count: 1, tabId: "other" };
  const word = { type: "written", from: "other", at, entries: [], version };
  channel.postMessage({ ...word, previous: { ...version, count: 0 } });
  await expect.poll(() => refused, { timeout: 10_000 }).toBe(1);
  isFull = false;
  thread.setState({ n: 1 });
  await isStored(thread);
  expect(await latest()).toBe(at);
  channel.close();
  thread.dispose();
});

describe("what concerns the page that has written it", () => {
  /** A storage that takes no entries at first. */
  function failing() {
    const kept = memoryStorage();
    let isFull = true;
    const storage: ThreadStorage = {
      ...kept,
      append: (...args) =>
        isFull
          ? Promise.reject(new AgentKitError("storage", "There is no room."))
          : kept.append(...args),
    };
    const makeRoom = () => {
      isFull = false;
    };
    return { storage, makeRoom, kept };
  }
  const codes = (thread: Thread) => thread.getSnapshot().issues.map(({ code }) => code);

  test("is in no snapshot, so a page that is loaded later does not show it", async () => {
    const { storage, makeRoom, kept } = failing();
    const createId = counter();
    const thread = open(storage, createId);
    for (let turn = 0; turn < 10; turn++) await thread.send("A question");
    await expect.poll(() => codes(thread)).toEqual(["not-stored"]);
    const { issues } = thread.getSnapshot();
    makeRoom();
    await thread.send("A question");
    await isStored(thread);
    await expect.poll(() => codes(thread)).toEqual([]);
    const stored = await kept.load("t1");
    expect(stored?.latest?.position).toBeGreaterThan(0);
    const again = open(kept, createId);
    await isRestored(again);
    expect(codes(again)).toEqual([]);
    // One that an earlier version has written has it.
    const { latest } = stored ?? {};
    if (!latest) throw new Error("There is a snapshot.");
    await kept.saveSnapshot("t1", "latest", {
      ...latest,
      snapshot: { ...latest.snapshot, issues },
    });
    const later = open(kept, createId);
    await isRestored(later);
    expect(codes(later)).toEqual([]);
  });

  test("is in no entry, so that what is done about it can be read back", async () => {
    const { storage, makeRoom, kept } = failing();
    const thread = open(storage);
    await thread.send("A question");
    await expect.poll(() => codes(thread)).toEqual(["not-stored"]);
    makeRoom();
    // Begins anew, without what was noted.
    thread.setMessages([{ id: "m1", role: "user", content: "Instead" }]);
    expect(codes(thread)).toEqual([]);
    await isStored(thread);
    const again = open(kept);
    await isRestored(again);
    expect(again.getSnapshot().messages).toEqual(thread.getSnapshot().messages);
    expect(codes(again)).toEqual([]);
  });
});
