import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  AgentKitError,
  createThread,
  indexedDbStorage,
  memoryStorage,
  type Thread,
  type ThreadOptions,
  type ThreadStorage,
} from "../../../src/core.ts";
import { actionEntry } from "../../../src/store/eventLog/entries.ts";
import { runFinished, runStarted, scriptedAgent, textRun } from "../../../src/testing.ts";
import { provideWebLocks } from "../../support/webLocks.ts";
import { counter } from "../thread/counter.ts";
import { countChannels } from "./countChannels.ts";

provideWebLocks();

const said = (thread: Thread) => thread.getSnapshot().messages.map(({ content }) => content);
const codes = (thread: Thread) => thread.getSnapshot().issues.map(({ code }) => code);

/** A storage that cannot be read until it works, and says what was written to it. */
function blocked(kept: ThreadStorage = memoryStorage()) {
  let isBlocked = true;
  let writes = 0;
  const refused = () => Promise.reject(new AgentKitError("storage", "The database is blocked."));
  const counted = <T>(write: () => Promise<T>) => {
    writes += 1;
    return write();
  };
  const storage: ThreadStorage = {
    ...kept,
    list: () => (isBlocked ? refused() : kept.list()),
    load: (id) => (isBlocked ? refused() : kept.load(id)),
    append: (...args) => counted(() => kept.append(...args)),
    saveSnapshot: (...args) => counted(() => kept.saveSnapshot(...args)),
    saveRecord: (record) => counted(() => kept.saveRecord(record)),
  };
  return {
    kept,
    storage,
    writes: () => writes,
    work() {
      isBlocked = false;
    },
  };
}

const createId = counter("own-");
const open = (storage: ThreadStorage, options: Partial<ThreadOptions> = {}) =>
  createThread({ agent: scriptedAgent([]), threadId: "t1", storage, createId, ...options });
const isStored = (thread: Thread) => vi.waitFor(() => expect(thread.isStored()).toBe(true));
const isRestored = (thread: Thread) =>
  vi.waitFor(() => expect(thread.getSnapshot().isRestoring).toBe(undefined));

const answer = (delta: string) => [
  { type: "TEXT_MESSAGE_CHUNK" as const, messageId: createId(), delta },
  runFinished(),
];

/** A storage with a conversation of two branches in it. */
async function filled(): Promise<ThreadStorage> {
  const kept = memoryStorage();
  const agent = scriptedAgent(textRun("A"), [
    runStarted(),
    { type: "STATE_SNAPSHOT", snapshot: { n: 1 } },
    ...answer("B"),
  ]);
  const thread = open(kept, { agent });
  await thread.send("Q");
  await thread.regenerate();
  await isStored(thread);
  thread.dispose();
  return kept;
}

/** What somebody finds who opens it later. */
async function found(kept: ThreadStorage) {
  const again = open(kept);
  await isRestored(again);
  expect(codes(again)).toEqual([]);
  return again;
}

