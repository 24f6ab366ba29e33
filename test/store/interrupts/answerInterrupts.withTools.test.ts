import { describe, expect, test, vi } from "vitest";
import { createThread } from "../../../src/core.ts";
import { runFinished, runStarted, scriptedAgent, textRun } from "../../../src/testing.ts";
import { throughJson } from "../../reducer/reduce.ts";
import { createDeferred } from "../../support/deferred.ts";
import {
  type CallSpec,
  call,
  callEvents,
  faultsIn,
  recordStatuses,
  resultsIn,
  untilIdle,
  waitForSnapshot,
} from "../tools/calls.ts";
import { approve, cancel, interruptRun, interrupts } from "./interruptThread.ts";

/** Creates a thread whose agent makes calls and is interrupted in the same run. */
function mixed(...calls: readonly CallSpec[]) {
  const agent = scriptedAgent(interruptRun([{}], ...callEvents(calls)), textRun("Done"));
  const thread = createThread({ agent });
  thread.registerTool({ name: "ask" });
  thread.registerTool({ name: "note", followUp: false, handler: () => "noted" });
  return { agent, thread };
}

describe("a run with interrupts and client tool calls", () => {
  test("runs the handlers, and continues once the interrupts are answered", async () => {
    const { agent, thread } = mixed(call("look"));
    thread.registerTool({ name: "look", handler: () => "seen" });
    const statuses = recordStatuses(thread);
    const { outcome } = await thread.send("Hi");
    expect(outcome).toBe("interrupt");
    expect(agent.inputs).toHaveLength(1);
    expect(resultsIn(thread.store.getState()).c1).toMatchObject({ content: "seen" });
    const idle = untilIdle(thread);
    await thread.resume([approve("i1")]);
    await idle;
    expect(agent.inputs).toHaveLength(2);
    expect(agent.inputs[1]?.resume).toEqual([approve("i1")]);
    expect(resultsIn(agent.inputs[1]).c1).toMatchObject({ content: "seen" });
    expect(statuses).toEqual([
      "submitted",
      "streaming",
      "executing",
      "waiting",
      "submitted",
      "streaming",
      "idle",
    ]);
  });

  test.each([
    ["call first", true],
    ["interrupt first", false],
  ])("continues once both the call and the interrupt are answered: %s", async (_, isCallFirst) => {
    const { agent, thread } = mixed(call("ask"));
    await thread.send("Hi");
    expect(thread.getSnapshot().run.status).toBe("waiting");
    const idle = untilIdle(thread);
    const steps = [
      () => thread.answerToolCall("c1", { value: "yes" }),
      () => thread.resume([cancel("i1")]),
    ];
    if (!isCallFirst) steps.reverse();
    await steps[0]?.();
    expect(thread.getSnapshot().run.status).toBe("waiting");
    expect(agent.inputs).toHaveLength(1);
    await steps[1]?.();
    await idle;
    expect(agent.inputs).toHaveLength(2);
    expect(agent.inputs[1]?.resume).toEqual([cancel("i1")]);
    expect(resultsIn(agent.inputs[1]).c1).toMatchObject({ content: "yes" });
    expect(faultsIn(agent.inputs[1]?.messages ?? [])).toEqual([]);
  });

  test("accepts answers while handlers run, and continues in the same turn", async () => {
    const { agent, thread } = mixed(call("work"));
    const gate = createDeferred<string>();
    thread.registerTool({ name: "work", handler: () => gate.promise });
    const ended = thread.send("Hi");
    await waitForSnapshot(thread, ({ toolCalls }) => toolCalls.c1?.status === "running");
    expect(await thread.resume([approve("i1", "early")])).toEqual([]);
    expect(agent.inputs).toHaveLength(1);
    gate.resolve("worked");
    expect((await ended).outcome).toBe("success");
    expect(agent.inputs).toHaveLength(2);
    expect(agent.inputs[1]?.resume).toEqual([approve("i1", "early")]);
  });

  test("sends the answers even when the call was answered without a follow-up", async () => {
    for (const isAnswered of [true, false]) {
      const { agent, thread } = mixed(isAnswered ? call("ask") : call("note"));
      await thread.send("Hi");
      if (isAnswered) await thread.answerToolCall("c1", { value: "yes", followUp: false });
      const idle = untilIdle(thread);
      await thread.resume([approve("i1")]);
      await idle;
      expect(agent.inputs[1]?.resume).toEqual([approve("i1")]);
    }
  });

  test("cancels the interrupt and answers the call when the user sends a message", async () => {
    const { agent, thread } = mixed(call("ask"));
    await thread.send("Hi");
    await thread.send("Something else");
    expect(agent.inputs[1]?.resume).toEqual([cancel("i1")]);
    expect(resultsIn(agent.inputs[1]).c1).toMatchObject({ error: "moved on" });
    expect(faultsIn(agent.inputs[1]?.messages ?? [])).toEqual([]);
  });

  test("keeps the interrupts open when its handlers are stopped", async () => {
    const { agent, thread } = mixed(call("work"));
    thread.registerTool({ name: "work", handler: () => new Promise(() => {}) });
    const ended = thread.send("Hi");
    await waitForSnapshot(thread, ({ toolCalls }) => toolCalls.c1?.status === "running");
    thread.stop();
    expect((await ended).outcome).toBe("cancelled");
    expect(thread.store.getState().run.status).toBe("waiting");
    const idle = untilIdle(thread);
    await thread.resume([approve("i1")]);
    await idle;
    expect(agent.inputs[1]?.resume).toEqual([approve("i1")]);
    expect(resultsIn(agent.inputs[1]).c1).toMatchObject({ error: "stopped" });
  });
});

