import { describe, expect, test, vi } from "vitest";
import { createAgentClient, createThread, type Snapshot } from "../../../src/core.ts";
import {
  manualAgent,
  runFinished,
  runStarted,
  scriptedAgent,
  textRun,
} from "../../../src/testing.ts";
import { throughJson } from "../../reducer/reduce.ts";
import { call, callRun, faultsIn, resultsIn, until, untilRested } from "./calls.ts";
import { storedWhileRunning } from "./storedWhileRunning.ts";

describe("a snapshot that was stored while calls waited for a person", () => {
  test("goes on waiting, and takes the answer", async () => {
    const first = createThread({ agent: scriptedAgent(callRun(call("ask", { q: 1 }))) });
    first.registerTool({ name: "ask" });
    await first.send("Hi");
    const agent = scriptedAgent(textRun("Thanks"));
    const second = createThread({ agent, snapshot: throughJson(first.getSnapshot()) });
    // Also before anybody has registered anything.
    expect(second.getSnapshot().toolCalls.c1?.status).toBe("waiting");
    expect(second.getSnapshot().run.status).toBe("waiting");
    expect(agent.inputs).toHaveLength(0);
    const rested = untilRested(second);
    await second.answerToolCall("c1", { value: "yes" });
    await rested;
    expect(agent.inputs).toHaveLength(1);
    expect(resultsIn(agent.inputs[0]).c1).toMatchObject({ content: "yes" });
    expect(faultsIn(agent.inputs[0]?.messages ?? [])).toEqual([]);
  });

  test("answers them when the person moves on", async () => {
    const first = createThread({ agent: scriptedAgent(callRun(call("ask"))) });
    first.registerTool({ name: "ask" });
    await first.send("Hi");
    const agent = scriptedAgent(textRun("Ok"));
    const second = createThread({ agent, snapshot: throughJson(first.getSnapshot()) });
    await second.send("Something else");
    expect(resultsIn(agent.inputs[0]).c1).toMatchObject({ error: "moved on" });
  });
});

describe("a snapshot that was stored while a handler ran", () => {
  test("says that it was interrupted, and what waits for a person goes on waiting", async () => {
    const agent = scriptedAgent(textRun("Ok"));
    const handler = vi.fn();
    const client = createAgentClient({ agent });
    client.registerTool({ name: "work", handler });
    const thread = client.thread({ snapshot: await storedWhileRunning() });
    const { run, toolCalls } = thread.getSnapshot();
    expect(run).toMatchObject({ status: "waiting", pendingToolCallIds: ["a"] });
    expect(toolCalls).toMatchObject({ a: { status: "waiting" }, w: { status: "failed" } });
    expect(resultsIn(thread.getSnapshot()).w).toMatchObject({
      error: "interrupted",
      content: expect.stringMatching(/reloaded/),
    });
    // The answer of the person is the last that was missing.
    const rested = untilRested(thread);
    await thread.answerToolCall("a", { value: "yes" });
    await rested;
    expect(handler).not.toHaveBeenCalled();
    expect(agent.inputs).toHaveLength(1);
    expect(resultsIn(agent.inputs[0])).toMatchObject({
      a: { content: "yes" },
      w: { error: "interrupted" },
    });
    expect(faultsIn(agent.inputs[0]?.messages ?? [])).toEqual([]);
  });

  test("does not run anything by itself when nobody is waited for", async () => {
    const first = createThread({ agent: scriptedAgent(callRun(call("work"))) });
    first.registerTool({ name: "work", handler: () => new Promise(() => {}) });
    const ended = first.send("Hi");
    await until(first, ({ toolCalls }) => toolCalls.c1?.status === "running");
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

test("a question that was stored before anybody was asked is asked when it is run again", async () => {
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
  // Nobody knows whether its tool would have acted by itself.
  expect(resultsIn(thread.getSnapshot()).c1).toMatchObject({ error: "interrupted" });
  thread.registerTool({ name: "ask" });
  await thread.rerunToolCall("c1");
  expect(thread.getSnapshot().toolCalls.c1?.status).toBe("waiting");
  const rested = untilRested(thread);
  await thread.answerToolCall("c1", { value: "yes" });
  await rested;
  expect(resultsIn(agent.inputs[0]).c1).toMatchObject({ content: "yes" });
  expect(faultsIn(agent.inputs[0]?.messages ?? [])).toEqual([]);
});

test("a run that was stored when it had failed, and its stream had not ended, has failed", async () => {
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

test("messages that are loaded with a call cut off are sent with an answer to it", async () => {
  const agent = scriptedAgent([runStarted(), runFinished()]);
  const stored = await storedWhileRunning();
  const thread = createThread({ agent, initialMessages: stored.messages });
  await thread.run();
  expect(faultsIn(agent.inputs[0]?.messages ?? [])).toEqual([]);
});
