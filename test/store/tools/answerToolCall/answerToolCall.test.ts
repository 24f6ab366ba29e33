import { describe, expect, test, vi } from "vitest";
import { createThread, type StandardResult } from "../../../../src/core.ts";
import { scriptedAgent, textRun } from "../../../../src/testing.ts";
import { createDeferred } from "../../../support/deferred.ts";
import { call, callRun, recordStatuses, resultsIn, untilIdle, waitForSnapshot } from "../calls.ts";
import { createHumanToolThread, twoCalls } from "./humanToolThread.ts";

describe("an answer", () => {
  test("is sent with its reason when it denies the call", async () => {
    const { agent, thread } = createHumanToolThread(...twoCalls);
    await thread.send("Hi");
    const idle = untilIdle(thread);
    await thread.answerToolCall("a", { rejected: "too expensive" });
    await thread.answerToolCall("b", { rejected: "" });
    await idle;
    expect(resultsIn(agent.inputs[1])).toMatchObject({
      a: { content: expect.stringMatching(/declined: too expensive/), error: "denied" },
      b: { content: expect.stringMatching(/declined[^:]*$/), error: "denied" },
    });
    expect(thread.getSnapshot().toolCalls).toMatchObject({
      a: { status: "denied" },
      b: { status: "denied" },
    });
  });

  test("is an error for the agent when it is not serialisable", async () => {
    const { agent, thread } = createHumanToolThread(call("ask"));
    await thread.send("Hi");
    const idle = untilIdle(thread);
    await thread.answerToolCall("c1", { value: () => {} });
    await idle;
    expect(resultsIn(agent.inputs[1]).c1?.error).toMatch("not serialisable");
  });

  test("counts once: a second answer is ignored, before and during the run", async () => {
    const { agent, thread } = createHumanToolThread(...twoCalls);
    await thread.send("Hi");
    const idle = untilIdle(thread);
    await Promise.all([
      thread.answerToolCall("a", { value: "first" }),
      thread.answerToolCall("a", { value: "second" }),
    ]);
    await thread.answerToolCall("a", { rejected: "third" });
    await thread.answerToolCall("b", { value: "b" });
    await thread.answerToolCall("a", { value: "fourth" });
    await idle;
    await thread.answerToolCall("a", { value: "fifth" });
    expect(agent.inputs).toHaveLength(2);
    expect(resultsIn(agent.inputs[1]).a).toMatchObject({ content: "first" });
    expect(thread.getSnapshot().messages.filter(({ role }) => role === "tool")).toHaveLength(2);
  });

  test("to an unknown call throws", async () => {
    const { thread } = createHumanToolThread(call("ask"));
    await expect(thread.answerToolCall("nobody", { value: "" })).rejects.toMatchObject({
      code: "invalid-argument",
      message: expect.stringContaining('"nobody"'),
    });
  });

  test("does not answer a call whose handler runs", async () => {
    const agent = scriptedAgent(callRun(call("work")), textRun("Ok"));
    const thread = createThread({ agent });
    const gate = createDeferred<string>();
    thread.registerTool({ name: "work", handler: () => gate.promise });
    const ended = thread.send("Hi");
    await waitForSnapshot(thread, ({ toolCalls }) => toolCalls.c1?.status === "running");
    await thread.answerToolCall("c1", { value: "by hand" });
    gate.resolve("by the handler");
    await ended;
    expect(resultsIn(agent.inputs[1]).c1).toMatchObject({ content: "by the handler" });
  });

  test("lets other handlers of the turn finish first", async () => {
    const agent = scriptedAgent(
      callRun(call("ask", {}, "a"), call("work", {}, "w")),
      textRun("Ok"),
    );
    const thread = createThread({ agent });
    const gate = createDeferred<string>();
    thread.registerTool({ name: "ask" });
    thread.registerTool({ name: "work", handler: () => gate.promise });
    const statuses = recordStatuses(thread);
    const ended = thread.send("Hi");
    await waitForSnapshot(thread, ({ toolCalls }) => toolCalls.a?.status === "waiting");
    expect(thread.getSnapshot().run.status).toBe("executing");
    await thread.answerToolCall("a", { value: "yes" });
    expect(agent.inputs).toHaveLength(1);
    gate.resolve("done");
    await ended;
    // The turn of the message lasts until the agent has answered.
    expect(agent.inputs).toHaveLength(2);
    expect(resultsIn(agent.inputs[1])).toMatchObject({
      a: { content: "yes" },
      w: { content: "done" },
    });
    expect(statuses).toEqual([
      "submitted",
      "streaming",
      "executing",
      "submitted",
      "streaming",
      "idle",
    ]);
  });

  test.each([
    ["right", { value: {} }],
    ["wrong", { issues: [{ message: "no" }] }],
  ])(
    "may come during the validation of the arguments, and stays if they are %s",
    async (_, checked) => {
      const agent = scriptedAgent(callRun(call("ask")), textRun("Ok"));
      const thread = createThread({ agent });
      const gate = createDeferred<StandardResult<unknown>>();
      const validate = vi.fn(() => gate.promise);
      const jsonSchema = { input: () => ({ type: "object" }) };
      thread.registerTool({
        name: "ask",
        parameters: { "~standard": { version: 1, vendor: "test", validate, jsonSchema } },
      });
      const ended = thread.send("Hi");
      await vi.waitFor(() => expect(validate).toHaveBeenCalled());
      await thread.answerToolCall("c1", { value: "quick" });
      gate.resolve(checked);
      await ended;
      expect(agent.inputs).toHaveLength(2);
      const results = agent.inputs[1]?.messages.filter(({ role }) => role === "tool");
      expect(results).toMatchObject([{ content: "quick" }]);
      expect(thread.getSnapshot().toolCalls.c1?.status).toBe("complete");
    },
  );

  test("after dispose() runs nothing", async () => {
    const { agent, thread } = createHumanToolThread(call("ask"));
    await thread.send("Hi");
    thread.dispose();
    await thread.answerToolCall("c1", { value: "yes" }).catch(() => {});
    expect(agent.inputs).toHaveLength(1);
    expect(thread.getSnapshot().run.status).toBe("waiting");
  });
});
