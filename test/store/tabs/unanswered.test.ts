import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import {
  AgentKitError,
  createThread,
  memoryStorage,
  type Thread,
  type ThreadStorage,
} from "../../../src/core.ts";
import "../../../src/store/persistence/persistThread.ts";
import { threadRecords } from "../../../src/store/persistence/threadRecords.ts";
import { scriptedAgent, textRun } from "../../../src/testing.ts";

vi.setConfig({ testTimeout: 30_000 });

afterEach(() => {
  vi.useRealTimers();
});

const codes = (thread: Thread) => thread.getSnapshot().issues.map(({ code }) => code);

function threadIn(storage: ThreadStorage, turns = 3): Thread {
  const runs = Array.from({ length: turns }, () => textRun("Answer"));
  const thread = createThread({ agent: scriptedAgent(...runs), threadId: "t1", storage });
  onTestFinished(() => thread.dispose());
  return thread;
}

/** Everything that the thread has been through, as it is stored. */
const history = async (thread: Thread) =>
  JSON.parse(JSON.stringify((await thread.getHistory()).events));

test.each(["append", "saveRecord", "saveSnapshot"] as const)(
  "a write that never ends is said to be missing and tried again: %s",
  async (method) => {
    vi.useFakeTimers();
    const kept = memoryStorage();
    let calls = 0;
    const hung = (write: () => Promise<void>) => {
      calls += 1;
      return calls === 1 ? new Promise<void>(() => {}) : write();
    };
    const writes: Pick<ThreadStorage, typeof method>[] = [
      {
        append: (...args) => hung(() => kept.append(...args)),
        saveRecord: (record) => hung(() => kept.saveRecord(record)),
        saveSnapshot: (...args) => hung(() => kept.saveSnapshot(...args)),
      },
    ];
    const storage = { ...kept, [method]: writes[0]?.[method] };
    const thread = createThread({
      agent: scriptedAgent(textRun("Answer")),
      threadId: "t1",
      storage,
      initialMessages: [{ id: "b1", role: "assistant", content: "Welcome" }],
    });
    onTestFinished(() => thread.dispose());
    const told = new Set<string>();
    thread.store.subscribe(({ issues }) => {
      for (const { code } of issues) told.add(code);
    });
    await thread.send("Question");
    await vi.advanceTimersByTimeAsync(9_000);
    expect([thread.isStored(), ...told]).toEqual([false]);
    await vi.advanceTimersByTimeAsync(11_000);
    expect([...told]).toEqual(["not-stored"]);
    expect([thread.isStored(), codes(thread)]).toEqual([true, []]);
    const stored = await kept.load("t1");
    expect(stored?.entries).toEqual(await history(thread));
    expect(stored?.base?.messages).toHaveLength(1);
    expect(stored?.record.title).toBe("Question");
  },
);

test("a write that comes through when others have followed undoes none of them", async () => {
  vi.useFakeTimers();
  const kept = memoryStorage();
  let comeThrough: (() => void) | undefined;
  const storage: ThreadStorage = {
    ...kept,
    append(...args) {
      if (comeThrough) return kept.append(...args);
      return new Promise((resolve) => {
        comeThrough = () => resolve(kept.append(...args));
      });
    },
  };
  const thread = threadIn(storage);
  await thread.send("One");
  await vi.advanceTimersByTimeAsync(30_000);
  await thread.send("Two");
  await vi.advanceTimersByTimeAsync(1_000);
  const whole = await history(thread);
  expect((await kept.load("t1"))?.entries).toEqual(whole);
  comeThrough?.();
  expect((await kept.load("t1"))?.entries, "as with a server that keeps no order").not.toEqual(
    whole,
  );
  await vi.waitFor(async () => expect((await kept.load("t1"))?.entries).toEqual(whole));
});

test("what cannot be written is tried ever more rarely, and no more once it is disposed", async () => {
  vi.useFakeTimers();
  let tries = 0;
  const append = async () => {
    tries += 1;
    throw new AgentKitError("storage", "There is no room.");
  };
  const thread = threadIn({ ...memoryStorage(), append });
  await thread.send("Question");
  await vi.advanceTimersByTimeAsync(0);
  const first = tries;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(tries).toBe(first + 1);
  await vi.advanceTimersByTimeAsync(9_000);
  expect(tries).toBe(first + 1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(tries).toBe(first + 2);
  thread.dispose();
  await vi.advanceTimersByTimeAsync(0);
  const last = tries;
  await vi.advanceTimersByTimeAsync(600_000);
  expect(tries).toBe(last);
});

test("a thread that was removed elsewhere and goes on says that it is not stored", async () => {
  const storage = memoryStorage();
  const thread = threadIn(storage);
  await thread.send("One");
  await vi.waitFor(() => expect(thread.isStored()).toBe(true));
  await threadRecords(storage).remove("t1");
  expect(thread.isStored()).toBe(false);
  await thread.send("Two");
  await vi.waitFor(() => expect(codes(thread)).toEqual(["not-stored"]));
  expect(thread.isStored()).toBe(false);
  expect(await storage.list()).toEqual([]);
});

test("of a thread that is removed while the end of its run is written nothing stays", async () => {
  const kept = memoryStorage();
  let write: (() => void) | undefined;
  const snapshots: string[] = [];
  const storage: ThreadStorage = {
    ...kept,
    async append(threadId, at, entries) {
      const isDue = at + entries.length >= 50 && JSON.stringify(entries).includes("agui-kit.end");
      if (isDue) await new Promise<void>((resolve) => (write = resolve));
      await kept.append(threadId, at, entries);
    },
    async saveSnapshot(...args) {
      snapshots.push(args[1]);
      await kept.saveSnapshot(...args);
    },
  };
  const thread = threadIn(storage, 30);
  for (let n = 0; n < 30 && !write; n++) {
    await thread.send(`Question ${n}`);
    await vi.waitFor(() => expect(thread.isStored() || write !== undefined).toBe(true));
  }
  const records = threadRecords(storage);
  await records.remove("t1");
  write?.();
  await vi.waitFor(async () => expect((await kept.load("t1"))?.entries.length).toBeGreaterThan(0));
  // The writer is done with it when another word is refused.
  await thread.send("More");
  await vi.waitFor(() => expect(codes(thread)).toEqual(["not-stored"]));
  expect(snapshots).toEqual([]);
});