describe("a thread whose storage cannot be read at first", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  test("stores all that was said as soon as it can, and has nothing to say of it any more", async () => {
    const { kept, storage, writes, work } = blocked();
    const initialMessages = [{ id: "w", role: "assistant" as const, content: "Welcome" }];
    const thread = open(storage, { agent: scriptedAgent(textRun("A")), initialMessages });
    await thread.send("Q");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(thread.getSnapshot().issues).toMatchObject([{ code: "not-stored", count: 1 }]);
    expect([writes(), thread.isStored()]).toEqual([0, false]);
    work();
    await vi.advanceTimersByTimeAsync(120_000);
    await isStored(thread);
    expect(codes(thread)).toEqual([]);
    expect(said(await found(kept))).toEqual(["Welcome", "Q", "A"]);
  });

  test("is read again when something is done in it, and goes on being stored", async () => {
    const { kept, storage, work } = blocked();
    const thread = open(storage, { agent: scriptedAgent(textRun("A"), textRun("B")) });
    await thread.send("Q");
    work();
    // No time passes.
    await thread.send("R");
    await isStored(thread);
    thread.setState({ mine: true });
    await isStored(thread);
    const again = await found(kept);
    expect(said(again)).toEqual(["Q", "A", "R", "B"]);
    expect(again.getSnapshot().visibleState).toEqual({ mine: true });
  });

  test("shows what was stored when nothing was said yet", async () => {
    const { kept, storage, work } = blocked(await filled());
    const before = await kept.load("t1");
    const thread = open(storage);
    await isRestored(thread);
    expect([said(thread), codes(thread)]).toEqual([[], ["not-stored"]]);
    work();
    await vi.advanceTimersByTimeAsync(1_000);
    await vi.waitFor(() => expect(said(thread)).toEqual(["Q", "B"]));
    expect(codes(thread)).toEqual([]);
    expect((await kept.load("t1"))?.entries).toEqual(before?.entries);
  });

  test("puts what was said behind what was stored, and loses none of it", async () => {
    const { kept, storage, work } = blocked(await filled());
    const before = (await kept.load("t1"))?.entries ?? [];
    const agent = scriptedAgent(textRun("C"), textRun("D"), textRun("E"));
    const thread = open(storage, { agent });
    await thread.send("R");
    await thread.regenerate();
    expect(said(thread)).toEqual(["R", "D"]);
    work();
    await vi.advanceTimersByTimeAsync(1_000);
    await isStored(thread);
    expect(said(thread)).toEqual(["Q", "B", "R", "D"]);
    expect(thread.getSnapshot().visibleState).toEqual({ n: 1 });
    await thread.send("S");
    expect(agent.inputs.at(-1)?.messages.map(({ content }) => content)).toEqual(
      said(thread).slice(0, -1),
    );
    await isStored(thread);
    expect((await kept.load("t1"))?.entries.slice(0, before.length)).toEqual(before);
    const again = await found(kept);
    expect(again.getSnapshot()).toEqual(thread.getSnapshot());
    const [first, , second] = again.getSnapshot().messages;
    await again.switchBranch(second?.id ?? "", 0);
    expect(said(again)).toEqual(["Q", "B", "R", "C"]);
    await again.switchBranch(first?.id ?? "", 0);
    expect(said(again)).toEqual(["Q", "A"]);
  });

  /** A storage with a conversation in it that asks something, and in which a message waits. */
  async function asking(): Promise<ThreadStorage> {
    const kept = memoryStorage();
    const asked = { type: "interrupt" as const, interrupts: [{ id: "i1", reason: "approval" }] };
    const state = { type: "STATE_SNAPSHOT" as const, snapshot: { n: 1 } };
    const agent = scriptedAgent([runStarted(), state, runFinished({ outcome: asked })]);
    const thread = open(kept, { agent });
    await thread.send("Q");
    await isStored(thread);
    thread.dispose();
    const { length } = (await kept.load("t1"))?.entries ?? [];
    const patch = [{ op: "add", path: "/queue/0", value: { id: "q1", content: "Later" } }];
    await kept.append("t1", length, [actionEntry("patch", { patch })]);
    return kept;
  }

  test("still asks what was asked, and keeps what waits, when only its state was edited", async () => {
    const { kept, storage, work } = blocked(await asking());
    const thread = open(storage);
    await isRestored(thread);
    thread.setState({ mine: true });
    work();
    await vi.advanceTimersByTimeAsync(1_000);
    await isStored(thread);
    for (const { getSnapshot } of [thread, await found(kept)]) {
      expect(getSnapshot()).toMatchObject({
        run: { status: "waiting" },
        interrupts: [{ id: "i1" }],
        queue: [{ id: "q1", content: "Later" }],
      });
      expect(getSnapshot().visibleState).toEqual({ n: 1, mine: true });
    }
  });

  test("keeps what waits behind what was said", async () => {
    const { kept, storage, work } = blocked(await asking());
    const thread = open(storage, { agent: scriptedAgent(textRun("A")) });
    await thread.send("R");
    work();
    await vi.advanceTimersByTimeAsync(1_000);
    await isStored(thread);
    for (const { getSnapshot } of [thread, await found(kept)]) {
      expect(getSnapshot().queue).toEqual([{ id: "q1", content: "Later" }]);
      expect(getSnapshot().run.status).toBe("idle");
    }
  });

  test("leaves alone what a newer version has stored", async () => {
    const kept = memoryStorage();
    await kept.saveRecord({ version: 2, threadId: "t1", createdAt: 0, updatedAt: 0 });
    let loads = 0;
    const storage = {
      ...kept,
      load: (id: string) => {
        loads += 1;
        return kept.load(id);
      },
    };
    const thread = open(storage, { agent: scriptedAgent(textRun("A")) });
    await thread.send("Q");
    await vi.advanceTimersByTimeAsync(600_000);
    expect(loads).toBe(1);
    expect(thread.getSnapshot().issues).toMatchObject([{ code: "not-stored", count: 1 }]);
  });

  test("is not asked for again where there is no storage at all, as on a server", async () => {
    const thread = open(indexedDbStorage());
    await isRestored(thread);
    expect(codes(thread)).toEqual(["not-stored"]);
    // Whatever waited for it would keep the thread for as long as the server runs.
    expect(vi.getTimerCount()).toBe(0);
  });

  test("says once that what is stored cannot be put in front, and opens no channel for that", async () => {
    const failures: unknown[] = [];
    vi.stubGlobal("reportError", (error: unknown) => failures.push(error));
    const { kept, storage, work } = blocked(await filled());
    const channels = countChannels();
    let isBroken = true;
    const thread = open({
      ...storage,
      // What no storage gives that keeps to its word.
      load: (id) =>
        storage.load(id).then((found) => (isBroken ? { ...found, entries: 7 } : found)) as never,
    });
    await isRestored(thread);
    work();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(failures).toEqual([expect.any(TypeError)]);
    expect(channels.names.filter((name) => name.endsWith(":t1"))).toHaveLength(1);
    isBroken = false;
    await vi.advanceTimersByTimeAsync(60_000);
    await vi.waitFor(() => expect(said(thread)).toEqual(["Q", "B"]));
    expect(said(await found(kept))).toEqual(["Q", "B"]);
  });

  test("asks no more once it is disposed", async () => {
    const { storage } = blocked();
    let loads = 0;
    const counted = { ...storage, load: (id: string) => storage.load(id).finally(() => loads++) };
    const thread = open(counted);
    await isRestored(thread);
    thread.dispose();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(loads).toBe(1);
  });
});

