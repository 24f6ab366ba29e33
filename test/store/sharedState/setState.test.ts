import { describe, expect, test } from "vitest";
import { createThread, type EventInput } from "../../../src/core.ts";
import {
  manualAgent,
  runFinished,
  runStarted,
  scriptedAgent,
  textRun,
} from "../../../src/testing.ts";

const started: EventInput = { type: "RUN_STARTED", threadId: "t1", runId: "r1" };

describe("setState", () => {
  test("is visible at once and not confirmed", () => {
    const thread = createThread({ agent: scriptedAgent([]), initialState: { n: 0 } });
    thread.setState({ n: 1 });
    expect(thread.store.getState()).toMatchObject({ visibleState: { n: 1 }, state: { n: 0 } });
    expect(thread.getSnapshot()).toBe(thread.store.getState());
  });

  test("accepts a function of the visible state", () => {
    const thread = createThread({ agent: scriptedAgent([]), initialState: { n: 1 } });
    thread.setState(({ n }) => ({ n: n + 1 }));
    thread.setState(({ n }) => ({ n: n * 10 }));
    expect(thread.getSnapshot().visibleState).toEqual({ n: 20 });
  });

  test("creates no edit when it restores the confirmed state", () => {
    const thread = createThread({ agent: scriptedAgent([]), initialState: { n: 0 } });
    const { state } = thread.getSnapshot();
    thread.setState({ n: 1 });
    thread.setState(state);
    expect(thread.getSnapshot().visibleState).toBe(thread.getSnapshot().state);
  });

  test("is sent with the next run, which confirms it", async () => {
    const agent = scriptedAgent(textRun("Hi"));
    const thread = createThread({ agent, initialState: { n: 0 } });
    thread.setState({ n: 1 });
    await thread.run();
    expect(agent.inputs[0]?.state).toEqual({ n: 1 });
    expect(thread.getSnapshot().state).toEqual({ n: 1 });
    expect(thread.getSnapshot().visibleState).toBe(thread.getSnapshot().state);
  });

  test("yields to the agent's state", async () => {
    const agent = scriptedAgent([
      runStarted(),
      { type: "STATE_DELTA", delta: [{ op: "replace", path: "/n", value: 2 }] },
      runFinished(),
    ]);
    const thread = createThread({ agent, initialState: { n: 0 } });
    thread.setState({ n: 1 });
    await thread.run();
    expect(thread.getSnapshot()).toMatchObject({ state: { n: 2 }, visibleState: { n: 2 } });
  });

  test("stays on top of the agent's state during a run, until it is sent", async () => {
    const agent = manualAgent();
    const thread = createThread({ agent, initialState: { n: 0 } });
    const first = thread.run();
    await agent.emit(started);
    thread.setState({ n: 1 });
    await agent.emit({ type: "STATE_SNAPSHOT", snapshot: { n: 5 } });
    expect(thread.getSnapshot()).toMatchObject({ state: { n: 5 }, visibleState: { n: 1 } });
    await agent.emit({ type: "RUN_FINISHED", threadId: "t1", runId: "r1" });
    await agent.finish();
    await first;
    expect(thread.getSnapshot()).toMatchObject({ state: { n: 5 }, visibleState: { n: 1 } });

    const second = thread.run();
    expect((await agent.started()).state).toEqual({ n: 1 });
    await agent.emit(started, { type: "STATE_SNAPSHOT", snapshot: { n: 7 } });
    expect(thread.getSnapshot()).toMatchObject({ state: { n: 7 }, visibleState: { n: 7 } });
    await agent.finish();
    await second;
  });

  test("keeps the changed fields and leaves the others to the agent", async () => {
    const agent = manualAgent();
    const initialState: Record<string, unknown> = { mine: 0, yours: 0, gone: 0 };
    const thread = createThread({ agent, initialState });
    const ended = thread.run();
    await agent.emit(started);
    thread.setState(({ gone: _, ...state }) => ({ ...state, mine: 1 }));
    await agent.emit({ type: "STATE_SNAPSHOT", snapshot: { mine: 5, yours: 5, gone: 5, new: 5 } });
    expect(thread.getSnapshot().visibleState).toEqual({ mine: 1, yours: 5, new: 5 });
    expect(thread.getSnapshot().state).toEqual({ mine: 5, yours: 5, gone: 5, new: 5 });
    await agent.finish();
    await ended;
    const next = thread.run();
    expect((await agent.started()).state).toEqual({ mine: 1, yours: 5, new: 5 });
    await agent.emit(started, { type: "STATE_SNAPSHOT", snapshot: { mine: 9 } });
    expect(thread.getSnapshot().visibleState).toEqual({ mine: 9 });
    await agent.finish();
    await next;
  });

  test.each<[unknown, unknown, unknown]>([
    [{ n: 0 }, [1], { n: 2 }],
    [[0], { n: 1 }, { n: 2 }],
    [0, 1, 2],
    [{ n: 0 }, null, { n: 2 }],
  ])("stays whole from %j to %j when the agent sets %j", async (initialState, edit, sent) => {
    const agent = manualAgent();
    const thread = createThread<unknown>({ agent, initialState });
    const ended = thread.run();
    await agent.emit(started);
    thread.setState(edit);
    await agent.emit({ type: "STATE_SNAPSHOT", snapshot: sent });
    expect(thread.getSnapshot()).toMatchObject({ visibleState: edit, state: sent });
    thread.stop();
    await ended;
  });

  test("is replaced by the `state` of a run", async () => {
    const agent = scriptedAgent(textRun("Hi"));
    const thread = createThread({ agent, initialState: { n: 0 } });
    await thread.run({ state: { n: 9 } });
    expect(agent.inputs[0]?.state).toEqual({ n: 9 });
    expect(thread.getSnapshot().state).toEqual({ n: 9 });
  });
});

