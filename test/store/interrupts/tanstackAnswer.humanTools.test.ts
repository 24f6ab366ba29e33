import { describe, expect, test, vi } from "vitest";
import { createThread } from "../../../src/core.ts";
import { scriptedAgent, textRun } from "../../../src/testing.ts";
import { throughJson } from "../../reducer/reduce.ts";
import { resultsIn, untilIdle, waitForSnapshot } from "../tools/calls.ts";
import { createClientToolThread, resultsRun } from "./clientToolThread.ts";
import { cancel } from "./interruptThread.ts";

describe("a human tool passed as an interrupt", () => {
  test("waits for the user, whose answer becomes the interrupt's", async () => {
    const { agent, thread } = createClientToolThread([resultsRun], "a", "b");
    thread.registerTool({ name: "paint" });
    await thread.send("Hi");
    expect(thread.getSnapshot().toolCalls).toMatchObject({
      a: { status: "waiting" },
      b: { status: "waiting" },
    });
    await thread.answerToolCall("b", { value: { colour: "red" } });
    expect(thread.getSnapshot().run.status).toBe("waiting");
    // A second click.
    await thread.answerToolCall("b", { value: "again" });
    expect(agent.inputs).toHaveLength(1);
    const idle = untilIdle(thread);
    await thread.answerToolCall("a", { rejected: "ugly" });
    await idle;
    expect(agent.inputs).toHaveLength(2);
    expect(agent.inputs[1]?.resume).toEqual([
      {
        interruptId: "client_tool_a",
        status: "resolved",
        payload: { error: expect.stringContaining("ugly") },
      },
      { interruptId: "client_tool_b", status: "resolved", payload: { colour: "red" } },
    ]);
    expect(resultsIn(agent.inputs[1])).toEqual({});
  });

  test("is cancelled and its call answered when the user sends a message", async () => {
    const { agent, thread } = createClientToolThread([resultsRun], "a");
    thread.registerTool({ name: "paint" });
    await thread.send("Hi");
    await thread.send("Something else");
    expect(agent.inputs[1]?.resume).toEqual([cancel("client_tool_a")]);
    expect(agent.inputs[1]?.messages.map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "tool",
      "user",
    ]);
    expect(resultsIn(agent.inputs[1]).a).toMatchObject({ error: "moved on" });
  });

  test("survives a stored snapshot", async () => {
    const first = createClientToolThread([resultsRun], "a");
    first.thread.registerTool({ name: "paint" });
    await first.thread.send("Hi");
    const agent = scriptedAgent(resultsRun);
    const thread = createThread({ agent, snapshot: throughJson(first.thread.getSnapshot()) });
    const idle = untilIdle(thread);
    await thread.answerToolCall("a", { value: "red" });
    await idle;
    expect(agent.inputs[0]?.resume).toMatchObject([{ payload: "red" }]);
  });
});

test("runs a handler interrupted by a reload again and sends its result as the answer", async () => {
  const first = createClientToolThread([resultsRun], "a");
  first.thread.registerTool({ name: "paint", handler: () => new Promise(() => {}) });
  const ended = first.thread.send("Hi");
  await waitForSnapshot(first.thread, ({ toolCalls }) => toolCalls.a?.status === "running");
  const snapshot = throughJson(first.thread.getSnapshot());
  first.thread.stop();
  await ended;
  const agent = scriptedAgent(resultsRun, textRun("Ok"));
  const thread = createThread({ agent, snapshot });
  const handler = vi.fn(() => "painted");
  thread.registerTool({ name: "paint", handler });
  expect(handler).not.toHaveBeenCalled();
  // No call waits: the next message is sent with the result of this one.
  expect(thread.getSnapshot().run.status).toBe("idle");
  expect(thread.getSnapshot().interrupts[0]?.answer?.payload).toEqual({
    error: "The page was reloaded before this tool was done.",
  });
  await thread.rerunToolCall("a");
  expect(handler).toHaveBeenCalledTimes(1);
  expect(agent.inputs).toHaveLength(1);
  expect(agent.inputs[0]?.resume).toMatchObject([{ payload: "painted" }]);
});

test("runs a handler stopped by the user again and sends its new result", async () => {
  const { agent, thread } = createClientToolThread([resultsRun], "a");
  const off = thread.registerTool({ name: "paint", handler: () => new Promise(() => {}) });
  const ended = thread.send("Hi");
  await waitForSnapshot(thread, ({ toolCalls }) => toolCalls.a?.status === "running");
  thread.stop();
  await ended;
  off();
  thread.registerTool({ name: "paint", handler: () => "painted" });
  await thread.rerunToolCall("a");
  expect(agent.inputs).toHaveLength(2);
  expect(agent.inputs[1]?.resume).toMatchObject([{ payload: "painted" }]);
});
