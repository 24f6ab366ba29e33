import { describe, expect, test } from "vitest";
import {
  type Agent,
  AgentKitError,
  createAgentClient,
  createThread,
  type EventInput,
  memoryStorage,
  parseThread,
  serializeThread,
} from "../../../src/core.ts";
import { assistantText, runEvents } from "../../support/runEvents.ts";
import { connectionError, failingStream } from "./cuttableAgent.ts";

const first = runEvents("r1", ...assistantText("One", "m1"));
const second = runEvents("r2", ...assistantText("Two", "m2"));

/** Creates a server that answers one run and refuses connections until it is reachable again. */
function createUnreachableAgent(refusal: () => unknown = connectionError) {
  const calls: string[] = [];
  let isUnreachable = true;
  const agent: Agent = {
    async *run() {
      calls.push("run");
      for (const event of first) yield event;
    },
    connect() {
      calls.push("connect");
      return isUnreachable ? failingStream(refusal()) : replay([...first, ...second]);
    },
  };
  const makeReachable = () => {
    isUnreachable = false;
  };
  return { agent, calls, makeReachable };
}

async function* replay(events: readonly EventInput[]) {
  for (const event of events) yield structuredClone(event);
}

const reconnect = { attempts: 2, firstMs: 0 };

async function failToConnect(refusal?: () => unknown) {
  const server = createUnreachableAgent(refusal);
  const thread = createThread({ agent: server.agent, threadId: "t1", reconnect });
  await thread.send("1");
  const before = { snapshot: thread.getSnapshot(), stored: await serializeThread(thread) };
  const result = await thread.connect();
  return { ...server, thread, before, result };
}

describe("connect() of an idle thread to an unreachable server", () => {
  test("reports the error and changes nothing else", async () => {
    const { thread, before, result } = await failToConnect();
    expect(result).toMatchObject({ outcome: "error", error: { code: "network" }, newMessages: [] });
    const { run, ...rest } = thread.getSnapshot();
    const { run: runBefore, ...restBefore } = before.snapshot;
    expect(run).toEqual({ ...runBefore, status: "error", error: run.error });
    expect(run).toMatchObject({ outcome: "success", error: { code: "network" } });
    expect(rest).toEqual(restBefore);
    expect(thread.store.getState()).toBe(thread.getSnapshot());
    expect(await serializeThread(thread)).toBe(before.stored);
  });

  test("connects on retry() without running the agent", async () => {
    const { thread, calls, makeReachable } = await failToConnect();
    makeReachable();
    calls.length = 0;
    const { outcome } = await thread.retry();
    expect(outcome).toBe("success");
    expect(calls).toEqual(["connect"]);
    expect(thread.getSnapshot().messages.map(({ content }) => content)).toEqual([
      "1",
      "One",
      "Two",
    ]);
    expect(thread.getSnapshot().run).toMatchObject({ status: "idle", outcome: "success" });
    expect(thread.getSnapshot().run).not.toHaveProperty("error");
  });

  test("restores the idle snapshot when the next connection brings nothing new", async () => {
    const { thread, before } = await failToConnect();
    // The server replays only the known run.
    Object.assign(thread.agent, { connect: () => replay(first) });
    await thread.connect();
    expect(thread.getSnapshot()).toEqual(before.snapshot);
  });

  test("reports the error again when retry() fails", async () => {
    const { thread, calls } = await failToConnect();
    calls.length = 0;
    expect((await thread.retry()).error?.code).toBe("network");
    expect(calls).toEqual(["connect", "connect"]);
    expect(thread.getSnapshot().run.status).toBe("error");
  });

  test("removes the error when the user sends the next message", async () => {
    const { thread } = await failToConnect();
    await thread.send("2");
    expect(thread.getSnapshot().run).not.toHaveProperty("error");
  });

  test.each([404, 410])(
    "stays idle when the server answers %i because the thread is unknown",
    async (status) => {
      const unknown = () => new AgentKitError("http-status", "Unknown.", { status });
      const { thread, before, result } = await failToConnect(unknown);
      expect(result.error?.context.status).toBe(status);
      expect(thread.getSnapshot()).toEqual(before.snapshot);
    },
  );

  test("leaves the error out of the log when setMessages() follows", async () => {
    const { thread, agent } = await failToConnect();
    thread.setMessages([{ id: "u1", role: "user", content: "Anew" }]);
    const again = createThread({ agent, ...parseThread(await serializeThread(thread)) });
    expect(again.getSnapshot()).toEqual(thread.getSnapshot());
    expect(again.getSnapshot().issues).toEqual([]);
  });

  test("is idle when the thread is stored and loaded again", async () => {
    const storage = memoryStorage();
    // Sixty messages make the storage hold a snapshot, which is read first.
    const long = runEvents(
      "r1",
      ...Array.from({ length: 60 }, (_, n) => assistantText("One", `m${n}`)).flat(),
    );
    const agent: Agent = {
      run: () => replay([]),
      async *connect() {
        yield* replay(long);
        throw connectionError();
      },
    };
    const client = createAgentClient({ agent, storage, reconnect });
    const thread = client.thread({ threadId: "t1" });
    await thread.connect();
    expect(thread.getSnapshot().run).toMatchObject({ status: "error", outcome: "success" });
    const stored = async () => (await storage.load("t1"))?.latest;
    await expect.poll(stored).toMatchObject({ snapshot: { run: { status: "idle" } } });
    client.dispose();
    const again = createAgentClient({ agent, storage }).thread({ threadId: "t1" });
    await expect.poll(() => again.getSnapshot().messages).toHaveLength(60);
    expect(again.getSnapshot().run).toMatchObject({ status: "idle", outcome: "success" });
    expect(again.getSnapshot().run).not.toHaveProperty("error");
  });
});
