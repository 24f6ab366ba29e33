import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  AgentKitError,
  indexedDbStorage,
  memoryStorage,
  type ThreadStorage,
} from "../../../src/core.ts";
import { createActionEntry } from "../../../src/store/eventLog/logEntries.ts";
import { runFinished, runStarted, scriptedAgent, textRun } from "../../../src/testing.ts";
import { issueCodes, shownContents } from "../../support/threadViews.ts";
import { provideWebLocks } from "../../support/webLocks.ts";
import { countChannels } from "../tabs/countChannels.ts";
import { answerScript, isRestored, isStored, openStoredThread } from "./storedThread.ts";

/** Creates a storage that cannot be read until `unblock` is called, and counts its writes. */
function createBlockedStorage(inner: ThreadStorage = memoryStorage()) {
  let isBlocked = true;
  let writes = 0;
  const refused = () => Promise.reject(new AgentKitError("storage", "The database is blocked."));
  const counted = <T>(write: () => Promise<T>) => {
    writes += 1;
    return write();
  };
  const storage: ThreadStorage = {
    ...inner,
    list: () => (isBlocked ? refused() : inner.list()),
    load: (id) => (isBlocked ? refused() : inner.load(id)),
    append: (...args) => counted(() => inner.append(...args)),
    saveSnapshot: (...args) => counted(() => inner.saveSnapshot(...args)),
    saveRecord: (record) => counted(() => inner.saveRecord(record)),
  };
  return {
    inner,
    storage,
    writes: () => writes,
    unblock() {
      isBlocked = false;
    },
  };
}

/** Creates a storage with a conversation of two branches. */
async function createFilledStorage(): Promise<ThreadStorage> {
  const inner = memoryStorage();
  const agent = scriptedAgent(textRun("A"), [
    runStarted(),
    { type: "STATE_SNAPSHOT", snapshot: { n: 1 } },
    ...answerScript("B"),
  ]);
  const thread = openStoredThread(inner, { agent });
  await thread.send("Q");
  await thread.regenerate();
  await isStored(thread);
  thread.dispose();
  return inner;
}

/** Opens the stored thread again without issues. */
async function reopen(inner: ThreadStorage) {
  const again = openStoredThread(inner);
  await isRestored(again);
  expect(issueCodes(again)).toEqual([]);
  return again;
}

provideWebLocks();

