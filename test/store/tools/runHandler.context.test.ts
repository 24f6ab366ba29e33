import { describe, expect, test, vi } from "vitest";
import { createAgentClient, createThread, type Thread } from "../../../src/core.ts";
import { scriptedAgent, textRun } from "../../../src/testing.ts";
import { call, callRun, resultsIn, waitForSnapshot } from "./calls.ts";

interface ReceivedContext {
  readonly signal: AbortSignal;
  readonly toolCallId: string;
  readonly thread: Thread;
  readonly state: unknown;
}

/** Creates a handler that never ends by itself, and records its context. */
function endless() {
  const contexts: ReceivedContext[] = [];
  const handler = (_: unknown, context: ReceivedContext) => {
    contexts.push(context);
    return new Promise<never>(() => {});
  };
  return { contexts, handler };
}

describe("the context of a handler", () => {
  test("has the call id, the thread and the visible state", async () => {
    const agent = scriptedAgent(callRun(call("count", {}, "c9")), textRun("Ok"));
    const thread = createThread({ agent, initialState: { n: 1 } });
    const handler = vi.fn();
    thread.registerTool({ name: "count", handler });
    const ended = thread.send("Hi");
    thread.setState({ n: 2 });
    await ended;
    expect(handler.mock.calls[0]?.[1]).toMatchObject({ toolCallId: "c9", state: { n: 2 } });
    expect(handler.mock.calls[0]?.[1].thread).toBe(thread);
    expect(handler.mock.calls[0]?.[1].signal.aborted).toBe(false);
  });

  test("can edit the state, which is sent with the result", async () => {
    const agent = scriptedAgent(
      callRun(call("count", {}, "a"), call("count", {}, "b")),
      textRun("Ok"),
    );
    const thread = createThread({ agent, initialState: { n: 1 } });
    const during: unknown[] = [];
    thread.registerTool({
      name: "count",
      handler: (_, { setState }) => {
        setState((state: unknown) => ({ n: (state as { readonly n: number }).n + 1 }));
        during.push(thread.store.getState().visibleState);
      },
    });
    await thread.send("Hi");
    expect(during).toEqual([{ n: 2 }, { n: 3 }]);
    expect(agent.inputs.map(({ state }) => state)).toEqual([{ n: 1 }, { n: 3 }]);
  });

  test("accepts a value in place of a function", async () => {
    const agent = scriptedAgent(callRun(call("count")), textRun("Ok"));
    const thread = createThread({ agent });
    thread.registerTool({ name: "count", handler: (_, { setState }) => setState([1]) });
    await thread.send("Hi");
    expect(agent.inputs[1]?.state).toEqual([1]);
  });
});