describe("what is damaged in a storage", () => {
  /** A storage that gives what is stored with something else in it. */
  const changed = (kept: ThreadStorage, change: (text: string) => string): ThreadStorage => ({
    ...kept,
    async load(id) {
      const stored = await kept.load(id);
      // What it gives is what is stored, but for a damage.
      return stored && (JSON.parse(change(JSON.stringify(stored))) as typeof stored);
    },
  });

  async function long(): Promise<ThreadStorage> {
    const kept = memoryStorage();
    const thing = { type: "CUSTOM" as const, name: "vendor.thing", value: 1 };
    const runs = Array.from({ length: 10 }, () => [runStarted(), thing, ...answer("A")]);
    const thread = open(kept, { agent: scriptedAgent(...runs) });
    for (let n = 0; n < 10; n++) await thread.send(`Q${n}`);
    await isStored(thread);
    expect((await kept.load("t1"))?.latest).toBeDefined();
    thread.dispose();
    return kept;
  }
  const all = Array.from({ length: 10 }, (_, n) => [`Q${n}`, "A"]).flat();

  test("one entry takes nothing with it, also when the log is read from its beginning", async () => {
    const storage = changed(await long(), (text) =>
      text
        .replace('"name":"vendor.thing"', '"nome":"vendor.thing"')
        .replace('"latest":{"at"', '"latest":{"at_"'),
    );
    const thread = open(storage, { agent: scriptedAgent(textRun("B")) });
    await isRestored(thread);
    expect(said(thread)).toEqual(all);
    expect(thread.getSnapshot().issues).toMatchObject([{ code: "partly-stored", subject: "1" }]);
    await thread.regenerate();
    expect(said(thread)).toEqual([...all.slice(0, -1), "B"]);
  });

  test.each([
    ["messages", null],
    ["messages", [null]],
    ["messages", undefined],
    ["run", null],
    ["tracking", {}],
    ["issues", 7],
    ["interrupts", [5]],
  ])("the %s of the snapshot beside the log, as %j, is read from the log", async (key, value) => {
    const kept = await long();
    const storage: ThreadStorage = {
      ...kept,
      async load(id) {
        const stored = await kept.load(id);
        if (!stored?.latest) throw new Error("There is a snapshot.");
        const snapshot = { ...stored.latest.snapshot, [key]: value };
        return { ...stored, latest: { ...stored.latest, snapshot } };
      },
    };
    const thread = open(storage, { agent: scriptedAgent(textRun("B")) });
    await isRestored(thread);
    expect(said(thread)).toEqual(all);
    expect(codes(thread)).toEqual([]);
    expect((await thread.send("R")).outcome).toBe("success");
    thread.dispose();
  });

  test("what a thread began with keeps what can be read of it", async () => {
    const kept = memoryStorage();
    const initialMessages = [
      { id: "w1", role: "assistant" as const, content: "Welcome" },
      { id: "w2", role: "assistant" as const, content: "back" },
    ];
    const first = open(kept, { agent: scriptedAgent(textRun("A")), initialMessages });
    await first.send("Q");
    await isStored(first);
    const storage = changed(kept, (text) => text.replace('"content":"back"', '"content":[7]'));
    const thread = open(storage, { agent: scriptedAgent(textRun("B")) });
    await isRestored(thread);
    expect(said(thread)).toEqual(["Welcome", "Q", "A"]);
    expect(codes(thread)).toEqual(["partly-stored"]);
    expect((await thread.send("R")).outcome).toBe("success");
  });
});