describe("setMessages", () => {
  const user = { id: "u1", role: "user" as const, content: "Hello" };

  test("replaces the conversation", async () => {
    const agent = scriptedAgent(textRun("Hi"));
    const thread = createThread({ agent });
    await thread.send("Other");
    thread.setMessages([user]);
    expect(thread.store.getState().messages).toEqual([user]);
    await thread.run();
    expect(agent.inputs[1]?.messages).toEqual([user]);
  });

  test("accepts a function of the conversation", async () => {
    const thread = createThread({ agent: scriptedAgent(textRun("Hi")), initialMessages: [user] });
    thread.setMessages((messages) => [...messages, { ...user, id: "u2" }]);
    expect(thread.getSnapshot().messages.map(({ id }) => id)).toEqual(["u1", "u2"]);
  });

  test("knows the calls of the new conversation and forgets the old ones", () => {
    const call = { id: "c1", type: "function" as const, function: { name: "f", arguments: "" } };
    const thread = createThread({
      agent: scriptedAgent([]),
      initialMessages: [{ id: "a1", role: "assistant", toolCalls: [call] }],
    });
    thread.setMessages([{ id: "a2", role: "assistant", toolCalls: [{ ...call, id: "c2" }] }]);
    expect(Object.keys(thread.getSnapshot().toolCalls)).toEqual(["c2"]);
  });

  test("clears the error, and the issues when it is empty", async () => {
    const end: EventInput = { type: "TEXT_MESSAGE_END", messageId: "ghost" };
    const thread = createThread({ agent: scriptedAgent([runStarted(), end]) });
    await thread.run();
    expect(thread.getSnapshot().run.status).toBe("error");
    thread.setMessages([user]);
    expect(thread.getSnapshot().run).toMatchObject({ status: "idle" });
    expect(thread.getSnapshot().run).not.toHaveProperty("error");
    thread.setMessages([]);
    expect(thread.getSnapshot().issues).toEqual([]);
  });

  test("keeps open interrupts unless the conversation is empty", async () => {
    const interrupts = [{ id: "i1", reason: "approval" }];
    const thread = createThread({
      agent: scriptedAgent([
        runStarted(),
        runFinished({ outcome: { type: "interrupt", interrupts } }),
      ]),
    });
    await thread.run();
    thread.setMessages([user]);
    expect(thread.getSnapshot()).toMatchObject({ interrupts, run: { status: "waiting" } });
    thread.setMessages([]);
    expect(thread.getSnapshot()).toMatchObject({ interrupts: [], run: { status: "idle" } });
  });

  test("rejects invalid messages and changes nothing", () => {
    const thread = createThread({ agent: scriptedAgent([]), initialMessages: [user] });
    const other = { ...user, id: "" };
    expect(() => thread.setMessages([user, other])).toThrow(
      expect.objectContaining({ code: "invalid-argument" }),
    );
    expect(thread.getSnapshot().messages).toEqual([user]);
  });
});
