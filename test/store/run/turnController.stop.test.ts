import { describe, expect, test, vi } from "vitest";
import { type Agent, createAgentClient, createThread, type EventInput } from "../../../src/core.ts";
import {
  manualAgent,
  runFinished,
  runStarted,
  scriptedAgent,
  textRun,
} from "../../../src/testing.ts";
import { textChunk } from "../../support/runEvents.ts";

const started: EventInput = { type: "RUN_STARTED", threadId: "t1", runId: "r1" };

describe("stop", () => {
  test("ends the run as cancelled and keeps what arrived", async () => {
    const agent = manualAgent();
    const thread = createThread({ agent });
    const ended = thread.send("Hello");
    await agent.emit(started, textChunk("Hel"));
    thread.stop();
    const { outcome, error, newMessages } = await ended;
    expect(agent.signal?.aborted).toBe(true);
    expect(outcome).toBe("cancelled");
    expect(error).toBeUndefined();
    expect(newMessages).toMatchObject([{ content: "Hel" }]);
    expect(thread.getSnapshot().run).toMatchObject({
      status: "idle",
      outcome: "cancelled",
      unfinishedIds: ["m1"],
    });
    expect(thread.store.getState()).toBe(thread.getSnapshot());
  });

  test("works before the agent's first event", async () => {
    const thread = createThread({ agent: manualAgent() });
    const ended = thread.send("Hello");
    thread.stop();
    expect((await ended).outcome).toBe("cancelled");
    expect(thread.getSnapshot().messages).toMatchObject([{ content: "Hello" }]);
  });

  test("does not run the agent when called while the input is prepared", async () => {
    const agent = scriptedAgent(textRun("Hi"));
    const call = { id: "c1", type: "function" as const, function: { name: "f", arguments: "" } };
    const thread = createThread({
      agent,
      // The open call has to be answered before anything is sent.
      initialMessages: [{ id: "a1", role: "assistant", toolCalls: [call] }],
    });
    const ended = thread.send("Hello");
    thread.stop();
    expect((await ended).outcome).toBe("cancelled");
    expect(agent.inputs).toEqual([]);
  });

  test("does nothing without a run", async () => {
    const thread = createThread({ agent: scriptedAgent(textRun("Hi")) });
    thread.stop();
    const { outcome } = await thread.send("Hello");
    expect(outcome).toBe("success");
    const snapshot = thread.getSnapshot();
    thread.stop();
    expect(thread.getSnapshot()).toBe(snapshot);
  });

  test("does nothing when called again", async () => {
    const agent = manualAgent();
    const thread = createThread({ agent });
    const ended = thread.run();
    await agent.emit(started);
    thread.stop();
    thread.stop();
    expect((await ended).outcome).toBe("cancelled");
  });

  test("keeps the outcome of a run that has ended already", async () => {
    const agent = manualAgent();
    const thread = createThread({ agent });
    const ended = thread.run();
    await agent.emit(started, { type: "RUN_FINISHED", threadId: "t1", runId: "r1", result: 7 });
    expect(thread.getSnapshot().run.status).toBe("streaming");
    thread.stop();
    expect(await ended).toMatchObject({ outcome: "success", result: 7 });
  });

  test("leaves open interrupts open", async () => {
    const agent = manualAgent();
    const thread = createThread({ agent });
    const first = thread.run();
    await agent.emit(started, {
      type: "RUN_FINISHED",
      threadId: "t1",
      runId: "r1",
      outcome: { type: "interrupt", interrupts: [{ id: "i1", reason: "approval" }] },
    });
    await agent.finish();
    await first;
    const second = thread.run();
    await agent.emit(started);
    thread.stop();
    await second;
    expect(thread.getSnapshot().interrupts).toHaveLength(1);
    expect(thread.getSnapshot().run).toMatchObject({ status: "waiting", outcome: "cancelled" });
  });

  test("lets the next run start at once", async () => {
    const agent = manualAgent();
    const thread = createThread({ agent });
    const first = thread.send("One");
    await agent.emit(started, textChunk("1"));
    thread.stop();
    const second = thread.send("Two");
    await expect(thread.send("Three")).rejects.toMatchObject({ code: "thread-busy" });
    expect((await first).outcome).toBe("cancelled");
    await agent.finish();
    await second;
    expect(thread.getSnapshot().messages).toMatchObject([
      { content: "One" },
      { content: "1" },
      { content: "Two" },
    ]);
  });

  test.each(["run", "retry"] as const)("lets %s() follow at once", async (verb) => {
    const agent = scriptedAgent([runStarted(), { delayMs: 60_000 }], [runStarted(), runFinished()]);
    const thread = createThread({ agent });
    const first = thread.run();
    await vi.waitFor(() => expect(agent.inputs).toHaveLength(1));
    thread.stop();
    const second = thread[verb]();
    expect((await first).outcome).toBe("cancelled");
    expect((await second).outcome).toBe("success");
  });
});

describe("an agent whose `cancel`", () => {
  test.each<[does: string, cancel: () => unknown]>([
    [
      "throws",
      () => {
        throw new Error("no route");
      },
    ],
    ["fails", () => Promise.reject(new Error("500"))],
    ["says nothing that could be waited for", () => true],
  ])("%s is stopped, and so are the threads after it", async (_, answer) => {
    const cancel = vi.fn(answer);
    const [left, right] = [manualAgent(), manualAgent()];
    // An application's `cancel` may return or throw anything, despite its type.
    const sloppy = { run: left.run, cancel } as unknown as Agent;
    const client = createAgentClient({ agents: { left: sloppy, right } });
    const runs = client.agentIds.map((agentId) => client.thread({ agentId }).send("Hi"));
    await Promise.all([left.started(), right.started()]);
    await left.emit(started);
    client.stop();
    // Called synchronously, because the page may be closing.
    expect(cancel).toHaveBeenCalledTimes(1);
    expect(await Promise.all(runs)).toMatchObject([
      { outcome: "cancelled" },
      { outcome: "cancelled" },
    ]);
  });
});

test("does not cancel a run on the server that was not sent", async () => {
  const manual = manualAgent();
  const cancel = vi.fn(async () => {});
  let isReady = false;
  const thread = createThread({
    agent: { run: manual.run, cancel },
    forwardedProps: () => (isReady ? {} : new Promise(() => {})),
  });
  const unsent = thread.send("Hi");
  thread.stop();
  expect((await unsent).outcome).toBe("cancelled");
  expect(cancel).not.toHaveBeenCalled();
  isReady = true;
  const sent = thread.send("Hi");
  await manual.started();
  thread.stop();
  await sent;
  expect(cancel).toHaveBeenCalledTimes(1);
});
