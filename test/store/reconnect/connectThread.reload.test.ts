import { describe, expect, test, vi } from "vitest";
import {
  type Agent,
  AgentKitError,
  createThread,
  type EventInput,
  parseThread,
  type Snapshot,
  serializeThread,
  type Thread,
} from "../../../src/core.ts";
import { memoryStorage } from "../../../src/store/persistence/adapters/memoryStorage.ts";
import { manualAgent } from "../../../src/testing.ts";
import { textChunk } from "../../support/runEvents.ts";
import { emptyStream } from "./cuttableAgent.ts";

const started: EventInput = { type: "RUN_STARTED", threadId: "t1", runId: "r1" };
const finished: EventInput = { type: "RUN_FINISHED", threadId: "t1", runId: "r1" };
const call: EventInput = {
  type: "TOOL_CALL_CHUNK",
  toolCallId: "c1",
  toolCallName: "paint",
  delta: "{}",
};
const BEGINNING = [
  started,
  { type: "STATE_DELTA", delta: [{ op: "add", path: "/list/-", value: 1 }] },
  textChunk("Hel"),
] as const satisfies readonly EventInput[];
const REST = [textChunk("lo"), call, finished];

const until = (condition: () => boolean) => vi.waitUntil(condition, { interval: 1 });

/** Creates a server that continues the run after the tab is closed. */
function createServer(replayed: readonly EventInput[]) {
  const manual = manualAgent();
  const calls = { runs: 0, connects: [] as (string | undefined)[] };
  const agent: Agent = {
    async *run(input) {
      calls.runs++;
      if (input.messages.some(({ role }) => role === "tool")) {
        yield [
          { ...started, runId: "r2" },
          { ...finished, runId: "r2" },
        ];
      }
    },
    async *connect(_, { cursor }) {
      calls.connects.push(cursor);
      yield structuredClone(replayed);
    },
  };
  return { manual, agent, calls };
}

/** Creates a thread with a paint tool and starts a run. */
async function startRun(agent: Agent, options: object = {}) {
  const thread = createThread({
    agent,
    threadId: "t1",
    initialState: { list: [0] },
    ...options,
  });
  registerPaintTool(thread);
  thread.send("Hi").catch(() => {});
  return thread;
}

function registerPaintTool(thread: Thread): string[] {
  const painted: string[] = [];
  thread.registerTool({
    name: "paint",
    description: "Paints",
    handler: (_, { toolCallId }) => {
      painted.push(toolCallId);
      return "done";
    },
  });
  return painted;
}

const expectWhole = ({ messages, state, issues, run }: Snapshot) => {
  expect(messages.map(({ id }) => id).filter((id) => id === "m1")).toHaveLength(1);
  expect(messages[1]).toMatchObject({ id: "m1", content: "Hello" });
  expect(state).toEqual({ list: [0, 1] });
  expect(issues).toEqual([]);
  expect(run.status).toBe("idle");
};

describe.each(["a snapshot", "a snapshot with its history"])(
  "a thread restored from %s",
  (what) => {
    test("resumes its run on connect() and runs its tools once", async () => {
      const { manual, agent, calls } = createServer([...BEGINNING, ...REST]);
      const left = await startRun(manual);
      await manual.emit(...BEGINNING);
      const parsed = parseThread(await serializeThread(left));
      const { eventLog: _, ...withoutLog } = parsed;
      left.dispose();

      const thread = createThread({
        agent,
        ...(what === "a snapshot" ? withoutLog : parsed),
      });
      const painted = registerPaintTool(thread);
      expect(thread.getSnapshot().run.outcome).toBe("cancelled");
      const { outcome, newMessages } = await thread.connect();
      expect(outcome).toBe("success");
      expect(painted).toEqual(["c1"]);
      expect(newMessages).toMatchObject([
        { id: "m1", content: "Hello" },
        { id: "c1" },
        { role: "tool", content: "done" },
      ]);
      expect(calls.runs).toBe(1);
      expectWhole(thread.getSnapshot());
      const again = parseThread(await serializeThread(thread));
      expect(again.snapshot).toEqual(thread.getSnapshot());
    });

    test("stays cancelled when the server does not know the run", async () => {
      const { manual, agent } = createServer([]);
      const left = await startRun(manual);
      await manual.emit(...BEGINNING);
      const parsed = parseThread(await serializeThread(left));
      const { eventLog: _, ...withoutLog } = parsed;
      left.dispose();
      const restored = what === "a snapshot" ? withoutLog : parsed;
      const thread = createThread({ agent: { ...agent, connect: emptyStream }, ...restored });
      const before = thread.getSnapshot();
      const { outcome } = await thread.connect();
      expect(outcome).toBe("cancelled");
      expect(thread.getSnapshot()).toBe(before);
    });
  },
);

