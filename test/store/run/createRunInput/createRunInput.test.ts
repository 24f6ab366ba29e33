import { describe, expect, test } from "vitest";
import {
  createThread,
  type Message,
  PROTOCOL_VERSION,
  type RunParameters,
  type ThreadOptions,
} from "../../../../src/core.ts";
import { runFinished, runStarted, scriptedAgent } from "../../../../src/testing.ts";
import { createIdCounter } from "../../thread/idCounter.ts";

/** Runs a thread once and returns its input. */
async function inputOf(options: Partial<ThreadOptions> = {}, parameters: RunParameters = {}) {
  const agent = scriptedAgent([runStarted(), runFinished()]);
  const thread = createThread({ agent, threadId: "t1", createId: createIdCounter(), ...options });
  await thread.run(parameters);
  return { input: agent.inputs[0], thread };
}

const holder = (id: string, ...callIds: readonly string[]): Message => ({
  id,
  role: "assistant",
  toolCalls: callIds.map((callId) => ({
    id: callId,
    type: "function" as const,
    function: { name: "f", arguments: "{}" },
  })),
});

const tool = (id: string, toolCallId: string): Message => ({
  id,
  role: "tool",
  toolCallId,
  content: "ok",
});

const user: Message = { id: "u1", role: "user", content: "Hello" };

describe("the input of a run", () => {
  test("has thread, run and protocol version, and no empty field", async () => {
    const { input } = await inputOf();
    expect(PROTOCOL_VERSION).toBe("1.0");
    expect(input).toStrictEqual({
      threadId: "t1",
      runId: "id-1",
      protocolVersion: "1.0",
      state: {},
      messages: [],
      tools: [],
      context: [],
      forwardedProps: {},
    });
    expect(input).not.toHaveProperty("resume");
    expect(input).not.toHaveProperty("parentRunId");
  });

  test("leaves activities out and sends all other roles", async () => {
    const messages: Message[] = [
      { id: "1", role: "developer", content: "d" },
      { id: "2", role: "system", content: "s" },
      user,
      { id: "3", role: "activity", activityType: "PLAN", content: {} },
      holder("4", "c1"),
      tool("5", "c1"),
      { id: "6", role: "reasoning", content: "hm", encryptedValue: "opaque" },
    ];
    const { input } = await inputOf({ initialMessages: messages });
    expect(input?.messages).toEqual(messages.filter(({ role }) => role !== "activity"));
  });

  test("removes nulls and unknown fields", async () => {
    const { input, thread } = await inputOf({
      initialMessages: [{ ...user, name: null, createdAt: 5, metadata: { a: null } } as never],
    });
    expect(input?.messages).toStrictEqual([{ ...user, metadata: { a: null } }]);
    expect(thread.getSnapshot().messages).toStrictEqual([{ ...user, metadata: { a: null } }]);
  });

  test("keeps the identity of clean messages", async () => {
    const initialMessages = [user];
    const { input, thread } = await inputOf({ initialMessages });
    expect(input?.messages[0]).toBe(user);
    expect(thread.getSnapshot().messages).toBe(initialMessages);
  });

  test("has the thread's context, tools and props before those of the run", async () => {
    const place = { description: "place", value: "Rome" };
    const time = { description: "time", value: "noon" };
    const ask = { name: "ask", description: "" };
    const show = { name: "show", description: "" };
    const options = { context: [place], tools: [ask], forwardedProps: { a: 1 } };
    const { input } = await inputOf(options, {
      context: [time],
      tools: [show],
      forwardedProps: { b: 2 },
    });
    expect(input?.context).toEqual([place, time]);
    expect(input?.tools).toEqual([ask, show]);
    expect(input?.forwardedProps).toEqual({ a: 1, b: 2 });
    expect((await inputOf(options)).input?.forwardedProps).toEqual({ a: 1 });
  });

  test.each([[null], [0], [false], [""], [[1]]])("has the state %j unchanged", async (state) => {
    expect((await inputOf({ initialState: state })).input?.state).toEqual(state);
    expect((await inputOf({}, { state })).input?.state).toEqual(state);
  });

  test("does not change when the thread changes later", async () => {
    const { input, thread } = await inputOf({ initialMessages: [user] });
    await thread.send("Again");
    expect(input?.messages).toEqual([user]);
  });
});

describe("an unanswered tool call", () => {
  const answer = (toolCallId: string) => ({
    role: "tool",
    toolCallId,
    error: "not answered",
    content: expect.any(String),
  });

  test("is answered with an error before the next input", async () => {
    const { input, thread } = await inputOf({ initialMessages: [holder("a1", "c1")] });
    expect(input?.messages).toMatchObject([{ id: "a1" }, answer("c1")]);
    expect(thread.getSnapshot().messages).toEqual(input?.messages);
    expect(thread.getSnapshot().toolCalls.c1?.status).toBe("failed");
  });

  test("gets its result after its message, in the order of the calls", async () => {
    const { input } = await inputOf({
      initialMessages: [
        user,
        holder("a1", "c1", "c2", "c3"),
        tool("x2", "c2"),
        holder("a2", "c4"),
        { ...user, id: "u2" },
        holder("a3", "c5"),
      ],
    });
    expect(
      input?.messages.map((message) => (message.role === "tool" ? message.toolCallId : message.id)),
    ).toEqual(["u1", "a1", "c1", "c2", "c3", "a2", "c4", "u2", "a3", "c5"]);
  });

  test("is left open during its run and answered by the next one", async () => {
    const agent = scriptedAgent(
      [
        runStarted(),
        { type: "TOOL_CALL_CHUNK", toolCallId: "c1", toolCallName: "f", delta: "{}" },
        runFinished(),
      ],
      [runStarted(), runFinished()],
    );
    const thread = createThread({ agent });
    await thread.send("One");
    expect(thread.getSnapshot().messages).toHaveLength(2);
    const { newMessages } = await thread.send("Two");
    expect(newMessages).toEqual([]);
    expect(agent.inputs[1]?.messages).toMatchObject([
      { content: "One" },
      { role: "assistant" },
      answer("c1"),
      { content: "Two" },
    ]);
  });

  test("may belong to any interrupt that names no call", async () => {
    const asks = runFinished({
      outcome: { type: "interrupt", interrupts: [{ id: "i1", reason: "approval" }] },
    });
    const agent = scriptedAgent(
      [
        runStarted(),
        { type: "TOOL_CALL_CHUNK", toolCallId: "c1", toolCallName: "f", delta: "{}" },
        asks,
      ],
      [runStarted(), runFinished()],
    );
    const thread = createThread({ agent });
    await thread.run();
    await thread.run({ resume: [{ interruptId: "i1", status: "resolved" }] });
    expect(agent.inputs[1]?.messages).toHaveLength(1);
  });

  test("is left to the answer of its open interrupt", async () => {
    const agent = scriptedAgent(
      [
        runStarted(),
        { type: "TOOL_CALL_CHUNK", toolCallId: "c1", toolCallName: "f", delta: "{}" },
        runFinished({
          outcome: {
            type: "interrupt",
            interrupts: [{ id: "i1", reason: "approval", toolCallId: "c1" }],
          },
        }),
      ],
      [runStarted(), runFinished()],
    );
    const thread = createThread({ agent });
    await thread.run();
    await thread.run({ resume: [{ interruptId: "i1", status: "resolved", payload: true }] });
    expect(agent.inputs[1]?.messages).toHaveLength(1);
  });
});
