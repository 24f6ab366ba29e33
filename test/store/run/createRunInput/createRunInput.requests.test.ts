import { describe, expect, test, vi } from "vitest";
import {
  type Agent,
  createAgentClient,
  createThread,
  metaEvents,
  type RunAgentInput,
} from "../../../../src/core.ts";
import { manualAgent, scriptedAgent, textRun } from "../../../../src/testing.ts";

describe("forwardedProps", () => {
  test("may be an async function that is called for every run", async () => {
    const agent = scriptedAgent(textRun("Hi"));
    let n = 0;
    const thread = createThread({ agent, forwardedProps: async () => ({ token: ++n }) });
    await thread.run();
    await thread.run();
    await thread.run({ forwardedProps: { token: "own" } });
    expect(agent.inputs.map(({ forwardedProps }) => forwardedProps)).toEqual([
      { token: 1 },
      { token: 2 },
      { token: "own" },
    ]);
  });

  test("ends the run when it fails, and can be retried", async () => {
    const agent = scriptedAgent(textRun("Hi"));
    let isOnline = false;
    const thread = createThread({
      agent,
      forwardedProps() {
        if (!isOnline) throw new Error("no token");
      },
    });
    const { error } = await thread.send("Hello");
    expect(error).toMatchObject({
      code: "agent-failed",
      message: expect.stringContaining("no token"),
    });
    isOnline = true;
    expect((await thread.retry()).outcome).toBe("success");
    expect(agent.inputs).toHaveLength(1);
  });

  test("is created again by an agent whose request was rejected", async () => {
    const received: unknown[] = [];
    let n = 0;
    const agent: Agent = {
      async *run(input, { refreshInput }) {
        received.push(input.forwardedProps, (await refreshInput?.())?.forwardedProps);
        yield* [
          { type: "RUN_STARTED", threadId: "t", runId: "r" },
          { type: "RUN_FINISHED", threadId: "t", runId: "r" },
        ] as const;
      },
    };
    await createThread({ agent, forwardedProps: () => ++n }).run();
    expect(received).toEqual([1, 2]);
    // A value that is not a function cannot be created again.
    await createThread({ agent, forwardedProps: 7 }).run();
    expect(received.slice(2)).toEqual([7, undefined]);
  });

  test("can be stopped while it is awaited", async () => {
    const agent = manualAgent();
    const thread = createThread({ agent, forwardedProps: () => new Promise(() => {}) });
    const ended = thread.send("Hi");
    thread.stop();
    expect((await ended).outcome).toBe("cancelled");
    expect(agent.inputs).toEqual([]);
  });
});

describe("prepareInput", () => {
  test("changes the request and not the thread", async () => {
    const agent = scriptedAgent(textRun("Hi"));
    const inputs: RunAgentInput[] = [];
    const thread = createThread({
      agent,
      prepareInput: async (input) => {
        inputs.push(input);
        return { ...input, messages: input.messages.slice(-1), state: "mine" };
      },
    });
    thread.addContext({ description: "page", value: "/a" });
    await thread.send("One");
    await thread.send("Two");
    expect(inputs[1]?.messages).toHaveLength(3);
    expect(inputs[1]?.context).toHaveLength(1);
    expect(agent.inputs[1]?.messages).toMatchObject([{ content: "Two" }]);
    expect(agent.inputs[1]?.state).toBe("mine");
    expect(thread.getSnapshot().messages).toHaveLength(4);
    expect(thread.getSnapshot().visibleState).toEqual({});
  });

  test("does not make the messages it leaves out new", async () => {
    const thread = createThread({
      agent: scriptedAgent(textRun("Hi")),
      prepareInput: (input) => ({ ...input, messages: [] }),
    });
    const { newMessages } = await thread.send("One");
    expect(newMessages).toMatchObject([{ role: "assistant" }]);
  });

  test("ends the run when it throws", async () => {
    const thread = createThread({
      agent: scriptedAgent(textRun("Hi")),
      prepareInput() {
        throw new Error("too long");
      },
    });
    expect((await thread.run()).error).toMatchObject({
      code: "agent-failed",
      message: expect.stringContaining("too long"),
    });
  });

  test("applies to all threads when set on a client, and can be changed", async () => {
    const agent = scriptedAgent(textRun("Hi"));
    const client = createAgentClient({ agent, forwardedProps: 1 });
    await client.thread().run();
    client.setRequestOptions({
      forwardedProps: 2,
      prepareInput: (input) => ({ ...input, state: "prepared" }),
    });
    await client.thread().run();
    client.setRequestOptions({});
    await client.thread().run();
    expect(agent.inputs).toMatchObject([
      { forwardedProps: 1, state: {} },
      { forwardedProps: 2, state: "prepared" },
      { forwardedProps: {}, state: {} },
    ]);
  });
});

describe("stop()", () => {
  test("cancels the run on the server where the agent has `cancel`", async () => {
    const manual = manualAgent();
    const cancelled: unknown[] = [];
    const agent: Agent = {
      ...manual,
      cancel: async (run) => cancelled.push(run),
    };
    const thread = createThread({ agent, threadId: "t1" });
    const ended = thread.run();
    await manual.emit({ type: "RUN_STARTED", threadId: "t1", runId: "theirs" });
    thread.stop();
    thread.stop();
    await ended;
    thread.stop();
    expect(cancelled).toEqual([{ threadId: "t1", runId: "theirs" }]);
  });

  test("does not cancel a run that was never sent, and ignores errors of `cancel`", async () => {
    const reported = vi.spyOn(console, "error").mockImplementation(() => {});
    const cancel = vi.fn(() => Promise.reject(new Error("404")));
    const manual = manualAgent();
    let isReady = false;
    const thread = createThread({
      agent: { ...manual, cancel },
      forwardedProps: () => (isReady ? {} : new Promise(() => {})),
    });
    const first = thread.run();
    thread.stop();
    await first;
    expect(cancel).not.toHaveBeenCalled();
    isReady = true;
    const second = thread.run();
    await manual.started();
    thread.stop();
    await second;
    expect(cancel).toHaveBeenCalledOnce();
    expect(reported).not.toHaveBeenCalled();
    reported.mockRestore();
  });
});

test("records a meta event under its message, notifies listeners and sends nothing", async () => {
  const agent = scriptedAgent(textRun("Hi"));
  const thread = createThread({ agent, now: () => 7 });
  await thread.send("Hello");
  const received: string[] = [];
  thread.subscribe({ onEvent: ({ type }) => received.push(type) });
  await thread.annotate("thumbs_up", { messageId: "m1" });
  await thread.annotate("note", { text: "well" });
  expect(thread.store.getState().annotations).toEqual({
    m1: [{ metaType: "thumbs_up", payload: { messageId: "m1" }, at: 7 }],
    "": [{ metaType: "note", payload: { text: "well" }, at: 7 }],
  });
  expect(received).toEqual(["CUSTOM", "CUSTOM"]);
  await thread.annotate(metaEvents.tag({ tags: ["x"], targetId: "m1" }));
  expect(thread.getSnapshot().annotations.m1?.at(-1)).toMatchObject({ metaType: "tag" });
  expect(thread.getSnapshot().issues).toEqual([]);
  expect(agent.inputs).toHaveLength(1);
});
