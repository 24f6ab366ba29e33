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
import { issueCodes } from "../../support/threadViews.ts";

vi.setConfig({ testTimeout: 30_000 });

afterEach(() => {
  vi.useRealTimers();
});

function openThread(storage: ThreadStorage, turns = 3): Thread {
  const runs = Array.from({ length: turns }, () => textRun("Answer"));
  const thread = createThread({ agent: scriptedAgent(...runs), threadId: "t1", storage });
  onTestFinished(() => thread.dispose());
  return thread;
}

/** Returns the event log of the thread in its stored form. */
const storedLog = async (thread: Thread) =>
  JSON.parse(JSON.stringify((await thread.getEventLog()).events));

test.each(["append", "saveRecord", "saveSnapshot"] as const)(
  "retries a write that never settles, and reports it until the retry succeeds: %s",
  async (method) => {
    vi.useFakeTimers();
    const inner = memoryStorage();
    let calls = 0;
    const hangOnce = (write: () => Promise<void>) => {
      calls += 1;
      return calls === 1 ? new Promise<void>(() => {}) : write();
    };
    const writes: Pick<ThreadStorage, typeof method>[] = [
      {
        append: (...args) => hangOnce(() => inner.append(...args)),
        saveRecord: (record) => hangOnce(() => inner.saveRecord(record)),
        saveSnapshot: (...args) => hangOnce(() => inner.saveSnapshot(...args)),
      },
    ];
    const storage = { ...inner, [method]: writes[0]?.[method] };
    const thread = createThread({
      agent: scriptedAgent(textRun("Answer")),
      threadId: "t1",
      storage,
      initialMessages: [{ id: "b1", role: "assistant", content: "Welcome" }],
    });
    onTestFinished(() => thread.dispose());
    const reportedCodes = new Set<string>();
    thread.store.subscribe(({ issues }) => {
      for (const { code } of issues) reportedCodes.add(code);
    });
    await thread.send("Question");
    await vi.advanceTimersByTimeAsync(9_000);
    expect([thread.isStored(), ...reportedCodes]).toEqual([false]);
    await vi.advanceTimersByTimeAsync(11_000);
    expect([...reportedCodes]).toEqual(["not-stored"]);
    expect([thread.isStored(), issueCodes(thread)]).toEqual([true, []]);
    const stored = await inner.load("t1");
    expect(stored?.entries).toEqual(await storedLog(thread));
    expect(stored?.base?.messages).toHaveLength(1);
    expect(stored?.record.title).toBe("Question");
  },
);

test("repairs the log when an abandoned write arrives after later writes", async () => {
  vi.useFakeTimers();
  const inner = memoryStorage();
  let finishWrite: (() => void) | undefined;
  const storage: ThreadStorage = {
    ...inner,
    append(...args) {
      if (finishWrite) return inner.append(...args);
      return new Promise((resolve) => {
        finishWrite = () => resolve(inner.append(...args));
      });
    },
  };
  const thread = openThread(storage);
  await thread.send("One");
  await vi.advanceTimersByTimeAsync(30_000);
  await thread.send("Two");
  await vi.advanceTimersByTimeAsync(1_000);
  const whole = await storedLog(thread);
  expect((await inner.load("t1"))?.entries).toEqual(whole);
  finishWrite?.();
  expect((await inner.load("t1"))?.entries, "the late write replaces later entries").not.toEqual(
    whole,
  );
  await vi.waitFor(async () => expect((await inner.load("t1"))?.entries).toEqual(whole));
});

test("retries a failed write less and less often, and not after the thread is disposed", async () => {
  vi.useFakeTimers();
  let tries = 0;
  const append = async () => {
    tries += 1;
    throw new AgentKitError("storage", "There is no room.");
  };
  const thread = openThread({ ...memoryStorage(), append });
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

test("a thread that another tab has removed reports its next message as not stored", async () => {
  const storage = memoryStorage();
  const thread = openThread(storage);
  await thread.send("One");
  await vi.waitFor(() => expect(thread.isStored()).toBe(true));
  await threadRecords(storage).removeThread("t1");
  expect(thread.isStored()).toBe(false);
  await thread.send("Two");
  await vi.waitFor(() => expect(issueCodes(thread)).toEqual(["not-stored"]));
  expect(thread.isStored()).toBe(false);
  expect(await storage.list()).toEqual([]);
});

test("writes no snapshot of a thread that is removed while the end of its run is written", async () => {
  const inner = memoryStorage();
  let write: (() => void) | undefined;
  const snapshots: string[] = [];
  const storage: ThreadStorage = {
    ...inner,
    async append(threadId, at, entries) {
      const isDue = at + entries.length >= 50 && JSON.stringify(entries).includes("agui-kit.end");
      if (isDue) await new Promise<void>((resolve) => (write = resolve));
      await inner.append(threadId, at, entries);
    },
    async saveSnapshot(...args) {
      snapshots.push(args[1]);
      await inner.saveSnapshot(...args);
    },
  };
  const thread = openThread(storage, 30);
  for (let n = 0; n < 30 && !write; n++) {
    await thread.send(`Question ${n}`);
    await vi.waitFor(() => expect(thread.isStored() || write !== undefined).toBe(true));
  }
  const records = threadRecords(storage);
  await records.removeThread("t1");
  write?.();
  await vi.waitFor(async () => expect((await inner.load("t1"))?.entries.length).toBeGreaterThan(0));
  // The writer has finished with the removed thread when it reports a further message as not stored.
  await thread.send("More");
  await vi.waitFor(() => expect(issueCodes(thread)).toEqual(["not-stored"]));
  expect(snapshots).toEqual([]);
});
