import { describe, expect, test, vi } from "vitest";
import {
  AgentKitError,
  createThread,
  memoryStorage,
  type Thread,
  type ThreadStorage,
} from "../../../src/core.ts";
import { newerVersionError } from "../../../src/store/persistence/adapters/storageErrors.ts";
import {
  manualAgent,
  runFinished,
  runStarted,
  scriptedAgent,
  textRun,
} from "../../../src/testing.ts";
import { provideWebLocks } from "../../support/webLocks.ts";

provideWebLocks();

const said = (thread: Thread) => thread.getSnapshot().messages.map(({ content }) => content);

/** Resolves when the thread has taken up what is stored of it. */
const restored = (thread: Thread) =>
  expect.poll(() => thread.getSnapshot().isRestoring).toBe(undefined);

const entriesOf = async (storage: ThreadStorage, threadId = "t1") =>
  (await storage.load(threadId))?.entries ?? [];

/** Resolves when a storage has everything that a thread has been through. */
async function stored(storage: ThreadStorage, thread: Thread): Promise<void> {
  const { events } = await thread.getHistory();
  await expect
    .poll(() => entriesOf(storage, thread.threadId))
    .toEqual(JSON.parse(JSON.stringify(events)));
}

describe("a thread with a storage", () => {
  test("is there again, with its state and its branches", async () => {
    const storage = memoryStorage();
    const agent = scriptedAgent(
      [runStarted(), { type: "STATE_SNAPSHOT", snapshot: { n: 1 } }, runFinished()],
      textRun("Hello"),
      textRun("Hi"),
    );
    const thread = createThread({ agent, threadId: "t1", storage });
    expect(thread.getSnapshot().isRestoring).toBe(true);
    await thread.send("One");
    await thread.send("Two");
    await thread.regenerate();
    thread.setState({ n: 2 });
    await stored(storage, thread);

    const again = createThread({ agent: scriptedAgent(textRun("More")), threadId: "t1", storage });
    expect(said(again)).toEqual([]);
    await restored(again);
    expect(again.getSnapshot()).toEqual(thread.getSnapshot());
    await again.send("Three");
    expect(said(again)).toEqual(["One", "Two", "Hi", "Three", "More"]);
    await again.switchBranch(again.getSnapshot().messages[1]?.id ?? "", 0);
    expect(said(again)).toEqual(["One", "Two", "Hello"]);
  });

  test("waits with what is sent until it has read what is stored", async () => {
    const storage = memoryStorage();
    const first = createThread({ agent: scriptedAgent(textRun("A")), threadId: "t1", storage });
    await first.send("Q");
    await stored(storage, first);
    const agent = scriptedAgent(textRun("B"));
    const again = createThread({ agent, threadId: "t1", storage });
    again.setState({ mine: true });
    await again.send("R");
    expect(said(again)).toEqual(["Q", "A", "R", "B"]);
    expect(agent.inputs[0]?.messages.map(({ content }) => content)).toEqual(["Q", "A", "R"]);
    expect(agent.inputs[0]?.state, "what was edited meanwhile is kept").toEqual({ mine: true });
  });

  test("tells all of its history to whoever asks before it is read, and loses no edit by that", async () => {
    const storage = memoryStorage();
    const first = createThread({ agent: scriptedAgent(textRun("A")), threadId: "t1", storage });
    await first.send("Q");
    await stored(storage, first);
    const again = createThread({ agent: scriptedAgent([]), threadId: "t1", storage });
    again.setState({ mine: true });
    // The module that reads the log is there already: nothing is waited for but the storage.
    const { events } = await again.getHistory();
    expect(JSON.stringify(events)).toContain('"A"');
    await restored(again);
    expect(again.getSnapshot().visibleState).toEqual({ mine: true });
    await stored(storage, again);
  });

  test("writes the opening of each run with its input, and nothing that may be secret", async () => {
    const storage = memoryStorage();
    const agent = scriptedAgent(textRun("A"), textRun("B"));
    const thread = createThread({
      agent,
      threadId: "t1",
      storage,
      forwardedProps: { token: "secret" },
      context: [{ description: "place", value: "here" }],
    });
    await thread.send("Q");
    await thread.send("R");
    await stored(storage, thread);
    const openings = (await entriesOf(storage)).flatMap((entry) =>
      entry?.type === "RUN_STARTED" ? [entry.input] : [],
    );
    expect(openings).toHaveLength(2);
    expect(openings[0]).toMatchObject({
      messages: [{ role: "user", content: "Q" }],
      context: [{ description: "place", value: "here" }],
    });
    expect(JSON.stringify(await storage.load("t1"))).not.toContain("secret");
  });

  test("that was reloaded in mid-run shows what came, and can go on", async () => {
    const storage = memoryStorage();
    const agent = manualAgent();
    const thread = createThread({ agent, threadId: "t1", storage });
    const run = thread.send("Q");
    await agent.started();
    agent.emit({ type: "RUN_STARTED", threadId: "t1", runId: "r1" });
    agent.emit({ type: "TEXT_MESSAGE_START", messageId: "m1", role: "assistant" });
    agent.emit({ type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "Half" });
    await expect.poll(async () => JSON.stringify(await entriesOf(storage))).toContain("Half");
    thread.dispose();
    await run;
    const again = createThread({ agent: scriptedAgent(textRun("Whole")), threadId: "t1", storage });
    await restored(again);
    expect(said(again)).toEqual(["Q", "Half"]);
    expect(again.getSnapshot().run.status).toBe("idle");
    expect(again.getSnapshot().run.outcome).toBe("cancelled");
    await again.retry();
    expect(said(again)).toEqual(["Q", "Whole"]);
  });
});

