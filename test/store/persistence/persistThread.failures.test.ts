import { describe, expect, test, vi } from "vitest";
import {
  AgentKitError,
  createThread,
  memoryStorage,
  type ThreadStorage,
} from "../../../src/core.ts";
import { newerVersionError } from "../../../src/store/persistence/adapters/storageErrors.ts";
import { scriptedAgent, textRun } from "../../../src/testing.ts";
import { shownContents } from "../../support/threadViews.ts";
import { provideWebLocks } from "../../support/webLocks.ts";
import { entriesOf, isRestored, waitUntilStored } from "./storedThread.ts";

provideWebLocks();

describe("a thread whose storage fails", () => {
  /** Creates a storage with replaced methods. */
  const createFaultyStorage = (faults: Partial<ThreadStorage>): ThreadStorage => ({
    ...memoryStorage(),
    ...faults,
  });

  /** Creates a storage that rejects every append until `makeRoom` is called. */
  function createFullStorage() {
    const memory = memoryStorage();
    let isFull = true;
    const storage = createFaultyStorage({
      ...memory,
      append: (...args) =>
        isFull
          ? Promise.reject(new AgentKitError("storage", "There is no room."))
          : memory.append(...args),
    });
    const makeRoom = () => {
      isFull = false;
    };
    return { memory, storage, makeRoom };
  }

  test("continues after a failed load, writes nothing and reports one issue", async () => {
    let writes = 0;
    const storage = createFaultyStorage({
      load: () => Promise.reject(new AgentKitError("storage", "The database is blocked.")),
      append: async () => {
        writes += 1;
      },
    });
    const thread = createThread({ agent: scriptedAgent(textRun("A")), threadId: "t1", storage });
    await thread.send("Q");
    expect(shownContents(thread)).toEqual(["Q", "A"]);
    expect(thread.getSnapshot().issues).toMatchObject([
      { code: "not-stored", subject: "The database is blocked.", count: 1 },
    ]);
    expect(writes).toBe(0);
  });

  test("continues after a failed append, and writes the missing entries later", async () => {
    const { memory, storage, makeRoom } = createFullStorage();
    const thread = createThread({
      agent: scriptedAgent(textRun("A"), textRun("B")),
      threadId: "t1",
      storage,
    });
    await thread.send("Q");
    await expect.poll(() => thread.getSnapshot().issues).toMatchObject([{ code: "not-stored" }]);
    makeRoom();
    await thread.send("R");
    await waitUntilStored(memory, thread);
  });

  test("continues after ten seconds when the load never settles", async () => {
    vi.useFakeTimers();
    try {
      const storage = createFaultyStorage({ load: () => new Promise(() => {}) });
      const thread = createThread({ agent: scriptedAgent(textRun("A")), threadId: "t1", storage });
      const run = thread.send("Q");
      await vi.advanceTimersByTimeAsync(9_000);
      expect(thread.getSnapshot().isRestoring).toBe(true);
      await vi.advanceTimersByTimeAsync(1_000);
      await run;
      expect(shownContents(thread)).toEqual(["Q", "A"]);
      expect(thread.getSnapshot().issues).toMatchObject([{ code: "not-stored" }]);
    } finally {
      vi.useRealTimers();
    }
  });

  test("retries a failed last append without another message", async () => {
    vi.useFakeTimers();
    try {
      const { memory, storage, makeRoom } = createFullStorage();
      const thread = createThread({ agent: scriptedAgent(textRun("A")), threadId: "t1", storage });
      await thread.send("Q");
      await vi.waitFor(() => expect(thread.getSnapshot().issues).toHaveLength(1));
      await vi.advanceTimersByTimeAsync(0);
      const [before] = thread.getSnapshot().issues;
      await vi.advanceTimersByTimeAsync(5_000);
      const count = (before?.count ?? 0) + 1;
      expect(thread.getSnapshot().issues).toMatchObject([{ code: "not-stored", count }]);
      makeRoom();
      expect(await entriesOf(memory)).toEqual([]);
      await vi.advanceTimersByTimeAsync(10_000);
      await waitUntilStored(memory, thread);
      await vi.waitFor(() => expect(thread.getSnapshot().issues).toEqual([]));
    } finally {
      vi.useRealTimers();
    }
  });

  test("retries no append when a newer version has stored the thread", async () => {
    vi.useFakeTimers();
    try {
      let writes = 0;
      const append = async () => {
        writes += 1;
        throw newerVersionError("t1", 2);
      };
      const storage = createFaultyStorage({ append });
      const thread = createThread({ agent: scriptedAgent(textRun("A")), threadId: "t1", storage });
      await thread.send("Q");
      await vi.waitFor(() => expect(thread.getSnapshot().issues).toHaveLength(1));
      const before = writes;
      await vi.advanceTimersByTimeAsync(600_000);
      expect(writes).toBe(before);
    } finally {
      vi.useRealTimers();
    }
  });

  test("restores all other entries when an entry cannot be read", async () => {
    const memory = memoryStorage();
    const thread = createThread({
      agent: scriptedAgent(textRun("A"), textRun("B")),
      threadId: "t1",
      storage: memory,
    });
    await thread.send("Q");
    await thread.send("R");
    await waitUntilStored(memory, thread);
    const lost = (await entriesOf(memory)).findIndex((entry) =>
      JSON.stringify(entry).includes('"A"'),
    );
    expect(lost).toBeGreaterThan(0);
    const storage = createFaultyStorage({
      load: async (threadId) => {
        const whole = await memory.load(threadId);
        return (
          whole && { ...whole, entries: whole.entries.map((one, at) => (at === lost ? null : one)) }
        );
      },
    });
    const again = createThread({ agent: scriptedAgent([]), threadId: "t1", storage });
    await isRestored(again);
    expect(shownContents(again)).toEqual(["Q", "", "R", "B"]);
    expect(again.getSnapshot().issues).toMatchObject([{ code: "partly-stored", subject: "1" }]);
  });
});
