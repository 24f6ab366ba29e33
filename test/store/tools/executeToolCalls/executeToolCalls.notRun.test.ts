import { describe, expect, test, vi } from "vitest";
import { createThread, type EventInput, type Message } from "../../../../src/core.ts";
import {
  manualAgent,
  runError,
  runFinished,
  runStarted,
  type Script,
  scriptedAgent,
  textRun,
} from "../../../../src/testing.ts";
import { throughJson } from "../../../reducer/reduce.ts";
import { call, callEvents, faultsIn, resultsIn } from "../calls.ts";
import { callingMessage, callingMessageOf, createPayThread } from "./payTool.ts";

const started = (runId: string): EventInput => ({ type: "RUN_STARTED", threadId: "t1", runId });
const finished = (runId: string): EventInput => ({ type: "RUN_FINISHED", threadId: "t1", runId });

/** Creates a run with a call of `pay` that has finished, and whose stream is still open. */
async function finishedNotClosed() {
  const agent = manualAgent();
  const thread = createThread({ agent });
  const handler = vi.fn();
  thread.registerTool({ name: "pay", handler });
  const ended = thread.send("Hi");
  const { threadId, runId } = await agent.started();
  await agent.emit({ type: "RUN_STARTED", threadId, runId }, ...callEvents([call("pay")], "a1"), {
    type: "RUN_FINISHED",
    threadId,
    runId,
  });
  return { agent, thread, handler, ended };
}

describe("a call whose handler must not run", () => {
  test("the handler does not run before the stream has ended, because its server may still answer it", async () => {
    const { agent, thread, handler, ended } = await finishedNotClosed();
    expect(thread.getSnapshot().run.pendingToolCallIds).toEqual(["c1"]);
    await agent.emit({
      type: "TOOL_CALL_RESULT",
      messageId: "r1",
      toolCallId: "c1",
      content: "ok",
    });
    await agent.finish();
    expect((await ended).outcome).toBe("success");
    expect(handler).not.toHaveBeenCalled();
    expect(agent.inputs).toHaveLength(1);
    expect(thread.getSnapshot().run).toMatchObject({ status: "idle", pendingToolCallIds: [] });
  });

  test("the handler does not run when the user stops between RUN_FINISHED and the end of the stream", async () => {
    const { agent, thread, handler, ended } = await finishedNotClosed();
    thread.stop();
    expect((await ended).outcome).toBe("cancelled");
    expect(handler).not.toHaveBeenCalled();
    expect(agent.inputs).toHaveLength(1);
    expect(resultsIn(thread.getSnapshot()).c1).toMatchObject({ error: "stopped" });
    expect(thread.getSnapshot().run).toMatchObject({ status: "idle", pendingToolCallIds: [] });
  });

  test("the handler does not run when its run was cancelled", async () => {
    const { agent, thread, handler } = createPayThread([
      runStarted(),
      ...callEvents([call("pay")], "a1"),
      runFinished({ outcome: { type: "cancelled" } }),
    ]);
    expect((await thread.send("Hi")).outcome).toBe("cancelled");
    expect(handler).not.toHaveBeenCalled();
    expect(agent.inputs).toHaveLength(1);
  });

  test("the handler does not run when its run failed after making it", async () => {
    const { agent, thread, handler } = createPayThread(
      [runStarted(), ...callEvents([call("pay")], "a1"), runError("overloaded")],
      textRun("Ok"),
    );
    await thread.send("Hi");
    expect(thread.getSnapshot().run.status).toBe("error");
    await thread.retry();
    expect(handler).not.toHaveBeenCalled();
    expect(faultsIn(agent.inputs[1]?.messages ?? [])).toEqual([]);
  });

  test("the handler does not run when its stream broke off after it", async () => {
    const { agent, thread, handler } = createPayThread(
      [runStarted(), ...callEvents([call("pay")], "a1")],
      textRun("Ok"),
    );
    await thread.send("Hi");
    await thread.retry();
    expect(handler).not.toHaveBeenCalled();
    expect(faultsIn(agent.inputs[1]?.messages ?? [])).toEqual([]);
  });

  test("the handler does not run from loaded messages, answered or not", async () => {
    const agent = scriptedAgent(textRun("Ok"));
    const handler = vi.fn();
    const result: Message = { id: "r1", role: "tool", toolCallId: "c1", content: "paid" };
    const thread = createThread({
      agent,
      initialMessages: [callingMessage, result, callingMessageOf("a2", "c2")],
    });
    thread.registerTool({ name: "pay", handler });
    await thread.send("Hi");
    expect(handler).not.toHaveBeenCalled();
    expect(resultsIn(agent.inputs[0])).toMatchObject({
      c1: { content: "paid" },
      c2: { error: "not answered" },
    });
  });

  test("the handler does not run from a stored snapshot with its result, also when its run is replayed", async () => {
    const run: Script = [started("r1"), ...callEvents([call("pay")], "a1"), finished("r1")];
    const first = createPayThread(run, textRun("Paid"));
    await first.thread.send("Hi");
    const agent = scriptedAgent(run);
    const second = createThread({ agent, snapshot: throughJson(first.thread.getSnapshot()) });
    const handler = vi.fn();
    second.registerTool({ name: "pay", handler });
    await second.run();
    expect(handler).not.toHaveBeenCalled();
    expect(agent.inputs).toHaveLength(1);
    expect(second.getSnapshot().messages).toEqual(first.thread.getSnapshot().messages);
  });
});