describe("when the storage fails", () => {
  /** A storage that does what the test says in place of one method. */
  const faulty = (faults: Partial<ThreadStorage>): ThreadStorage => ({
    ...memoryStorage(),
    ...faults,
  });

  /** A storage in front of another one that takes no entries until there is room. */
  function full() {
    const memory = memoryStorage();
    let isFull = true;
    const storage = faulty({
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

  test("to be read, the conversation goes on, nothing is written over it, and it says so once", async () => {
    let writes = 0;
    const storage = faulty({
      load: () => Promise.reject(new AgentKitError("storage", "The database is blocked.")),
      append: async () => {
        writes += 1;
      },
    });
    const thread = createThread({ agent: scriptedAgent(textRun("A")), threadId: "t1", storage });
    await thread.send("Q");
    expect(said(thread)).toEqual(["Q", "A"]);
    expect(thread.getSnapshot().issues).toMatchObject([
      { code: "not-stored", subject: "The database is blocked.", count: 1 },
    ]);
    expect(writes).toBe(0);
  });

  test("to be written, the conversation goes on, and what is missing is written later", async () => {
    const { memory, storage, makeRoom } = full();
    const thread = createThread({
      agent: scriptedAgent(textRun("A"), textRun("B")),
      threadId: "t1",
      storage,
    });
    await thread.send("Q");
    await expect.poll(() => thread.getSnapshot().issues).toMatchObject([{ code: "not-stored" }]);
    makeRoom();
    await thread.send("R");
    await stored(memory, thread);
  });

  test("to answer at all, the conversation goes on after a while", async () => {
    vi.useFakeTimers();
    try {
      const storage = faulty({ load: () => new Promise(() => {}) });
      const thread = createThread({ agent: scriptedAgent(textRun("A")), threadId: "t1", storage });
      const run = thread.send("Q");
      await vi.advanceTimersByTimeAsync(9_000);
      expect(thread.getSnapshot().isRestoring).toBe(true);
      await vi.advanceTimersByTimeAsync(1_000);
      await run;
      expect(said(thread)).toEqual(["Q", "A"]);
      expect(thread.getSnapshot().issues).toMatchObject([{ code: "not-stored" }]);
    } finally {
      vi.useRealTimers();
    }
  });

  test("to be written last of all, it is tried again by itself", async () => {
    vi.useFakeTimers();
    try {
      const { memory, storage, makeRoom } = full();
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
      await stored(memory, thread);
      await vi.waitFor(() => expect(thread.getSnapshot().issues).toEqual([]));
    } finally {
      vi.useRealTimers();
    }
  });

  test("because a newer version has the thread, it is left to that", async () => {
    vi.useFakeTimers();
    try {
      let writes = 0;
      const append = async () => {
        writes += 1;
        throw newerVersionError("t1", 2);
      };
      const storage = faulty({ append });
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

  test("in some entries, all others are there", async () => {
    const memory = memoryStorage();
    const thread = createThread({
      agent: scriptedAgent(textRun("A"), textRun("B")),
      threadId: "t1",
      storage: memory,
    });
    await thread.send("Q");
    await thread.send("R");
    await stored(memory, thread);
    const lost = (await entriesOf(memory)).findIndex((entry) =>
      JSON.stringify(entry).includes('"A"'),
    );
    expect(lost).toBeGreaterThan(0);
    const storage = faulty({
      load: async (threadId) => {
        const whole = await memory.load(threadId);
        return (
          whole && { ...whole, entries: whole.entries.map((one, at) => (at === lost ? null : one)) }
        );
      },
    });
    const again = createThread({ agent: scriptedAgent([]), threadId: "t1", storage });
    await restored(again);
    expect(said(again)).toEqual(["Q", "", "R", "B"]);
    expect(again.getSnapshot().issues).toMatchObject([{ code: "partly-stored", subject: "1" }]);
  });
});

describe("what a thread began with", () => {
  const initialMessages = [{ id: "b1", role: "assistant" as const, content: "Welcome" }];

  test("is stored also when it was named before anything was said", async () => {
    const storage = memoryStorage();
    await storage.saveRecord({ version: 1, threadId: "t1", createdAt: 0, updatedAt: 0 });
    const agent = scriptedAgent(textRun("A"));
    const thread = createThread({ agent, threadId: "t1", storage, initialMessages });
    await thread.send("Q");
    expect(said(thread)).toEqual(["Welcome", "Q", "A"]);
    await stored(storage, thread);
    const again = createThread({ agent: scriptedAgent([]), threadId: "t1", storage });
    await restored(again);
    expect(said(again)).toEqual(["Welcome", "Q", "A"]);
  });

  test("is written again when it could not be", async () => {
    const memory = memoryStorage();
    let isFull = true;
    const storage: ThreadStorage = {
      ...memory,
      saveSnapshot: (...args) =>
        isFull
          ? Promise.reject(new AgentKitError("storage", "There is no room."))
          : memory.saveSnapshot(...args),
    };
    const agent = scriptedAgent(textRun("A"), textRun("B"));
    const thread = createThread({ agent, threadId: "t1", storage, initialMessages });
    await thread.send("Q");
    await expect.poll(() => thread.getSnapshot().issues).toMatchObject([{ code: "not-stored" }]);
    isFull = false;
    await thread.send("R");
    await stored(memory, thread);
    const again = createThread({ agent: scriptedAgent([]), threadId: "t1", storage: memory });
    await restored(again);
    expect(said(again)).toEqual(["Welcome", "Q", "A", "R", "B"]);
  });
});

test("what an agent in the page gives that no other page can be told breaks no run", async () => {
  const storage = memoryStorage();
  const value = { list: [1], act: () => 1 };
  const agent = scriptedAgent([
    runStarted(),
    { type: "CUSTOM", name: "own", value },
    runFinished(),
  ]);
  const thread = createThread({ agent, threadId: "t-own", storage });
  expect((await thread.send("Q")).outcome).toBe("success");
  await stored(storage, thread);
});
