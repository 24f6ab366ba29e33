import { describe, expect, test, vi } from "vitest";
import { createAgentClient, createThread, type Snapshot } from "../../../../src/core.ts";
import {
  manualAgent,
  runFinished,
  runStarted,
  scriptedAgent,
  textRun,
} from "../../../../src/testing.ts";
import { throughJson } from "../../../reducer/reduce.ts";
import { call, callRun, faultsIn, resultsIn, untilIdle, waitForSnapshot } from "../calls.ts";
import { storeSnapshotDuringRun } from "../storeSnapshotDuringRun.ts";

describe("a snapshot stored while calls waited for the user", () => {
  test("keeps waiting and accepts the answer", async () => {
    const first = createThread({ agent: scriptedAgent(callRun(call("ask", { q: 1 }))) });
    first.registerTool({ name: "ask" });
    await first.send("Hi");
    const agent = scriptedAgent(textRun("Thanks"));
    const second = createThread({ agent, snapshot: throughJson(first.getSnapshot()) });
    // Before any tool is registered.
    expect(second.getSnapshot().toolCalls.c1?.status).toBe("waiting");
    expect(second.getSnapshot().run.status).toBe("waiting");
    expect(agent.inputs).toHaveLength(0);
    const idle = untilIdle(second);
    await second.answerToolCall("c1", { value: "yes" });
    await idle;
    expect(agent.inputs).toHaveLength(1);
    expect(resultsIn(agent.inputs[0]).c1).toMatchObject({ content: "yes" });
    expect(faultsIn(agent.inputs[0]?.messages ?? [])).toEqual([]);
  });

  test("answers the calls when the user sends a message", async () => {
    const first = createThread({ agent: scriptedAgent(callRun(call("ask"))) });
    first.registerTool({ name: "ask" });
    await first.send("Hi");
    const agent = scriptedAgent(textRun("Ok"));
    const second = createThread({ agent, snapshot: throughJson(first.getSnapshot()) });
    await second.send("Something else");
    expect(resultsIn(agent.inputs[0]).c1).toMatchObject({ error: "moved on" });
  });
});

describe("a snapshot stored during a handler", () => {
  test("marks the call as interrupted, and other calls keep waiting for the user", async () => {
    const agent = scriptedAgent(textRun("Ok"));
    const handler = vi.fn();
    const client = createAgentClient({ agent });
    client.registerTool({ name: "work", handler });
    const thread = client.thread({ snapshot: await storeSnapshotDuringRun() });
    const { run, toolCalls } = thread.getSnapshot();
    expect(run).toMatchObject({ status: "waiting", pendingToolCallIds: ["a"] });
    expect(toolCalls).toMatchObject({ a: { status: "waiting" }, w: { status: "failed" } });
    expect(resultsIn(thread.getSnapshot()).w).toMatchObject({
      error: "interrupted",
      content: expect.stringMatching(/reloaded/),
    });
    // The user's answer is the last missing one.
    const idle = untilIdle(thread);
    await thread.answerToolCall("a", { value: "yes" });
    await idle;
    expect(handler).not.toHaveBeenCalled();
    expect(agent.inputs).toHaveLength(1);
    expect(resultsIn(agent.inputs[0])).toMatchObject({
      a: { content: "yes" },
      w: { error: "interrupted" },
    });
    expect(faultsIn(agent.inputs[0]?.messages ?? [])).toEqual([]);
  });

  test("runs nothing by itself when no call waits", async () => {
    const first = createThread({ agent: scriptedAgent(callRun(call("work"))) });
    first.registerTool({ name: "work", handler: () => new Promise(() => {}) });
    const ended = first.send("Hi");
    await waitForSnapshot(first, ({ toolCalls }) => toolCalls.c1?.status === "running");
    const snapshot = throughJson(first.getSnapshot());
    first.stop();
    await ended;
    const agent = scriptedAgent(textRun("Ok"));
    const second = createThread({ agent, snapshot });
    second.registerTool({ name: "work", handler: () => "done" });
    expect(second.getSnapshot().run).toMatchObject({ status: "idle", pendingToolCallIds: [] });
    expect(agent.inputs).toHaveLength(0);
    await second.send("And?");
    expect(agent.inputs).toHaveLength(1);
    expect(resultsIn(agent.inputs[0]).c1).toMatchObject({ error: "interrupted" });
  });
});

test("asks the user again for a call stored before the user was asked", async () => {
  const first = createThread({ agent: scriptedAgent(callRun(call("ask", { q: 1 }))) });
  const stored: Snapshot[] = [];
  first.store.subscribe((snapshot) => {
    if (snapshot.run.status === "executing" && snapshot.toolCalls.c1?.status === "pending") {
      stored.push(throughJson(snapshot));
    }
  });
  first.registerTool({ name: "ask" });
  await first.send("Hi");
  const agent = scriptedAgent(textRun("Thanks"));
  const thread = createThread({ agent, snapshot: stored.at(-1) as Snapshot });
  // The effect of its tool is unknown.
  expect(resultsIn(thread.getSnapshot()).c1).toMatchObject({ error: "interrupted" });
  thread.registerTool({ name: "ask" });
  await thread.rerunToolCall("c1");
  expect(thread.getSnapshot().toolCalls.c1?.status).toBe("waiting");
  const idle = untilIdle(thread);
  await thread.answerToolCall("c1", { value: "yes" });
  await idle;
  expect(resultsIn(agent.inputs[0]).c1).toMatchObject({ content: "yes" });
  expect(faultsIn(agent.inputs[0]?.messages ?? [])).toEqual([]);
});

test("keeps the failure of a run stored before the end of its stream", async () => {
  const agent = manualAgent();
  const first = createThread({ agent });
  const ended = first.send("Hi");
  const { threadId, runId } = await agent.started();
  await agent.emit(
    { type: "RUN_STARTED", threadId, runId },
    { type: "RUN_ERROR", message: "full" },
  );
  const snapshot = throughJson(first.getSnapshot());
  await agent.finish();
  await ended;
  const second = createThread({ agent, snapshot });
  expect(second.getSnapshot().run).toMatchObject({ status: "error", outcome: "error" });
});

test("answers an unfinished call of loaded messages before sending", async () => {
  const agent = scriptedAgent([runStarted(), runFinished()]);
  const stored = await storeSnapshotDuringRun();
  const thread = createThread({ agent, initialMessages: stored.messages });
  await thread.run();
  expect(faultsIn(agent.inputs[0]?.messages ?? [])).toEqual([]);
});