describe("a thread that was stored during a run", () => {
  async function storeDuringRun(...events: readonly EventInput[]) {
    const storage = memoryStorage();
    const manual = manualAgent();
    const left = await startRun(manual, { storage });
    await manual.emit(...events);
    await until(() => left.getSnapshot().messages.length > 1);
    left.dispose();
    // The storage is written asynchronously.
    await vi.waitUntil(
      async () => JSON.stringify((await storage.load("t1")) ?? "").includes(`"Hel"`),
      { interval: 1 },
    );
    return storage;
  }

  test("resumes the run by itself", async () => {
    const storage = await storeDuringRun(...BEGINNING);
    const { agent, calls } = createServer([...BEGINNING, ...REST]);
    const thread = createThread({ agent, storage, threadId: "t1" });
    const painted = registerPaintTool(thread);
    const runEvents: string[] = [];
    thread.subscribe({
      onRunStart: ({ runId }) => runEvents.push(runId),
      onRunEnd: ({ outcome }) => runEvents.push(outcome),
    });
    await until(() => thread.getSnapshot().run.runId === "r2" && runEvents.length === 4);
    expect(calls).toMatchObject({ runs: 1, connects: [undefined] });
    expect(painted).toEqual(["c1"]);
    expect(runEvents[0]).toBe("r1");
    expect(runEvents[1]).toBe("success");
    expectWhole(thread.getSnapshot());
    thread.dispose();
  });

  test("cancels the run when the server does not know it, and accepts messages", async () => {
    const storage = await storeDuringRun(...BEGINNING);
    const { agent, calls } = createServer([]);
    const thread = createThread({
      agent: {
        ...agent,
        connect() {
          calls.connects.push("asked");
          return emptyStream();
        },
      },
      storage,
      threadId: "t1",
    });
    await until(() => calls.connects.length > 0 && thread.getSnapshot().run.status === "idle");
    expect(thread.getSnapshot().run.outcome).toBe("cancelled");
    expect(thread.getSnapshot().messages[1]).toMatchObject({ content: "Hel" });
    await thread.send("Go on");
    expect(calls.runs).toBe(1);
    thread.dispose();
  });

  test("reports an error when the network is down and resumes the run on retry()", async () => {
    const storage = await storeDuringRun(...BEGINNING);
    let isUp = false;
    const { agent, calls } = createServer([...BEGINNING, textChunk("lo"), finished]);
    const thread = createThread({
      agent: {
        ...agent,
        async *connect(input, options) {
          if (!isUp) throw new AgentKitError("network", "No.");
          yield* agent.connect?.(input, options) ?? [];
        },
      },
      storage,
      threadId: "t1",
      reconnect: { attempts: 2, firstMs: 0 },
    });
    await until(() => thread.getSnapshot().run.status === "error");
    expect(thread.getSnapshot().run.error?.code).toBe("network");
    isUp = true;
    await until(() => thread.getSnapshot().isRestoring !== true);
    expect((await thread.retry()).outcome).toBe("success");
    expect(calls.runs).toBe(0);
    expectWhole(thread.getSnapshot());
    thread.dispose();
  });

  test("does not run tools again that were running when the tab was closed", async () => {
    const storage = memoryStorage();
    const manual = manualAgent();
    const left = await startRun(manual, { storage });
    let isRunning = false;
    left.registerTool({
      name: "paint",
      description: "Paints",
      handler: () => {
        isRunning = true;
        return new Promise(() => {});
      },
    });
    await manual.emit(...BEGINNING, ...REST);
    await manual.finish();
    await until(() => isRunning);
    left.dispose();
    await vi.waitUntil(
      async () => JSON.stringify((await storage.load("t1")) ?? "").includes("running"),
      { interval: 1 },
    );
    const { agent, calls } = createServer([...BEGINNING, ...REST]);
    const thread = createThread({ agent, storage, threadId: "t1" });
    const painted = registerPaintTool(thread);
    await until(
      () => thread.getSnapshot().messages.length > 2 && !thread.getSnapshot().isRestoring,
    );
    expect(thread.getSnapshot().messages.at(-1)).toMatchObject({ error: "interrupted" });
    await thread.connect();
    expect(painted).toEqual([]);
    expect(calls.runs).toBe(0);
    thread.dispose();
  });
});
