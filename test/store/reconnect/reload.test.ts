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
import { none } from "./cuttableAgent.ts";

const started: EventInput = { type: "RUN_STARTED", threadId: "t1", runId: "r1" };
const finished: EventInput = { type: "RUN_FINISHED", threadId: "t1", runId: "r1" };
const text = (delta: string): EventInput => ({
  type: "TEXT_MESSAGE_CHUNK",
  messageId: "m1",
  delta,
});
const call: EventInput = {
  type: "TOOL_CALL_CHUNK",
  toolCallId: "c1",
  toolCallName: "paint",
  delta: "{}",
};
const BEGINNING = [
  started,
  { type: "STATE_DELTA", delta: [{ op: "add", path: "/list/-", value: 1 }] },
  text("Hel"),
] as const satisfies readonly EventInput[];
const REST = [text("lo"), call, finished];

const until = (condition: () => boolean) => vi.waitUntil(condition, { interval: 1 });

/** A server whose run goes on when its page is gone. */
function server(tell: readonly EventInput[]) {
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
      yield structuredClone(tell);
    },
  };
  return { manual, agent, calls };
}

/** A thread in the middle of a run, with what stores it. */
async function midRun(agent: Agent, options: object = {}) {
  const thread = createThread({
    agent,
    threadId: "t1",
    initialState: { list: [0] },
    ...options,
  });
  paintedBy(thread);
  thread.send("Hi").catch(() => {});
  return thread;
}

function paintedBy(thread: Thread): string[] {
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
  "a thread made again of %s",
  (what) => {
    test("goes on with its run when it connects, and runs its tools once", async () => {
      const { manual, agent, calls } = server([...BEGINNING, ...REST]);
      const left = await midRun(manual);
      await manual.emit(...BEGINNING);
      const parsed = parseThread(await serializeThread(left));
      const { history: _, ...withoutHistory } = parsed;
      left.dispose();

      const thread = createThread({
        agent,
        ...(what === "a snapshot" ? withoutHistory : parsed),
      });
      const painted = paintedBy(thread);
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

    test("stays cut off when the server knows nothing of it", async () => {
      const { manual, agent } = server([]);
      const left = await midRun(manual);
      await manual.emit(...BEGINNING);
      const parsed = parseThread(await serializeThread(left));
      const { history: _, ...withoutHistory } = parsed;
      left.dispose();
      const given = what === "a snapshot" ? withoutHistory : parsed;
      const thread = createThread({ agent: { ...agent, connect: none }, ...given });
      const before = thread.getSnapshot();
      const { outcome } = await thread.connect();
      expect(outcome).toBe("cancelled");
      expect(thread.getSnapshot()).toBe(before);
    });
  },
);

describe("a thread that was stored in the middle of a run", () => {
  async function stored(...events: readonly EventInput[]) {
    const storage = memoryStorage();
    const manual = manualAgent();
    const left = await midRun(manual, { storage });
    await manual.emit(...events);
    await until(() => left.getSnapshot().messages.length > 1);
    left.dispose();
    // What is stored is stored a moment later.
    await vi.waitUntil(
      async () => JSON.stringify((await storage.load("t1")) ?? "").includes(`"Hel"`),
      { interval: 1 },
    );
    return storage;
  }

  test("goes on with it by itself", async () => {
    const storage = await stored(...BEGINNING);
    const { agent, calls } = server([...BEGINNING, ...REST]);
    const thread = createThread({ agent, storage, threadId: "t1" });
    const painted = paintedBy(thread);
    const heard: string[] = [];
    thread.subscribe({
      onRunStart: ({ runId }) => heard.push(runId),
      onRunEnd: ({ outcome }) => heard.push(outcome),
    });
    await until(() => thread.getSnapshot().run.runId === "r2" && heard.length === 4);
    expect(calls).toMatchObject({ runs: 1, connects: [undefined] });
    expect(painted).toEqual(["c1"]);
    expect(heard[0]).toBe("r1");
    expect(heard[1]).toBe("success");
    expectWhole(thread.getSnapshot());
    thread.dispose();
  });

  test("is cut off when the server knows nothing of it, and can be used", async () => {
    const storage = await stored(...BEGINNING);
    const { agent, calls } = server([]);
    const thread = createThread({
      agent: {
        ...agent,
        connect() {
          calls.connects.push("asked");
          return none();
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

  test("gives up visibly when there is no network, and is taken up by a retry", async () => {
    const storage = await stored(...BEGINNING);
    let isUp = false;
    const { agent, calls } = server([...BEGINNING, text("lo"), finished]);
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

  test("does not run tools again that were running when the page was left", async () => {
    const storage = memoryStorage();
    const manual = manualAgent();
    const left = await midRun(manual, { storage });
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
    const { agent, calls } = server([...BEGINNING, ...REST]);
    const thread = createThread({ agent, storage, threadId: "t1" });
    const painted = paintedBy(thread);
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
