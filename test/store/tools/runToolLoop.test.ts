import { describe, expect, test, vi } from "vitest";
import { createThread, type RunResult } from "../../../src/core.ts";
import { runError, runStarted, scriptedAgent, textRun } from "../../../src/testing.ts";
import { call, callRun, recordStatuses } from "./calls.ts";

describe("a turn with tools", () => {
  test("is one promise: send() resolves when the turn has ended", async () => {
    const agent = scriptedAgent(
      callRun(call("look", { n: 1 }, "a")),
      callRun(call("look", { n: 2 }, "b")),
      textRun("Seen both"),
    );
    const thread = createThread({ agent });
    thread.registerTool({ name: "look", handler: () => "seen" });
    const result = await thread.send("Hi");
    expect(thread.store.getState().run.status).toBe("idle");
    expect(result).toMatchObject({ outcome: "success" });
    expect(result.newMessages).toEqual(thread.getSnapshot().messages.slice(1));
    expect(result.newMessages.map(({ role }) => role)).toEqual([
      "assistant",
      "tool",
      "assistant",
      "tool",
      "assistant",
    ]);
  });

  test("resolves with the failure of its last run and all messages", async () => {
    const agent = scriptedAgent(callRun(call("look")), [runStarted(), runError("overloaded")]);
    const thread = createThread({ agent });
    thread.registerTool({ name: "look", handler: () => "seen" });
    const result = await thread.send("Hi");
    expect(result).toMatchObject({ outcome: "error", error: { code: "run-error" } });
    expect(result.newMessages.map(({ role }) => role)).toEqual(["assistant", "tool"]);
    expect(thread.getSnapshot().run.status).toBe("error");
  });

  test("never shows idle between a run, its handlers and the next run", async () => {
    const agent = scriptedAgent(callRun(call("look")), textRun("Ok"));
    const thread = createThread({ agent });
    thread.registerTool({ name: "look", handler: async () => "seen" });
    const statuses = recordStatuses(thread);
    await thread.send("Hi");
    expect(statuses).toEqual([
      "submitted",
      "streaming",
      "executing",
      "submitted",
      "streaming",
      "idle",
    ]);
  });

  test("notifies of every run, call and message once, in order", async () => {
    const agent = scriptedAgent(callRun(call("look")), textRun("Ok"));
    const thread = createThread({ agent });
    thread.registerTool({ name: "look", handler: () => "seen" });
    const notified: string[] = [];
    thread.subscribe({
      onRunStart: ({ runId }) => notified.push(`start ${runId === agent.inputs.at(-1)?.runId}`),
      onRunEnd: ({ outcome, newMessages }) => notified.push(`end ${outcome} ${newMessages.length}`),
      onMessage: ({ role }) => notified.push(role),
      onToolCall: ({ id }) => notified.push(id),
    });
    await thread.send("Hi");
    expect(notified).toEqual([
      "user",
      "start false",
      "c1",
      "assistant",
      "end success 1",
      "tool",
      "start false",
      "assistant",
      "end success 1",
    ]);
  });

  test("passes the parameters of the first run on, except its state", async () => {
    const agent = scriptedAgent(callRun(call("look")), textRun("Ok"));
    const thread = createThread({ agent, context: [{ description: "app", value: "1" }] });
    thread.registerTool({ name: "look", handler: (_, { setState }) => setState({ seen: true }) });
    await thread.send("Hi", {
      context: [{ description: "page", value: "/" }],
      forwardedProps: { tenant: "acme" },
      state: { seen: false },
    });
    const [first, second] = agent.inputs;
    expect(second).toMatchObject({
      threadId: first?.threadId,
      context: first?.context,
      forwardedProps: { tenant: "acme" },
      state: { seen: true },
    });
    expect(first?.context).toHaveLength(2);
    expect(second?.runId).not.toBe(first?.runId);
  });

  test("is busy until it ends", async () => {
    const agent = scriptedAgent(callRun(call("look")), textRun("Ok"));
    const thread = createThread({ agent });
    const refused = vi.fn();
    thread.registerTool({
      name: "look",
      handler: async (_, { thread: own }) => {
        await own.send("From within").catch(refused);
        return "seen";
      },
    });
    await thread.send("Hi");
    expect(refused).toHaveBeenCalledWith(expect.objectContaining({ code: "thread-busy" }));
    expect(agent.inputs).toHaveLength(2);
  });

  test("publishes a bounded number of times", async () => {
    const calls = Array.from({ length: 20 }, (_, i) => call("look", { i }, `c${i}`));
    const agent = scriptedAgent(callRun(...calls), textRun("Ok"));
    const thread = createThread({ agent });
    thread.registerTool({ name: "look", handler: () => "seen" });
    const published = vi.fn();
    thread.store.subscribe(published);
    await thread.send("Hi");
    // Each call publishes its end and its result. The others are the message, two starts and ends, the
    // ends of the streams, and the start of the handlers.
    expect(published.mock.calls.length).toBeLessThanOrEqual(2 * calls.length + 10);
  });
});

describe("the result of a run", () => {
  test("belongs to its run, also when a listener starts the next at once", async () => {
    const agent = scriptedAgent([runStarted(), runError("overloaded")], textRun("Ok"));
    const thread = createThread({ agent });
    let next: Promise<RunResult> | undefined;
    thread.subscribe({
      onRunEnd: () => {
        next ??= thread.retry();
      },
    });
    expect(await thread.send("Hi")).toMatchObject({
      outcome: "error",
      error: { code: "run-error" },
    });
    expect(await next).toMatchObject({ outcome: "success" });
  });

  test("is cancelled when its handlers were stopped, whatever comes next", async () => {
    const agent = scriptedAgent(callRun(call("wait")), textRun("Ok"));
    const thread = createThread({ agent });
    thread.registerTool({ name: "wait", handler: (_, { thread: own }) => own.stop() });
    let next: Promise<RunResult> | undefined;
    thread.store.subscribe(({ run }) => {
      if (run.status === "idle") next ??= thread.run();
    });
    expect((await thread.send("Hi")).outcome).toBe("cancelled");
    expect((await next)?.outcome).toBe("success");
  });
});
