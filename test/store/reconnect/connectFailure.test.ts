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
import { dropped, failing } from "./cuttableAgent.ts";
import { run, text } from "./wholeRuns.ts";

const first = run("r1", ...text("One", "m1"));
const second = run("r2", ...text("Two", "m2"));

/** A server that answers one run, and cannot be connected to before it is there again. */
function awayAgent(refusal: () => unknown = dropped) {
  const calls: string[] = [];
  let isAway = true;
  const agent: Agent = {
    async *run() {
      calls.push("run");
      for (const event of first) yield event;
    },
    connect() {
      calls.push("connect");
      return isAway ? failing(refusal()) : tell([...first, ...second]);
    },
  };
  const comeBack = () => {
    isAway = false;
  };
  return { agent, calls, comeBack };
}

async function* tell(events: readonly EventInput[]) {
  for (const event of events) yield structuredClone(event);
}

const reconnect = { attempts: 2, firstMs: 0 };

async function failToConnect(refusal?: () => unknown) {
  const away = awayAgent(refusal);
  const thread = createThread({ agent: away.agent, threadId: "t1", reconnect });
  await thread.send("1");
  const before = { snapshot: thread.getSnapshot(), stored: await serializeThread(thread) };
  const result = await thread.connect();
  return { ...away, thread, before, result };
}

describe("connect() to a thread at rest that cannot be reached", () => {
  test("says why, and changes nothing else", async () => {
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

  test("connects when it is tried again, and does not run the agent", async () => {
    const { thread, calls, comeBack } = await failToConnect();
    comeBack();
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

  test("rests as before when it is tried again and nothing is new", async () => {
    const { thread, before } = await failToConnect();
    // Of a run that is not known there is nothing to tell.
    Object.assign(thread.agent, { connect: () => tell(first) });
    await thread.connect();
    expect(thread.getSnapshot()).toEqual(before.snapshot);
  });

  test("says it once more when it fails once more", async () => {
    const { thread, calls } = await failToConnect();
    calls.length = 0;
    expect((await thread.retry()).error?.code).toBe("network");
    expect(calls).toEqual(["connect", "connect"]);
    expect(thread.getSnapshot().run.status).toBe("error");
  });

  test("shows nothing of it once the person goes on", async () => {
    const { thread } = await failToConnect();
    await thread.send("2");
    expect(thread.getSnapshot().run).not.toHaveProperty("error");
  });

  test.each([404, 410])(
    "is at rest where a server answers %i: it knows of no such thread",
    async (status) => {
      const unknown = () => new AgentKitError("http-status", "Unknown.", { status });
      const { thread, before, result } = await failToConnect(unknown);
      expect(result.error?.context.status).toBe(status);
      expect(thread.getSnapshot()).toEqual(before.snapshot);
    },
  );

  test("is not what the log goes on from", async () => {
    const { thread, agent } = await failToConnect();
    thread.setMessages([{ id: "u1", role: "user", content: "Anew" }]);
    const again = createThread({ agent, ...parseThread(await serializeThread(thread)) });
    expect(again.getSnapshot()).toEqual(thread.getSnapshot());
    expect(again.getSnapshot().issues).toEqual([]);
  });

  test("is at rest when it is stored and loaded anew", async () => {
    const storage = memoryStorage();
    // Enough for a snapshot to be stored, which is what is read first.
    const long = run("r1", ...Array.from({ length: 60 }, (_, n) => text("One", `m${n}`)).flat());
    const agent: Agent = {
      run: () => tell([]),
      async *connect() {
        yield* tell(long);
        throw dropped();
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
