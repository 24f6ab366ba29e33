import { describe, expect, test } from "vitest";
import { createThread } from "../../../src/core.ts";
import { runStarted, scriptedAgent, textRun } from "../../../src/testing.ts";
import {
  type CallSpec,
  call,
  callRun,
  resultsIn,
  untilIdle,
  waitForSnapshot,
} from "../tools/calls.ts";

function thread(...calls: readonly CallSpec[]) {
  const agent = scriptedAgent(callRun(...calls), textRun("Ok"));
  const thread = createThread({ agent });
  thread.registerTool({ name: "log", followUp: false, handler: () => "logged" });
  thread.registerTool({ name: "look", handler: () => "seen" });
  thread.registerTool({ name: "fail", handler: () => Promise.reject(new Error("broken")) });
  thread.registerTool({ name: "ask" });
  thread.registerTool({ name: "note", followUp: false });
  return { agent, thread };
}

describe("followUp: false of a tool", () => {
  test("ends the turn with the result in the conversation", async () => {
    const { agent, thread: it } = thread(call("log"));
    const result = await it.send("Hi");
    expect(agent.inputs).toHaveLength(1);
    expect(result).toMatchObject({ outcome: "success" });
    expect(result.newMessages.map(({ role }) => role)).toEqual(["assistant", "tool"]);
    expect(it.store.getState().run).toMatchObject({
      status: "idle",
      outcome: "success",
      stopReason: "no-follow-up",
      pendingToolCallIds: [],
    });
  });

  test("is no error: the next message sends the result, and run() continues", async () => {
    for (const verb of ["send", "run"] as const) {
      const { agent, thread: it } = thread(call("log"));
      await it.send("Hi");
      await (verb === "send" ? it.send("And?") : it.run());
      expect(resultsIn(agent.inputs[1]).c1).toMatchObject({ content: "logged" });
      expect(it.getSnapshot().run.stopReason).toBeUndefined();
    }
  });

  test("ends the turn when no other tool of the turn wants a further run", async () => {
    const { agent, thread: it } = thread(call("log", {}, "a"), call("log", {}, "b"));
    await it.send("Hi");
    expect(agent.inputs).toHaveLength(1);
    expect(it.getSnapshot().run.stopReason).toBe("no-follow-up");
  });

  test("does not end the turn when another tool wants a further run", async () => {
    const { agent, thread: it } = thread(call("look", {}, "a"), call("log", {}, "b"));
    await it.send("Hi");
    expect(resultsIn(agent.inputs[1])).toMatchObject({ a: { content: "seen" }, b: {} });
  });

  test("still reports the failure of another call to the agent", async () => {
    const { agent, thread: it } = thread(call("fail", {}, "a"), call("log", {}, "b"));
    await it.send("Hi");
    expect(resultsIn(agent.inputs[1])).toMatchObject({
      a: { error: "broken" },
      b: { content: "logged" },
    });
  });
});

test("lets a listener of the end run the thread again at once", async () => {
  const { agent, thread: it } = thread(call("log"));
  let next: Promise<unknown> | undefined;
  it.store.subscribe(({ run }) => {
    if (run.status === "idle") next ??= it.send("And?");
  });
  await it.send("Hi");
  await next;
  expect(agent.inputs).toHaveLength(2);
});

test("keeps a run that a listener has started, also after the turn before has returned", async () => {
  const agent = scriptedAgent(callRun(call("log")), [runStarted(), { delayMs: 60_000 }]);
  const it = createThread({ agent });
  it.registerTool({ name: "log", followUp: false, handler: () => "logged" });
  let next: Promise<unknown> | undefined;
  it.store.subscribe(({ run }) => {
    if (run.status === "idle") next ??= it.send("And?");
  });
  await it.send("Hi");
  await expect(it.send("Too many")).rejects.toMatchObject({ code: "thread-busy" });
  it.stop();
  expect(await next).toMatchObject({ outcome: "cancelled" });
});

describe("an answer of the user", () => {
  const waiting = (id: string) => (it: ReturnType<typeof thread>["thread"]) =>
    waitForSnapshot(
      it,
      ({ run, toolCalls }) => run.status === "waiting" && toolCalls[id] !== undefined,
    );

  test("runs the agent again when the tool has no `followUp`", async () => {
    const { agent, thread: it } = thread(call("ask"));
    await it.send("Hi");
    const idle = untilIdle(it);
    await it.answerToolCall("c1", { value: "yes" });
    await idle;
    expect(agent.inputs).toHaveLength(2);
  });

  test.each([
    ["note", undefined, 1],
    ["note", true, 2],
    ["ask", false, 1],
  ] as const)("to %s with followUp: %s", async (name, followUp, runs) => {
    const { agent, thread: it } = thread(call(name));
    await it.send("Hi");
    await waiting("c1")(it);
    await it.answerToolCall("c1", { value: "yes", followUp });
    await waitForSnapshot(it, ({ run }) => run.status === "idle");
    expect(agent.inputs).toHaveLength(runs);
    expect(it.getSnapshot().run.stopReason).toBe(runs === 1 ? "no-follow-up" : undefined);
    expect(resultsIn(it.getSnapshot()).c1).toMatchObject({ content: "yes" });
  });

  test("does not end the turn when the answer to another call wants a further run", async () => {
    const { agent, thread: it } = thread(call("ask", {}, "a"), call("ask", {}, "b"));
    await it.send("Hi");
    await it.answerToolCall("a", { value: "yes", followUp: false });
    expect(it.getSnapshot().run.status).toBe("waiting");
    const idle = untilIdle(it);
    await it.answerToolCall("b", { value: "yes" });
    await idle;
    expect(agent.inputs).toHaveLength(2);
  });
});