test("a thread restored from a snapshot of a running handler waits for the interrupt", async () => {
  const first = mixed(call("work"));
  first.thread.registerTool({ name: "work", handler: () => new Promise(() => {}) });
  const ended = first.thread.send("Hi");
  await waitForSnapshot(first.thread, ({ toolCalls }) => toolCalls.c1?.status === "running");
  const snapshot = throughJson(first.thread.getSnapshot());
  first.thread.stop();
  await ended;
  const agent = scriptedAgent(textRun("Done"));
  const thread = createThread({ agent, snapshot });
  expect(thread.getSnapshot().run.status).toBe("waiting");
  const idle = untilIdle(thread);
  await thread.resume([approve("i1")]);
  await idle;
  expect(agent.inputs[0]?.resume).toEqual([approve("i1")]);
  expect(resultsIn(agent.inputs[0]).c1).toMatchObject({ error: "interrupted" });
});

describe("a tool call with an interrupt", () => {
  test("is not executed by this tab, although its tool is registered", async () => {
    const agent = scriptedAgent(
      interruptRun([{ reason: "tool_call", toolCallId: "c1" }], ...callEvents([call("delete")])),
      textRun("Done"),
    );
    const thread = createThread({ agent });
    const handler = vi.fn();
    thread.registerTool({ name: "delete", handler });
    await thread.send("Hi");
    expect(handler).not.toHaveBeenCalled();
    expect(thread.getSnapshot().run).toMatchObject({ status: "waiting", pendingToolCallIds: [] });
    const idle = untilIdle(thread);
    await thread.resume([approve("i1", { approved: true })]);
    await idle;
    expect(handler).not.toHaveBeenCalled();
    // The server executes the call and writes its result.
    expect(resultsIn(agent.inputs[1])).toEqual({});
  });

  test("is left open while a call without an interrupt is executed", async () => {
    const agent = scriptedAgent(
      interruptRun(
        [{ toolCallId: "a" }],
        ...callEvents([call("work", {}, "a"), call("work", {}, "b")], "m1"),
      ),
      [
        runStarted(),
        { type: "TOOL_CALL_RESULT", messageId: "r1", toolCallId: "a", content: "theirs" },
        runFinished(),
      ],
      textRun("Ok"),
    );
    const thread = createThread({ agent });
    const handler = vi.fn(
      (_: unknown, { toolCallId }: { readonly toolCallId: string }) => toolCallId,
    );
    thread.registerTool({ name: "work", handler });
    await thread.send("Hi");
    expect(handler.mock.results.map(({ value }) => value as unknown)).toEqual(["b"]);
    const idle = untilIdle(thread);
    await thread.resume([approve("i1")]);
    await idle;
    await thread.send("And?");
    expect(faultsIn(agent.inputs[2]?.messages ?? [])).toEqual([]);
    expect(resultsIn(agent.inputs[2])).toMatchObject({
      a: { content: "theirs" },
      b: { content: "b" },
    });
  });
});

test("answers passed to `run` are not sent again after the tool calls of that run", async () => {
  const agent = scriptedAgent(
    interruptRun([{}]),
    [runStarted(), ...callEvents([call("look")]), runFinished()],
    textRun("Done"),
  );
  const thread = createThread({ agent });
  thread.registerTool({ name: "look", handler: () => "seen" });
  await thread.send("Hi");
  await thread.run({ resume: [approve("i1")] });
  expect(agent.inputs.map(({ resume }) => resume)).toEqual([undefined, [approve("i1")], undefined]);
});

test("a turn with several runs ends at an interrupt", async () => {
  const agent = scriptedAgent(
    [runStarted(), ...callEvents([call("look")]), runFinished()],
    [runStarted(), interrupts({})],
    textRun("Done"),
  );
  const thread = createThread({ agent });
  thread.registerTool({ name: "look", handler: () => "seen" });
  const { outcome, newMessages } = await thread.send("Hi");
  expect(outcome).toBe("interrupt");
  expect(newMessages.map(({ role }) => role)).toEqual(["assistant", "tool"]);
  const idle = untilIdle(thread);
  await thread.resume([approve("i1")]);
  await idle;
  expect(agent.inputs.map(({ resume }) => resume)).toEqual([undefined, undefined, [approve("i1")]]);
});
