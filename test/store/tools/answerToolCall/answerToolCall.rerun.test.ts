import { describe, expect, test, vi } from "vitest";
import { createThread } from "../../../../src/core.ts";
import { manualAgent, scriptedAgent, textRun } from "../../../../src/testing.ts";
import { createDeferred } from "../../../support/deferred.ts";
import {
  call,
  callEvents,
  callRun,
  faultsIn,
  resultsIn,
  untilIdle,
  waitForSnapshot,
} from "../calls.ts";
import { storeSnapshotDuringRun } from "../storeSnapshotDuringRun.ts";

describe("rerunToolCall()", () => {
  test("runs an interrupted handler once, and the agent after it", async () => {
    const agent = scriptedAgent(textRun("Ok"));
    const thread = createThread({ agent, snapshot: await storeSnapshotDuringRun() });
    const handler = vi.fn((_: unknown) => "worked");
    thread.registerTool({ name: "work", handler });
    await thread.answerToolCall("a", { value: "yes", followUp: false });
    const { outcome, newMessages } = await thread.rerunToolCall("w");
    expect(outcome).toBe("success");
    expect(handler.mock.calls.map(([args]) => args)).toEqual([{ n: 1 }]);
    expect(agent.inputs).toHaveLength(1);
    expect(resultsIn(agent.inputs[0])).toMatchObject({
      a: { content: "yes" },
      w: { content: "worked" },
    });
    expect(resultsIn(agent.inputs[0]).w).not.toHaveProperty("error");
    expect(faultsIn(agent.inputs[0]?.messages ?? [])).toEqual([]);
    expect(newMessages.map(({ role }) => role)).toEqual(["tool", "assistant"]);
    expect(thread.getSnapshot().toolCalls.w?.status).toBe("complete");
  });

  test("keeps other calls waiting, and runs the agent after their answer", async () => {
    const agent = scriptedAgent(textRun("Ok"));
    const thread = createThread({ agent, snapshot: await storeSnapshotDuringRun() });
    thread.registerTool({ name: "work", handler: () => "worked" });
    await thread.rerunToolCall("w");
    expect(agent.inputs).toHaveLength(0);
    expect(thread.getSnapshot().run).toMatchObject({
      status: "waiting",
      pendingToolCallIds: ["a"],
    });
    const idle = untilIdle(thread);
    await thread.answerToolCall("a", { value: "yes" });
    await idle;
    expect(agent.inputs).toHaveLength(1);
    expect(resultsIn(agent.inputs[0]).w).toMatchObject({ content: "worked" });
  });

  test("clears the first attempt while it runs", async () => {
    const thread = createThread({
      agent: scriptedAgent(textRun("Ok")),
      snapshot: await storeSnapshotDuringRun(),
    });
    thread.registerTool({ name: "work", handler: () => new Promise(() => {}) });
    const ended = thread.rerunToolCall("w");
    const { toolCalls, run } = await waitForSnapshot(
      thread,
      (snapshot) => snapshot.toolCalls.w?.status === "running",
    );
    expect(run.status).toBe("executing");
    expect(toolCalls.w).not.toHaveProperty("progress");
    expect(toolCalls.w).not.toHaveProperty("resultMessageId");
    expect(toolCalls.w).not.toHaveProperty("endedAt");
    thread.stop();
    expect((await ended).outcome).toBe("cancelled");
    expect(resultsIn(thread.getSnapshot()).w).toMatchObject({ error: "stopped" });
  });

  test("ignores the stopped attempt", async () => {
    const agent = scriptedAgent(callRun(call("work")), textRun("Ok"));
    const thread = createThread({ agent });
    const gates = [createDeferred(), createDeferred()];
    const left = createDeferred();
    let attempts = 0;
    thread.registerTool({
      name: "work",
      async *handler() {
        const attempt = attempts++;
        yield `attempt ${attempt}`;
        await gates[attempt]?.promise;
        try {
          yield `attempt ${attempt} goes on`;
        } finally {
          left.resolve();
        }
      },
    });
    const progress = (text: string) =>
      waitForSnapshot(thread, ({ toolCalls }) => toolCalls.c1?.progress === text);
    const ended = thread.send("Hi");
    await progress("attempt 0");
    thread.stop();
    await ended;
    const rerun = thread.rerunToolCall("c1");
    await progress("attempt 1");
    gates[0]?.resolve();
    await left.promise;
    expect(thread.getSnapshot().toolCalls.c1?.progress).toBe("attempt 1");
    gates[1]?.resolve();
    await rerun;
  });

  test("works for a call that stop() interrupted, in the middle of the conversation", async () => {
    const agent = scriptedAgent(callRun(call("work")), textRun("Ok"));
    const thread = createThread({ agent });
    const off = thread.registerTool({ name: "work", handler: () => new Promise(() => {}) });
    const ended = thread.send("Hi");
    await waitForSnapshot(thread, ({ toolCalls }) => toolCalls.c1?.status === "running");
    thread.stop();
    await ended;
    await thread.send("Never mind");
    off();
    thread.registerTool({ name: "work", handler: () => "worked" });
    await thread.rerunToolCall("c1");
    expect(agent.inputs).toHaveLength(3);
    expect(agent.inputs[2]?.messages.map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "tool",
      "user",
      "assistant",
    ]);
    expect(resultsIn(agent.inputs[2]).c1).toMatchObject({ content: "worked" });
  });

  test("runs one handler for a call that still waits for the application", async () => {
    const tools = [{ name: "work", description: "", parameters: {} }];
    const agent = scriptedAgent(callRun(call("work")), textRun("Ok"));
    const thread = createThread({ agent, tools });
    await thread.send("Hi");
    const handler = vi.fn(() => "worked");
    thread.registerTool({ name: "work", handler });
    await thread.rerunToolCall("c1");
    expect(handler).toHaveBeenCalledTimes(1);
    expect(agent.inputs).toHaveLength(2);
    expect(faultsIn(agent.inputs[1]?.messages ?? [])).toEqual([]);
  });

  test("runs the handler once when called twice", async () => {
    const agent = scriptedAgent(textRun("Ok"));
    const thread = createThread({ agent, snapshot: await storeSnapshotDuringRun() });
    const handler = vi.fn(() => "worked");
    thread.registerTool({ name: "work", handler });
    const [first, second] = await Promise.allSettled([
      thread.rerunToolCall("w"),
      thread.rerunToolCall("w"),
    ]);
    expect(first.status).toBe("fulfilled");
    expect(second).toMatchObject({ status: "rejected", reason: { code: "thread-busy" } });
    expect(handler).toHaveBeenCalledTimes(1);
    expect(Object.keys(resultsIn(thread.getSnapshot()))).toEqual(["w"]);
  });

  test("respects followUp: false", async () => {
    const agent = scriptedAgent(callRun(call("work")), textRun("Ok"));
    const thread = createThread({ agent });
    const handler = vi.fn(() => "worked");
    thread.registerTool({ name: "work", followUp: false, handler });
    await thread.send("Hi");
    await thread.rerunToolCall("c1");
    expect(handler).toHaveBeenCalledTimes(2);
    expect(agent.inputs).toHaveLength(1);
    expect(thread.getSnapshot().run).toMatchObject({ status: "idle", stopReason: "no-follow-up" });
  });

  test("rejects calls that cannot run, and changes nothing", async () => {
    const agent = manualAgent();
    const thread = createThread({ agent });
    thread.registerTool({ name: "work", handler: () => "" });
    await expect(thread.rerunToolCall("nobody")).rejects.toMatchObject({
      code: "invalid-argument",
    });
    const ended = thread.send("Hi");
    const { threadId, runId } = await agent.started();
    await agent.emit(
      { type: "RUN_STARTED", threadId, runId },
      ...callEvents([call("theirs", {}, "t")]),
      { type: "TOOL_CALL_RESULT", messageId: "r", toolCallId: "t", content: "ok" },
    );
    await expect(thread.rerunToolCall("t")).rejects.toMatchObject({ code: "thread-busy" });
    await agent.finish();
    await ended;
    const before = thread.getSnapshot();
    await expect(thread.rerunToolCall("t")).rejects.toMatchObject({
      code: "invalid-argument",
      message: expect.stringContaining('"theirs"'),
    });
    expect(thread.getSnapshot()).toBe(before);
    thread.dispose();
    await expect(thread.rerunToolCall("t")).rejects.toMatchObject({ code: "thread-disposed" });
  });
});

