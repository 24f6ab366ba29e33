import { describe, expect, test, vi } from "vitest";
import { createThread } from "../../../src/core.ts";
import { runError, runStarted, type Script, scriptedAgent } from "../../../src/testing.ts";
import {
  call,
  callEvents,
  recordStatuses,
  resultsIn,
  untilIdle,
  waitForSnapshot,
} from "../tools/calls.ts";
import { clientToolInterrupt, createClientToolThread, resultsRun } from "./clientToolThread.ts";
import { cancel, interruptRun } from "./interruptThread.ts";

describe("a frontend tool passed as an interrupt", () => {
  test("is executed, and its result is sent as the answer with the id of its run", async () => {
    const { agent, thread } = createClientToolThread([resultsRun], "a");
    const handler = vi.fn((args: unknown) => ({ painted: args }));
    thread.registerTool({ name: "paint", handler });
    const statuses = recordStatuses(thread);
    const { outcome, newMessages } = await thread.send("Hi");
    expect(outcome).toBe("success");
    expect(handler).toHaveBeenCalledTimes(1);
    expect(agent.inputs).toHaveLength(2);
    expect(agent.inputs[1]).toMatchObject({
      parentRunId: "run-1",
      resume: [
        { interruptId: "client_tool_a", status: "resolved", payload: { painted: { id: "a" } } },
      ],
    });
    // The server writes the result, so the page must not add one.
    expect(resultsIn(agent.inputs[1])).toEqual({});
    expect(newMessages.map(({ role }) => role)).toEqual(["assistant", "tool", "assistant"]);
    expect(thread.getSnapshot().toolCalls.a?.status).toBe("complete");
    expect(thread.getSnapshot().interrupts).toEqual([]);
    expect(statuses).toEqual([
      "submitted",
      "streaming",
      "executing",
      "submitted",
      "streaming",
      "idle",
    ]);
  });

  test.each<[string, () => unknown, unknown]>([
    ["text", () => "blue", "blue"],
    ["text that is JSON", () => '{"a":1}', { a: 1 }],
    ["an object", () => ({ a: [1, null] }), { a: [1, null] }],
    ["content parts", () => [{ type: "text", text: "Look" }], [{ type: "text", text: "Look" }]],
    [
      "a failure",
      () => Promise.reject(new Error("no paint")),
      { error: expect.stringContaining("no paint") },
    ],
  ])("answers with %s", async (_, handler, payload) => {
    const { agent, thread } = createClientToolThread([resultsRun], "a");
    thread.registerTool({ name: "paint", handler });
    await thread.send("Hi");
    expect(agent.inputs[1]?.resume).toEqual([
      { interruptId: "client_tool_a", status: "resolved", payload },
    ]);
  });

  test("answers invalid arguments with their problems", async () => {
    const { agent, thread } = createClientToolThread([resultsRun], "a");
    const parameters = { type: "object", properties: { id: { type: "number" } } } as const;
    const handler = vi.fn();
    thread.registerTool({ name: "paint", parameters, handler });
    await thread.send("Hi");
    expect(handler).not.toHaveBeenCalled();
    expect(agent.inputs[1]?.resume).toMatchObject([
      { payload: { error: expect.stringMatching(/not valid: id/) } },
    ]);
  });

  test("waits for the calls and interrupts beside it", async () => {
    const agent = scriptedAgent(
      interruptRun(
        [clientToolInterrupt("a"), { id: "ok", reason: "confirmation" }, clientToolInterrupt("b")],
        ...callEvents([call("paint", {}, "a"), call("paint", {}, "b")], "m1"),
      ),
      resultsRun,
    );
    const thread = createThread({ agent });
    thread.registerTool({ name: "paint", handler: (_, { toolCallId }) => toolCallId });
    await thread.send("Hi");
    expect(agent.inputs).toHaveLength(1);
    expect(thread.getSnapshot().run.status).toBe("waiting");
    const idle = untilIdle(thread);
    await thread.resume([cancel("ok")]);
    await idle;
    expect(agent.inputs[1]?.resume).toEqual([
      { interruptId: "client_tool_a", status: "resolved", payload: "a" },
      cancel("ok"),
      { interruptId: "client_tool_b", status: "resolved", payload: "b" },
    ]);
  });

  test("is left to the user when it is not registered", async () => {
    const { agent, thread } = createClientToolThread([resultsRun], "a");
    thread.registerTool({ name: "other", handler: () => "" });
    await thread.send("Hi");
    expect(agent.inputs).toHaveLength(1);
    expect(thread.getSnapshot().run.status).toBe("waiting");
    expect(thread.getSnapshot().toolCalls.a?.status).toBe("pending");
  });

  test("is not executed again when the resumed run fails and is retried", async () => {
    const failing: Script = [runStarted(), runError("overloaded")];
    const { agent, thread } = createClientToolThread([failing, resultsRun], "a");
    const handler = vi.fn(() => "painted");
    thread.registerTool({ name: "paint", handler });
    const { outcome } = await thread.send("Hi");
    expect(outcome).toBe("error");
    expect(agent.inputs).toHaveLength(2);
    expect(thread.getSnapshot().run.status).toBe("error");
    await thread.retry();
    expect(agent.inputs).toHaveLength(3);
    expect(handler).toHaveBeenCalledTimes(1);
    expect(agent.inputs[2]?.resume).toEqual(agent.inputs[1]?.resume);
    expect(resultsIn(agent.inputs[2])).toEqual({});
  });

  test("is answered as stopped, with the next message, when the user stops it", async () => {
    const { agent, thread } = createClientToolThread([resultsRun], "a");
    thread.registerTool({ name: "paint", handler: () => new Promise(() => {}) });
    const ended = thread.send("Hi");
    await waitForSnapshot(thread, ({ toolCalls }) => toolCalls.a?.status === "running");
    thread.stop();
    expect((await ended).outcome).toBe("cancelled");
    expect(agent.inputs).toHaveLength(1);
    await thread.send("Something else");
    expect(agent.inputs[1]?.resume).toMatchObject([
      { interruptId: "client_tool_a", payload: { error: expect.stringContaining("stopped") } },
    ]);
  });
});
