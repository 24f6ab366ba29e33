import { describe, expect, test } from "vitest";
import { type Agent, createThread, type EventInput } from "../../../src/core.ts";
import { createDeferred } from "../../support/deferred.ts";
import { assistantText, runEvents, runWithInput } from "../../support/runEvents.ts";
import { waitForSnapshot } from "../tools/calls.ts";
import { lastUserTexts, waiting } from "./queuedThread.ts";

const firstMessage = { id: "u1", role: "user", content: "first" } as const;

type Inputs = Parameters<Agent["run"]>[0][];

/** Creates a thread whose first run is stopped, or fails, and whose connections bring what `replay` yields. */
async function threadWithEndedRun(
  connect: NonNullable<Agent["connect"]>,
  ending: "stop" | "fail" = "stop",
) {
  const inputs: Inputs = [];
  const started = createDeferred();
  const agent: Agent = {
    async *run(input, options) {
      inputs.push(input);
      const { runId, threadId } = input;
      if (inputs.length > 1) {
        yield runEvents(runId, ...assistantText("Answer", `m${inputs.length}`));
        return;
      }
      yield { type: "RUN_STARTED", threadId, runId };
      started.resolve();
      if (ending === "fail") {
        yield { type: "RUN_ERROR", message: "The model is busy." };
        return;
      }
      await new Promise((_, reject) =>
        options.signal?.addEventListener("abort", () => reject(options.signal?.reason)),
      );
    },
    connect,
  };
  const thread = createThread({ agent, threadId: "t1", whenBusy: "queue" });
  const run = thread.send(firstMessage.content);
  await started.promise;
  if (ending === "stop") thread.stop();
  await run;
  return { agent, thread, inputs };
}

/** Creates a connection that brings these events once it is released. */
function createGate(events: readonly EventInput[] = []) {
  const opened = createDeferred();
  const released = createDeferred();
  async function* connect() {
    opened.resolve();
    await released.promise;
    yield [...events];
  }
  return { connect, opened: opened.promise, release: released.resolve };
}

describe("a message that is sent while the thread connects", () => {
  test.each(["stop", "fail"] as const)(
    "is sent when the run before was ended by: %s",
    async (ending) => {
      const { connect, opened, release } = createGate();
      const { thread, inputs } = await threadWithEndedRun(connect, ending);
      const connected = thread.connect();
      await opened;
      const sent = thread.send("second");
      expect(waiting(thread)).toEqual(["second"]);
      release();
      await connected;
      expect(await sent).toMatchObject({ outcome: "success" });
      expect(waiting(thread)).toEqual([]);
      expect(lastUserTexts({ inputs })).toEqual(["first", "second"]);
    },
  );

  test("is sent when the server replays what the thread has", async () => {
    const replayed = createDeferred();
    async function* connect() {
      yield [{ type: "RUN_STARTED", threadId: "t1", runId: "r1" }] satisfies EventInput[];
      await replayed.promise;
      yield [{ type: "RUN_FINISHED", threadId: "t1", runId: "r1" }] satisfies EventInput[];
    }
    const { thread, inputs } = await threadWithEndedRun(connect);
    const connected = thread.connect();
    await waitForSnapshot(thread, ({ run }) => run.status === "streaming");
    const sent = thread.send("second");
    replayed.resolve();
    await connected;
    expect(await sent).toMatchObject({ outcome: "success" });
    expect(lastUserTexts({ inputs })).toEqual(["first", "second"]);
  });

  test("waits when the connection fails, and is sent when `retry` connects", async () => {
    const failing = createDeferred();
    const { connect: connectAgain, release } = createGate();
    let connectionCount = 0;
    async function* connect() {
      connectionCount += 1;
      if (connectionCount > 1) {
        yield* connectAgain();
        return;
      }
      await failing.promise;
      throw new Error("The server has refused the connection.");
    }
    const { thread, inputs } = await threadWithEndedRun(connect);
    const connected = thread.connect();
    await waitForSnapshot(thread, ({ run }) => run.status === "submitted");
    const sent = thread.send("second");
    failing.resolve();
    expect(await connected).toMatchObject({ outcome: "error" });
    expect(waiting(thread)).toEqual(["second"]);
    release();
    await thread.retry();
    expect(await sent).toMatchObject({ outcome: "success" });
    expect(lastUserTexts({ inputs })).toEqual(["first", "second"]);
  });

  test("waits when the user stops a run that the connection brings", async () => {
    async function* connect() {
      yield runWithInput("r9", [{ id: "u9", role: "user", content: "elsewhere" }]).slice(0, -1);
      await new Promise(() => {});
    }
    const { thread, inputs } = await threadWithEndedRun(connect);
    const connected = thread.connect();
    await waitForSnapshot(thread, ({ run }) => run.runId === "r9");
    void thread.send("second");
    thread.stop();
    await connected;
    expect(waiting(thread)).toEqual(["second"]);
    expect(lastUserTexts({ inputs })).toEqual(["first"]);
  });
});

test("a message that was queued during a stopped run waits also after the thread has connected", async () => {
  const { connect, release } = createGate();
  const agent: Agent = {
    async *run({ threadId, runId }) {
      yield { type: "RUN_STARTED", threadId, runId };
      await new Promise(() => {});
    },
    connect,
  };
  const thread = createThread({ agent, threadId: "t1", whenBusy: "queue" });
  const run = thread.send("first");
  await waitForSnapshot(thread, ({ run: { status } }) => status === "streaming");
  void thread.send("second");
  thread.stop();
  await run;
  release();
  await thread.connect();
  expect(waiting(thread)).toEqual(["second"]);
});