test("continues a rerun call also at the step limit", async () => {
  const agent = scriptedAgent(
    callRun(call("work", { n: 1 }, "a")),
    callRun(call("work", { n: 2 }, "b")),
    textRun("Ok"),
  );
  const thread = createThread({ agent, maxAutomaticRuns: 1 });
  thread.registerTool({ name: "work", handler: () => "done" });
  await thread.send("Hi");
  expect(thread.getSnapshot().run.stopReason).toBe("max-automatic-runs");
  await thread.rerunToolCall("b");
  expect(agent.inputs).toHaveLength(3);
  expect(thread.getSnapshot().run.stopReason).toBeUndefined();
});

test("ends a thread that was stopped at the end of its stream, whatever validation waits", async () => {
  const agent = scriptedAgent(callRun(call("work")), textRun("Ok"));
  const thread = createThread({ agent });
  const never = {
    "~standard": {
      version: 1,
      vendor: "test",
      validate: () => new Promise<never>(() => {}),
      jsonSchema: { input: () => ({ type: "object" }) },
    },
  } as const;
  thread.registerTool({ name: "work", parameters: never, handler: () => "done" });
  thread.subscribe({ onRunEnd: () => thread.stop() });
  expect((await thread.send("Hi")).outcome).toBe("cancelled");
  expect(resultsIn(thread.getSnapshot()).c1).toMatchObject({ error: "stopped" });
});