describe("a thread whose storage cannot be read at first", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  test("stores the whole conversation when the storage can be read, and removes the issue", async () => {
    const { inner, storage, writes, unblock } = createBlockedStorage();
    const initialMessages = [{ id: "w", role: "assistant" as const, content: "Welcome" }];
    const thread = openStoredThread(storage, {
      agent: scriptedAgent(textRun("A")),
      initialMessages,
    });
    await thread.send("Q");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(thread.getSnapshot().issues).toMatchObject([{ code: "not-stored", count: 1 }]);
    expect([writes(), thread.isStored()]).toEqual([0, false]);
    unblock();
    await vi.advanceTimersByTimeAsync(120_000);
    await isStored(thread);
    expect(issueCodes(thread)).toEqual([]);
    expect(shownContents(await reopen(inner))).toEqual(["Welcome", "Q", "A"]);
  });

  test("reads the storage again with the next message, and stores later changes", async () => {
    const { inner, storage, unblock } = createBlockedStorage();
    const thread = openStoredThread(storage, { agent: scriptedAgent(textRun("A"), textRun("B")) });
    await thread.send("Q");
    unblock();
    // The fake timers are not advanced, so only the message triggers the read.
    await thread.send("R");
    await isStored(thread);
    thread.setState({ mine: true });
    await isStored(thread);
    const again = await reopen(inner);
    expect(shownContents(again)).toEqual(["Q", "A", "R", "B"]);
    expect(again.getSnapshot().visibleState).toEqual({ mine: true });
  });

  test("shows the stored conversation when no message was sent before", async () => {
    const { inner, storage, unblock } = createBlockedStorage(await createFilledStorage());
    const before = await inner.load("t1");
    const thread = openStoredThread(storage);
    await isRestored(thread);
    expect([shownContents(thread), issueCodes(thread)]).toEqual([[], ["not-stored"]]);
    unblock();
    await vi.advanceTimersByTimeAsync(1_000);
    await vi.waitFor(() => expect(shownContents(thread)).toEqual(["Q", "B"]));
    expect(issueCodes(thread)).toEqual([]);
    expect((await inner.load("t1"))?.entries).toEqual(before?.entries);
  });

  test("appends the new messages after the stored conversation, with all branches", async () => {
    const { inner, storage, unblock } = createBlockedStorage(await createFilledStorage());
    const before = (await inner.load("t1"))?.entries ?? [];
    const agent = scriptedAgent(textRun("C"), textRun("D"), textRun("E"));
    const thread = openStoredThread(storage, { agent });
    await thread.send("R");
    await thread.regenerate();
    expect(shownContents(thread)).toEqual(["R", "D"]);
    unblock();
    await vi.advanceTimersByTimeAsync(1_000);
    await isStored(thread);
    expect(shownContents(thread)).toEqual(["Q", "B", "R", "D"]);
    expect(thread.getSnapshot().visibleState).toEqual({ n: 1 });
    await thread.send("S");
    expect(agent.inputs.at(-1)?.messages.map(({ content }) => content)).toEqual(
      shownContents(thread).slice(0, -1),
    );
    await isStored(thread);
    expect((await inner.load("t1"))?.entries.slice(0, before.length)).toEqual(before);
    const again = await reopen(inner);
    expect(again.getSnapshot()).toEqual(thread.getSnapshot());
    const [first, , second] = again.getSnapshot().messages;
    await again.switchBranch(second?.id ?? "", 0);
    expect(shownContents(again)).toEqual(["Q", "B", "R", "C"]);
    await again.switchBranch(first?.id ?? "", 0);
    expect(shownContents(again)).toEqual(["Q", "A"]);
  });

  /** Creates a storage with a conversation that has a pending interrupt and a queued message. */
  async function createWaitingStorage(): Promise<ThreadStorage> {
    const inner = memoryStorage();
    const outcome = { type: "interrupt" as const, interrupts: [{ id: "i1", reason: "approval" }] };
    const state = { type: "STATE_SNAPSHOT" as const, snapshot: { n: 1 } };
    const agent = scriptedAgent([runStarted(), state, runFinished({ outcome: outcome })]);
    const thread = openStoredThread(inner, { agent });
    await thread.send("Q");
    await isStored(thread);
    thread.dispose();
    const { length } = (await inner.load("t1"))?.entries ?? [];
    const patch = [{ op: "add", path: "/queue/0", value: { id: "q1", content: "Later" } }];
    await inner.append("t1", length, [createActionEntry("patch", { patch })]);
    return inner;
  }

  test("keeps a stored interrupt and a queued message when only the state was edited", async () => {
    const { inner, storage, unblock } = createBlockedStorage(await createWaitingStorage());
    const thread = openStoredThread(storage);
    await isRestored(thread);
    thread.setState({ mine: true });
    unblock();
    await vi.advanceTimersByTimeAsync(1_000);
    await isStored(thread);
    for (const { getSnapshot } of [thread, await reopen(inner)]) {
      expect(getSnapshot()).toMatchObject({
        run: { status: "waiting" },
        interrupts: [{ id: "i1" }],
        queue: [{ id: "q1", content: "Later" }],
      });
      expect(getSnapshot().visibleState).toEqual({ n: 1, mine: true });
    }
  });

  test("keeps a stored queued message and drops the stored interrupt after a new message", async () => {
    const { inner, storage, unblock } = createBlockedStorage(await createWaitingStorage());
    const thread = openStoredThread(storage, { agent: scriptedAgent(textRun("A")) });
    await thread.send("R");
    unblock();
    await vi.advanceTimersByTimeAsync(1_000);
    await isStored(thread);
    for (const { getSnapshot } of [thread, await reopen(inner)]) {
      expect(getSnapshot().queue).toEqual([{ id: "q1", content: "Later" }]);
      expect(getSnapshot().run.status).toBe("idle");
    }
  });

  test("leaves a thread of a newer version unchanged and does not read it again", async () => {
    const inner = memoryStorage();
    await inner.saveRecord({ version: 2, threadId: "t1", createdAt: 0, updatedAt: 0 });
    let loads = 0;
    const storage = {
      ...inner,
      load: (id: string) => {
        loads += 1;
        return inner.load(id);
      },
    };
    const thread = openStoredThread(storage, { agent: scriptedAgent(textRun("A")) });
    await thread.send("Q");
    await vi.advanceTimersByTimeAsync(600_000);
    expect(loads).toBe(1);
    expect(thread.getSnapshot().issues).toMatchObject([{ code: "not-stored", count: 1 }]);
  });

  test("sets no timer when no storage exists, as on a server", async () => {
    const thread = openStoredThread(indexedDbStorage());
    await isRestored(thread);
    expect(issueCodes(thread)).toEqual(["not-stored"]);
    // A timer would keep the thread in memory for as long as the server runs.
    expect(vi.getTimerCount()).toBe(0);
  });

  test("reports an unexpected error while restoring once, and opens one channel for all attempts", async () => {
    const failures: unknown[] = [];
    vi.stubGlobal("reportError", (error: unknown) => failures.push(error));
    const { inner, storage, unblock } = createBlockedStorage(await createFilledStorage());
    const channels = countChannels();
    let isBroken = true;
    const thread = openStoredThread({
      ...storage,
      // Returns an invalid log, which a correct storage never does.
      load: (id) =>
        storage.load(id).then((found) => (isBroken ? { ...found, entries: 7 } : found)) as never,
    });
    await isRestored(thread);
    unblock();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(failures).toEqual([expect.any(TypeError)]);
    expect(channels.names.filter((name) => name.endsWith(":t1"))).toHaveLength(1);
    isBroken = false;
    await vi.advanceTimersByTimeAsync(60_000);
    await vi.waitFor(() => expect(shownContents(thread)).toEqual(["Q", "B"]));
    expect(shownContents(await reopen(inner))).toEqual(["Q", "B"]);
  });

  test("reads the storage no more after the thread is disposed", async () => {
    const { storage } = createBlockedStorage();
    let loads = 0;
    const counted = { ...storage, load: (id: string) => storage.load(id).finally(() => loads++) };
    const thread = openStoredThread(counted);
    await isRestored(thread);
    thread.dispose();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(loads).toBe(1);
  });
});
