import { describe, expect, test, vi } from "vitest";
import { createAgentClient } from "../../../src/core.ts";
import {
  manualAgent,
  runFinished,
  runStarted,
  scriptedAgent,
  textRun,
} from "../../../src/testing.ts";

const agents = () => ({
  reception: scriptedAgent([
    runStarted(),
    { type: "TEXT_MESSAGE_START", messageId: "m1" },
    { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "I will ask sales." },
    { type: "TEXT_MESSAGE_END", messageId: "m1" },
    { type: "STATE_SNAPSHOT", snapshot: { order: 7 } },
    runFinished(),
  ]),
  sales: scriptedAgent(textRun("It is 9 euros.")),
});

describe("a transferred thread", () => {
  test("keeps its id, messages and state", async () => {
    const { reception, sales } = agents();
    const client = createAgentClient({ agents: { reception, sales } });
    const thread = client.thread<{ order?: number }>({ initialState: {} });
    await thread.send("How much is it?");
    thread.setState((now) => ({ ...now, urgent: true }));
    const other = client.transferThread(thread, "sales");
    expect(other).toMatchObject({ agentId: "sales", threadId: thread.threadId });
    await other.run();
    expect(sales.inputs[0]).toMatchObject({
      threadId: thread.threadId,
      messages: [{ content: "How much is it?" }, { content: "I will ask sales." }],
      state: { order: 7, urgent: true },
    });
    expect(other.getSnapshot().messages).toHaveLength(3);
    // The previous thread stays unchanged.
    expect(thread.getSnapshot().messages).toHaveLength(2);
    expect(client.thread({ agentId: "sales", threadId: thread.threadId })).toBe(other);
  });

  test("can be transferred back with the new messages", async () => {
    const { reception, sales } = agents();
    const client = createAgentClient({ agents: { reception, sales } });
    const thread = client.thread();
    await thread.send("Hello");
    const other = client.transferThread(thread, "sales");
    await other.send("How much?");
    const back = client.transferThread(other, "reception");
    expect(back).toBe(thread);
    expect(back.getSnapshot().messages).toHaveLength(4);
    await back.send("Thanks");
    expect(reception.inputs[1]?.messages).toHaveLength(5);
    expect(client.transferThread(back, "reception")).toBe(back);
  });

  test("keeps its queue, initial state and subscribers", async () => {
    const { reception, sales } = agents();
    const client = createAgentClient({ agents: { reception, sales } });
    const mounted = client.thread<{ n: number }>({ agentId: "sales", threadId: "t" });
    const thread = client.thread<{ n: number }>({ threadId: "t", initialState: { n: 1 } });
    await thread.send("Hello");
    const shown = vi.fn();
    mounted.store.subscribe(shown);
    expect(client.transferThread(thread, "sales")).toBe(mounted);
    expect(shown).toHaveBeenCalled();
    expect(mounted.store.getState().messages).toHaveLength(2);
    const fresh = client.thread<{ n: number }>({ threadId: "u", initialState: { n: 7 } });
    const other = client.transferThread(fresh, "sales");
    other.setState({ n: 8 });
    other.resetState();
    expect(other.getSnapshot().visibleState).toEqual({ n: 7 });
  });

  test.each([
    ["a new thread", false],
    ["one that is there", true],
  ])("moves its queue to %s, where alone it is sent", async (_, isThere) => {
    const reception = manualAgent();
    const sales = scriptedAgent(textRun("Yes?"));
    const client = createAgentClient({ agents: { reception, sales }, whenBusy: "queue" });
    const thread = client.thread();
    if (isThere) client.thread({ agentId: "sales", threadId: thread.threadId });
    const ended = thread.send("Hello");
    const queued = ["One", "Two"].map((text) => thread.send(text));
    await vi.waitFor(() => expect(thread.getSnapshot().queue).toHaveLength(2));
    thread.stop();
    await ended;
    const other = client.transferThread(thread, "sales");
    expect(other.getSnapshot().queue.map(({ content }) => content)).toEqual(["One", "Two"]);
    // The `send()` calls of the previous thread have settled.
    expect(await Promise.all(queued)).toMatchObject([
      { outcome: "cancelled" },
      { outcome: "cancelled" },
    ]);
    expect(thread.getSnapshot().queue).toEqual([]);
    expect(sales.inputs).toHaveLength(0);
    await other.send("Three");
    await vi.waitFor(() => expect(sales.inputs).toHaveLength(3));
    expect(sales.inputs.map(({ messages }) => messages.at(-1)?.content)).toEqual([
      "Three",
      "One",
      "Two",
    ]);
    expect(reception.inputs).toHaveLength(1);
  });

  test("adds its queue after the messages queued there", async () => {
    const [reception, sales] = [manualAgent(), manualAgent()];
    const client = createAgentClient({ agents: { reception, sales }, whenBusy: "queue" });
    const [thread, mounted] = ["reception", "sales"].map((agentId) =>
      client.thread({ agentId, threadId: "t" }),
    );
    if (!thread || !mounted) throw new Error("There are two.");
    const sends = [];
    for (const [at, one] of [mounted, thread].entries()) {
      const ended = one.send("Hello");
      sends.push(one.send(`${at}`));
      await vi.waitFor(() => expect(one.getSnapshot().queue).toHaveLength(1));
      one.stop();
      await ended;
    }
    client.transferThread(thread, "sales");
    expect(mounted.getSnapshot().queue.map(({ content }) => content)).toEqual(["0", "1"]);
    await vi.waitFor(() => expect(thread.getSnapshot().queue).toEqual([]));
    // Neither thread sends by itself, also when the first message is removed.
    await mounted.removeQueued(mounted.getSnapshot().queue[0]?.id ?? "");
    expect(await Promise.all(sends)).toMatchObject([{}, {}]);
    expect([reception.inputs.length, sales.inputs.length]).toEqual([1, 1]);
  });

  test("cannot undo edits of the conversation it replaces", async () => {
    const agents = { a: scriptedAgent(textRun("A")), b: scriptedAgent(textRun("B")) };
    const client = createAgentClient({ agents });
    const [a, b] = (["a", "b"] as const).map((agentId) =>
      client.thread<{ n: string }>({ agentId, threadId: "x" }),
    );
    b?.setState({ n: "b1" });
    b?.setState({ n: "b2" });
    a?.setState({ n: "a2" });
    if (a) client.transferThread(a, "b");
    expect(b?.canUndoEdit()).toBe(false);
    expect(await b?.undoEdit()).toBe(false);
    expect(b?.getSnapshot().visibleState).toEqual({ n: "a2" });
  });

  test("keeps its request options", async () => {
    const sales = scriptedAgent(textRun("Yes?"));
    const client = createAgentClient({ agents: { reception: scriptedAgent([]), sales } });
    const thread = client.thread({ forwardedProps: { tenant: "acme" } });
    client.setRequestOptions({ forwardedProps: { tenant: "initech" } }, thread);
    const other = client.transferThread(thread, "sales");
    await other.run();
    expect(sales.inputs[0]?.forwardedProps).toEqual({ tenant: "initech" });
    other.dispose();
    // Options that were removed meanwhile are not restored.
    client.setRequestOptions({}, thread);
    await client.transferThread(thread, "sales").run();
    expect(sales.inputs[1]?.forwardedProps).toEqual({});
  });

  test("starts without the steps of the run before", async () => {
    const reception = scriptedAgent([
      runStarted(),
      { type: "STEP_STARTED", stepName: "greeting" },
      { type: "STEP_FINISHED", stepName: "greeting" },
      runFinished(),
    ]);
    const client = createAgentClient({ agents: { reception, sales: scriptedAgent([]) } });
    const thread = client.thread();
    await thread.send("Hello");
    expect(thread.getSnapshot().steps).toHaveLength(1);
    expect(client.transferThread(thread, "sales").getSnapshot().steps).toEqual([]);
  });

  test("waits for nothing that the previous agent asked", async () => {
    const interrupts = [{ id: "i1", reason: "approval" }];
    const reception = scriptedAgent([
      runStarted(),
      runFinished({ outcome: { type: "interrupt", interrupts } }),
    ]);
    const sales = scriptedAgent(textRun("Hi"));
    const client = createAgentClient({ agents: { reception, sales } });
    const thread = client.thread();
    await thread.send("Hello");
    const other = client.transferThread(thread, "sales");
    expect(other.getSnapshot()).toMatchObject({ interrupts: [], run: { status: "idle" } });
    await other.run();
    expect(sales.inputs[0]).not.toHaveProperty("resume");
  });

  test("must be idle, and the other agent must exist", async () => {
    const manual = manualAgent();
    const client = createAgentClient({ agents: { a: manual, b: scriptedAgent([]) } });
    const thread = client.thread();
    const ended = thread.run();
    await manual.started();
    expect(() => client.transferThread(thread, "b")).toThrow(
      expect.objectContaining({ code: "thread-busy" }),
    );
    thread.stop();
    expect(() => client.transferThread(thread, "b")).toThrow(
      expect.objectContaining({ code: "thread-busy" }),
    );
    await ended;
    expect(() => client.transferThread(thread, "c")).toThrow(
      expect.objectContaining({ code: "invalid-argument" }),
    );
  });

  test("does not replace a running thread", async () => {
    const manual = manualAgent();
    const client = createAgentClient({ agents: { a: scriptedAgent(textRun("Hi")), b: manual } });
    const thread = client.thread({ threadId: "t" });
    const running = client.thread({ agentId: "b", threadId: "t" });
    await thread.send("To a");
    const ended = running.send("To b");
    const { threadId, runId } = await manual.started();
    await manual.emit({ type: "RUN_STARTED", threadId, runId });
    expect(() => client.transferThread(thread, "b")).toThrow(
      expect.objectContaining({ code: "thread-busy" }),
    );
    await manual.emit(
      { type: "TEXT_MESSAGE_CHUNK", messageId: "m", delta: "From b" },
      { type: "RUN_FINISHED", threadId, runId },
    );
    await manual.finish();
    expect((await ended).outcome).toBe("success");
    expect(running.getSnapshot().messages.map(({ content }) => content)).toEqual([
      "To b",
      "From b",
    ]);
    expect(client.transferThread(thread, "b")).toBe(running);
  });
});