describe("stop()", () => {
  test("aborts the handlers of its thread and answers their calls", async () => {
    const agent = scriptedAgent(
      callRun(call("wait", {}, "a"), call("wait", {}, "b")),
      textRun("Ok"),
    );
    const thread = createThread({ agent });
    const { contexts, handler } = endless();
    thread.registerTool({ name: "wait", handler });
    const ended = thread.send("Hi");
    await vi.waitFor(() => expect(contexts).toHaveLength(2));
    thread.stop();
    expect(contexts.map(({ signal }) => signal.aborted)).toEqual([true, true]);
    const result = await ended;
    expect(result).toMatchObject({ outcome: "cancelled" });
    expect(result.newMessages.map(({ role }) => role)).toEqual(["assistant", "tool", "tool"]);
    expect(agent.inputs).toHaveLength(1);
    const { run, toolCalls } = thread.store.getState();
    expect(run).toMatchObject({ status: "idle", outcome: "cancelled", pendingToolCallIds: [] });
    expect(toolCalls).toMatchObject({ a: { status: "failed" }, b: { status: "failed" } });
    expect(resultsIn(thread.getSnapshot())).toMatchObject({
      a: { error: "stopped", content: expect.stringContaining('"wait"') },
      b: { error: "stopped" },
    });
  });

  test("keeps existing results and lets the next message be sent at once", async () => {
    const agent = scriptedAgent(
      callRun(call("now", {}, "a"), call("wait", {}, "b")),
      textRun("Ok"),
    );
    const thread = createThread({ agent });
    thread.registerTool({ name: "now", handler: () => "at once" });
    thread.registerTool({ name: "wait", handler: endless().handler });
    const ended = thread.send("Hi");
    await waitForSnapshot(thread, ({ toolCalls }) => toolCalls.a?.status === "complete");
    thread.stop();
    const next = thread.send("Something else");
    expect((await ended).outcome).toBe("cancelled");
    expect((await next).outcome).toBe("success");
    expect(agent.inputs[1]?.messages.map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "tool",
      "tool",
      "user",
    ]);
    expect(resultsIn(agent.inputs[1])).toMatchObject({
      a: { content: "at once" },
      b: { error: "stopped" },
    });
  });

  test("ignores the result of a handler that ignores the signal", async () => {
    const agent = scriptedAgent(callRun(call("wait")), textRun("Ok"));
    const thread = createThread({ agent });
    let answer: (value: string) => void = () => {};
    const answered = new Promise<string>((resolve) => {
      answer = resolve;
    });
    const handler = vi.fn(() => answered);
    thread.registerTool({ name: "wait", handler });
    const ended = thread.send("Hi");
    await vi.waitFor(() => expect(handler).toHaveBeenCalled());
    thread.stop();
    await ended;
    const before = thread.getSnapshot();
    answer("too late");
    await answered;
    await Promise.resolve();
    expect(thread.getSnapshot()).toBe(before);
  });

  test("does not wait for an endless validation, nor start the handler", async () => {
    const agent = scriptedAgent(callRun(call("wait")), textRun("Ok"));
    const thread = createThread({ agent });
    const validate = vi.fn(() => new Promise<never>(() => {}));
    const handler = vi.fn();
    thread.registerTool({
      name: "wait",
      parameters: {
        "~standard": {
          version: 1,
          vendor: "test",
          validate,
          jsonSchema: { input: () => ({ type: "object" }) },
        },
      },
      handler,
    });
    const ended = thread.send("Hi");
    await vi.waitFor(() => expect(validate).toHaveBeenCalled());
    thread.stop();
    expect((await ended).outcome).toBe("cancelled");
    expect(handler).not.toHaveBeenCalled();
    expect(resultsIn(thread.getSnapshot()).c1).toMatchObject({ error: "stopped" });
  });

  test("can be called from within a handler", async () => {
    const agent = scriptedAgent(callRun(call("halt")), textRun("Ok"));
    const thread = createThread({ agent });
    thread.registerTool({ name: "halt", handler: (_, { thread: own }) => own.stop() });
    expect((await thread.send("Hi")).outcome).toBe("cancelled");
    expect(agent.inputs).toHaveLength(1);
    expect(thread.getSnapshot().toolCalls.c1?.status).toBe("failed");
  });

  test("does not affect handlers of other threads", async () => {
    const client = createAgentClient({ agent: scriptedAgent(callRun(call("wait"))) });
    const { contexts, handler } = endless();
    client.registerTool({ name: "wait", handler });
    const one = client.thread({ threadId: "one" });
    const two = client.thread({ threadId: "two" });
    const ends = [one.send("Hi"), two.send("Hi")];
    await vi.waitFor(() => expect(contexts).toHaveLength(2));
    one.stop();
    expect((await ends[0])?.outcome).toBe("cancelled");
    const aborted = contexts.filter(({ signal }) => signal.aborted);
    expect(aborted.map(({ thread }) => thread)).toEqual([one]);
    expect(two.getSnapshot().toolCalls.c1?.status).toBe("running");
    expect(two.getSnapshot().run.status).toBe("executing");
    two.stop();
    await ends[1];
  });
});

test("aborts the handlers of all threads when the client is disposed", async () => {
  const client = createAgentClient({ agent: scriptedAgent(callRun(call("wait"))) });
  const { contexts, handler } = endless();
  client.registerTool({ name: "wait", handler });
  const ends = ["one", "two"].map((threadId) => client.thread({ threadId }).send("Hi"));
  await vi.waitFor(() => expect(contexts).toHaveLength(2));
  client.dispose();
  expect(contexts.map(({ signal }) => signal.aborted)).toEqual([true, true]);
  await Promise.all(ends);
});

test("aborts the handlers, and runs and publishes nothing after dispose()", async () => {
  const agent = scriptedAgent(callRun(call("wait")), textRun("Ok"));
  const thread = createThread({ agent });
  const { contexts, handler } = endless();
  thread.registerTool({ name: "wait", handler });
  const ended = thread.send("Hi");
  await vi.waitFor(() => expect(contexts).toHaveLength(1));
  const published = thread.store.getState();
  thread.dispose();
  expect(contexts[0]?.signal.aborted).toBe(true);
  await ended;
  expect(agent.inputs).toHaveLength(1);
  expect(thread.store.getState()).toBe(published);
});
