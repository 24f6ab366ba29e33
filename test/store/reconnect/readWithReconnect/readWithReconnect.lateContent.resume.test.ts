import { expect, test, vi } from "vitest";
import {
  type Agent,
  AgentKitError,
  type EventInput,
  parseThread,
  serializeThread,
} from "../../../../src/core.ts";
import { memoryStorage } from "../../../../src/store/persistence/adapters/memoryStorage.ts";
import { eventually } from "../../../support/eventually.ts";
import { connectionError, emptyStream, failingStream } from "../cuttableAgent.ts";
import {
  backendCall,
  type Cut,
  createTestThread,
  cuts,
  lateText,
  overHttp,
  receiveWhole,
} from "./lateContent.ts";

test.each(cuts)("a reload during %s, after RUN_FINISHED, resumes the run", async (...cut) => {
  await using server = await overHttp(cut, "open");
  const storage = memoryStorage();
  const left = createTestThread(server.agent, { storage });
  left.run().catch(() => {});
  const received = await receiveWhole(["", cut[1], []]);
  await vi.waitUntil(() => left.getSnapshot().run.outcome === "success", { interval: 1 });
  await vi.waitUntil(
    () => JSON.stringify(left.getSnapshot().messages) === JSON.stringify(received),
  );
  await vi.waitUntil(() => left.isStored());
  left.dispose();
  const thread = createTestThread(server.agent, { storage });
  const whole = await receiveWhole(cut);
  await eventually(() => thread.getSnapshot().messages).toEqual(whole);
  await eventually(() => thread.getSnapshot().run.status).toBe("idle");
});

test.each(cuts)(
  "a thread that is serialized during %s, after RUN_FINISHED, receives the rest when it connects",
  async (...cut) => {
    await using server = await overHttp(cut, "open");
    const left = createTestThread(server.agent);
    const received = await receiveWhole(["", cut[1], []]);
    left.run().catch(() => {});
    await eventually(() => left.getSnapshot().messages).toEqual(received);
    const text = await serializeThread(left);
    left.dispose();
    const thread = createTestThread(server.agent, parseThread(text));
    expect((await thread.connect()).outcome).toBe("success");
    expect(thread.getSnapshot().messages).toEqual(await receiveWhole(cut));
    expect(server.countConnections()).toBe(1);
  },
);

test.each(cuts)("a retry resumes a run that was lost during %s", async (...cut) => {
  const [, first, later] = cut;
  const attempts = [failingStream(connectionError()), streamOf([...first, ...later])];
  const thread = createTestThread(
    {
      async *run() {
        yield [...first];
        throw connectionError();
      },
      connect: () => attempts.shift() ?? emptyStream(),
    },
    { reconnect: { attempts: 1 } },
  );
  expect((await thread.run()).outcome).toBe("error");
  expect((await thread.retry()).outcome).toBe("success");
  expect(thread.getSnapshot().messages).toEqual(await receiveWhole(cut));
});

test.each([
  ["a 404", () => failingStream(notFound)],
  ["an empty response", emptyStream],
])(
  "a retry gets %s for a run that has ended but for a call, and does not run it again",
  async (_, connect) => {
    const [, received] = backendCall;
    let runCount = 0;
    const attempts = [() => failingStream(connectionError()), connect];
    const thread = createTestThread(
      {
        async *run() {
          runCount++;
          yield [...received];
          throw connectionError();
        },
        connect: () => attempts.shift()?.() ?? emptyStream(),
      },
      { reconnect: { attempts: 1 } },
    );
    expect((await thread.run()).outcome).toBe("error");
    expect((await thread.retry()).outcome).toBe("success");
    expect(runCount).toBe(1);
    expect(thread.getSnapshot().run).toMatchObject({ status: "idle", outcome: "success" });
  },
);

test.each(cuts)(
  "a run that was lost during %s stays a success when it is stopped, and a stored one is resumed",
  async (...cut) => {
    const [, received, later] = cut;
    const thread = createTestThread(
      {
        async *run() {
          yield [...received];
          throw connectionError();
        },
        connect: () => failingStream(connectionError()),
      },
      { reconnect: { firstMs: 60_000, attempts: 9 } },
    );
    const run = thread.run();
    await vi.waitUntil(() => thread.getSnapshot().run.status === "reconnecting");
    const snapshot = thread.getSnapshot();
    thread.stop();
    expect((await run).outcome).toBe("success");

    const whole: Agent = { async *run() {}, connect: () => streamOf([...received, ...later]) };
    const stored = createTestThread(whole, { snapshot });
    expect((await stored.connect()).outcome).toBe("success");
    expect(stored.getSnapshot().messages).toEqual(await receiveWhole(cut));
  },
);

const notFound = new AgentKitError("http-status", "The server has no such run.", { status: 404 });

test.each<[string, string, Cut, () => AsyncIterable<never>]>([
  ["a late text fails", "error", lateText, emptyStream],
  ["a backend call ends", "success", backendCall, emptyStream],
  ["a backend call ends", "success", backendCall, () => failingStream(notFound)],
])(
  "a run that was lost during %s when the server has no replay",
  async (_, outcome, cut, connect) => {
    const [, received] = cut;
    const thread = createTestThread(
      {
        async *run() {
          yield [...received];
          throw connectionError();
        },
        connect,
      },
      { reconnect: { attempts: 1 } },
    );
    expect((await thread.run()).outcome).toBe(outcome);
    expect(thread.getSnapshot().messages).toEqual(await receiveWhole(["", received, []]));
  },
);

async function* streamOf(events: readonly EventInput[]) {
  yield events;
}