describe("what is never stored", () => {
  test("is what an agent echoes of what the application forwards", async () => {
    const storage = memoryStorage();
    const agent = scriptedAgent([
      (input) => ({ type: "RUN_STARTED", threadId: input.threadId, runId: input.runId, input }),
      runFinished(),
    ]);
    const thread = open(storage, { agent, forwardedProps: { token: "secret" } });
    await thread.send("Q");
    await isStored(thread);
    expect(agent.inputs[0]?.forwardedProps).toEqual({ token: "secret" });
    const text = JSON.stringify(await storage.load("t1"));
    expect(text).toContain('"input"');
    expect(text).not.toContain("secret");
  });

  test("is that a page asks for what was said before", async () => {
    const storage = memoryStorage();
    const agent = {
      ...scriptedAgent(textRun("A")),
      history: () => new Promise<never>(() => {}),
    };
    const thread = open(storage, { agent });
    await isRestored(thread);
    thread.loadEarlier().catch(() => {});
    await vi.waitFor(() => expect(thread.getSnapshot().earlier?.status).toBe("loading"));
    for (let n = 0; n < 10; n++) await thread.send("Q");
    await isStored(thread);
    const stored = await storage.load("t1");
    expect(stored?.latest?.snapshot.messages.length).toBeGreaterThan(0);
    expect(JSON.stringify(stored)).not.toContain('"loading"');
    const again = open(storage);
    await isRestored(again);
    expect(again.getSnapshot().earlier?.status).not.toBe("loading");
  });
});
