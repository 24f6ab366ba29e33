import { describe, expect, test } from "vitest";
import { createThread } from "../../../../src/core.ts";
import { scriptedAgent, textRun } from "../../../../src/testing.ts";
import {
  call,
  callRun,
  faultsIn,
  recordStatuses,
  resultsIn,
  untilIdle,
  waitForSnapshot,
} from "../calls.ts";
import { createHumanToolThread, twoCalls } from "./humanToolThread.ts";

describe("a tool without a handler", () => {
  test("is offered, and its call waits for the user", async () => {
    const { agent, thread } = createHumanToolThread(call("ask", { q: "Which?" }));
    const statuses = recordStatuses(thread);
    const { outcome } = await thread.send("Hi");
    expect(outcome).toBe("success");
    expect(agent.inputs).toHaveLength(1);
    expect(agent.inputs[0]?.tools).toMatchObject([{ name: "ask" }]);
    expect(thread.store.getState().toolCalls.c1?.status).toBe("waiting");
    expect(thread.store.getState().run).toMatchObject({
      status: "waiting",
      pendingToolCallIds: ["c1"],
    });
    expect(statuses).toEqual(["submitted", "streaming", "executing", "waiting"]);
  });

  test("records when the user was asked, so that waiting is not counted as execution", async () => {
    let at = 0;
    const agent = scriptedAgent(callRun(call("ask"), call("act", {}, "c2")), textRun("Ok"));
    const thread = createThread({ agent, now: () => ++at });
    thread.registerTool({ name: "ask" });
    thread.registerTool({ name: "act", handler: () => "done" });
    await thread.send("Hi");
    const { c1, c2 } = thread.getSnapshot().toolCalls;
    expect(c1?.inputRequestedAt).toBeGreaterThan(c1?.startedAt ?? Number.NaN);
    expect(c2).not.toHaveProperty("askedAt");
  });

  test("never has the status running", async () => {
    const { thread } = createHumanToolThread(call("ask"));
    const statuses: unknown[] = [];
    thread.store.subscribe(({ toolCalls }) => statuses.push(toolCalls.c1?.status));
    await thread.send("Hi");
    expect(statuses).toContain("waiting");
    expect(statuses).not.toContain("running");
  });

  test("shows all its calls at once, to be answered in any order", async () => {
    const { agent, thread } = createHumanToolThread(...twoCalls);
    await thread.send("Hi");
    expect(thread.getSnapshot().toolCalls).toMatchObject({
      a: { status: "waiting" },
      b: { status: "waiting" },
    });
    await thread.answerToolCall("b", { value: { chosen: 2 } });
    expect(thread.store.getState()).toMatchObject({
      run: { status: "waiting", pendingToolCallIds: ["a"] },
      toolCalls: { a: { status: "waiting" }, b: { status: "complete" } },
    });
    expect(agent.inputs).toHaveLength(1);
    const idle = untilIdle(thread);
    await thread.answerToolCall("a", { value: "one" });
    await idle;
    expect(agent.inputs).toHaveLength(2);
    expect(resultsIn(agent.inputs[1])).toMatchObject({
      a: { content: "one" },
      b: { content: '{"chosen":2}' },
    });
    expect(faultsIn(agent.inputs[1]?.messages ?? [])).toEqual([]);
    expect(thread.getSnapshot().messages.at(-1)).toMatchObject({ content: "Thanks" });
  });

  test("continues without an idle status in between", async () => {
    const { thread } = createHumanToolThread(call("ask"));
    await thread.send("Hi");
    const statuses = recordStatuses(thread);
    const idle = untilIdle(thread);
    await thread.answerToolCall("c1", { value: "yes" });
    await idle;
    expect(statuses).toEqual(["waiting", "submitted", "streaming", "idle"]);
  });

  test("has its arguments validated before the user is asked", async () => {
    const { agent, thread } = createHumanToolThread(call("pick", { among: 5 }));
    thread.registerTool({
      name: "pick",
      parameters: { type: "object", properties: { among: { type: "array" } } },
    });
    await thread.send("Hi");
    expect(resultsIn(agent.inputs[1]).c1).toMatchObject({ error: "invalid arguments" });
  });
});

test("keeps calls waiting for the user after stop(), and continues with the answer", async () => {
  const agent = scriptedAgent(callRun(call("ask", {}, "a"), call("work", {}, "w")), textRun("Ok"));
  const thread = createThread({ agent });
  thread.registerTool({ name: "ask" });
  thread.registerTool({ name: "work", handler: () => new Promise(() => {}) });
  const ended = thread.send("Hi");
  await waitForSnapshot(thread, ({ toolCalls }) => toolCalls.a?.status === "waiting");
  thread.stop();
  expect((await ended).outcome).toBe("cancelled");
  expect(thread.store.getState().run).toMatchObject({
    status: "waiting",
    pendingToolCallIds: ["a"],
  });
  const idle = untilIdle(thread);
  await thread.answerToolCall("a", { value: "yes" });
  await idle;
  expect(resultsIn(agent.inputs[1])).toMatchObject({
    a: { content: "yes" },
    w: { error: "stopped" },
  });
});
