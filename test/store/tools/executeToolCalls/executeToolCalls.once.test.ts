import { describe, expect, test } from "vitest";
import { createAgentClient, type EventInput, type Message } from "../../../../src/core.ts";
import {
  runError,
  runFinished,
  runStarted,
  scriptedAgent,
  textRun,
} from "../../../../src/testing.ts";
import { call, callEvents, callRun, faultsIn, resultsIn } from "../calls.ts";
import { callingMessage, createPayThread } from "./payTool.ts";

const started = (runId: string): EventInput => ({ type: "RUN_STARTED", threadId: "t1", runId });
const finished = (runId: string): EventInput => ({ type: "RUN_FINISHED", threadId: "t1", runId });
const snapshotOf = (...messages: Message[]): EventInput => ({
  type: "MESSAGES_SNAPSHOT",
  messages,
});

describe("a call that arrives more than once", () => {
  test("the handler runs once when the call starts twice in its run", async () => {
    const { agent, thread, handler } = createPayThread(
      [
        runStarted(),
        ...callEvents([call("pay")], "a1"),
        { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "pay" },
        { type: "TOOL_CALL_END", toolCallId: "c1" },
        runFinished(),
      ],
      textRun("Ok"),
    );
    await thread.send("Hi");
    expect(handler).toHaveBeenCalledTimes(1);
    expect(agent.inputs[1]?.messages).toHaveLength(3);
  });

  test("the handler runs once when a MESSAGES_SNAPSHOT repeats the call, answered or not", async () => {
    const user: Message = { id: "u1", role: "user", content: "Hi" };
    const { agent, thread, handler } = createPayThread(
      [
        runStarted(),
        ...callEvents([call("pay")], "a1"),
        snapshotOf(user, callingMessage),
        runFinished(),
      ],
      (input) => [runStarted(), snapshotOf(...(input.messages as Message[])), runFinished()],
    );
    await thread.send("Hi");
    await thread.send("And?");
    expect(handler).toHaveBeenCalledTimes(1);
    expect(faultsIn(agent.inputs[2]?.messages ?? [])).toEqual([]);
  });

  test("the handler runs once when the call exists only in a MESSAGES_SNAPSHOT", async () => {
    const { agent, thread, handler } = createPayThread(
      [runStarted(), snapshotOf(callingMessage), runFinished()],
      textRun("Ok"),
    );
    await thread.send("Hi");
    expect(handler).toHaveBeenCalledTimes(1);
    expect(resultsIn(agent.inputs[1]).c1).toMatchObject({ content: "c1" });
  });

  test("the handler does not run when the agent has answered the call in a MESSAGES_SNAPSHOT", async () => {
    const result: Message = { id: "r1", role: "tool", toolCallId: "c1", content: "theirs" };
    const { agent, thread, handler } = createPayThread([
      runStarted(),
      snapshotOf(callingMessage, result),
      runFinished(),
    ]);
    await thread.send("Hi");
    expect(handler).not.toHaveBeenCalled();
    expect(agent.inputs).toHaveLength(1);
  });

  test("the handler runs once when the call is replayed with its run", async () => {
    const { agent, thread, handler } = createPayThread(
      [started("r1"), ...callEvents([call("pay")], "a1"), finished("r1")],
      textRun("Paid"),
      [started("r1"), ...callEvents([call("pay")], "a1"), finished("r1")],
    );
    await thread.send("Hi");
    const before = thread.getSnapshot().messages;
    await thread.run();
    expect(handler).toHaveBeenCalledTimes(1);
    expect(agent.inputs).toHaveLength(3);
    expect(thread.getSnapshot().messages).toEqual(before);
  });

  test("the handler runs once when a replay loses its result, which is sent again", async () => {
    const { agent, thread, handler } = createPayThread(
      [started("r1"), ...callEvents([call("pay")], "a1"), finished("r1")],
      textRun("Paid"),
      [
        started("r1"),
        snapshotOf(callingMessage),
        ...callEvents([call("pay")], "a1"),
        finished("r1"),
      ],
      textRun("Paid again"),
    );
    await thread.send("Hi");
    await thread.run();
    expect(handler).toHaveBeenCalledTimes(1);
    expect(agent.inputs).toHaveLength(4);
    expect(resultsIn(agent.inputs[3]).c1).toMatchObject({ content: "c1" });
  });

  test("the handler runs once when its result is missing in a MESSAGES_SNAPSHOT, and the same result is sent", async () => {
    const { agent, thread, handler } = createPayThread(
      callRun(call("pay")),
      ({ messages }) => [
        runStarted(),
        snapshotOf(...messages.filter(({ role }) => role !== "tool")),
        runFinished(),
      ],
      textRun("Ok"),
    );
    await thread.send("Hi");
    await thread.send("And?");
    expect(handler).toHaveBeenCalledTimes(1);
    const { c1 } = resultsIn(agent.inputs.at(-1));
    expect(c1).toMatchObject({ content: "c1" });
    expect(c1).not.toHaveProperty("error");
    expect(faultsIn(agent.inputs.at(-1)?.messages ?? [])).toEqual([]);
  });

  test("the handler runs once when the run after it fails and is retried", async () => {
    const { agent, thread, handler } = createPayThread(
      callRun(call("pay")),
      [runStarted(), runError("overloaded")],
      [runStarted(), { type: "TEXT_MESSAGE_CHUNK", messageId: "m1", delta: "Pa" }],
      textRun("Paid"),
    );
    expect((await thread.send("Hi")).outcome).toBe("error");
    expect((await thread.retry()).outcome).toBe("error");
    expect((await thread.retry()).outcome).toBe("success");
    expect(handler).toHaveBeenCalledTimes(1);
    for (const input of agent.inputs.slice(1)) {
      expect(resultsIn(input)).toMatchObject({ c1: { content: "c1" } });
      expect(faultsIn(input.messages)).toEqual([]);
    }
    expect(thread.getSnapshot().messages.at(-1)).toMatchObject({ content: "Paid" });
  });
});

test("treats one call id in two threads as two calls", async () => {
  const scripts = [callRun(call("pay")), textRun("Ok")];
  const client = createAgentClient({
    agents: { one: scriptedAgent(...scripts), two: scriptedAgent(...scripts) },
  });
  const paid: string[] = [];
  client.registerTool({
    name: "pay",
    handler: (_, { toolCallId, thread }) => {
      paid.push(`${thread.agentId} ${toolCallId}`);
    },
  });
  await Promise.all(
    ["one", "two"].map((agentId) => client.thread({ agentId, threadId: "t1" }).send("Hi")),
  );
  expect(paid.sort()).toEqual(["one c1", "two c1"]);
});

describe("a reloaded page without its conversation", () => {
  const user = (id: string, content: string): Message => ({ id, role: "user", content });
  const texts = (id: string, content: string): Message => ({ id, role: "assistant", content });

  test.each([
    [
      "with what came after",
      [user("u1", "Pay"), callingMessage, user("u2", "Leave it"), texts("a2", "Ok")],
    ],
    ["as it was before the message", [user("u1", "Pay"), callingMessage]],
  ])("does not execute calls of the replayed history: %s", async (_, history) => {
    const { agent, thread, handler } = createPayThread([
      runStarted(),
      snapshotOf(...history),
      runFinished(),
    ]);
    await thread.send("Leave it");
    expect(handler).not.toHaveBeenCalled();
    expect(agent.inputs).toHaveLength(1);
  });

  test("does not execute them without a message either", async () => {
    const { thread, handler } = createPayThread([
      runStarted(),
      snapshotOf(user("u1", "Pay"), callingMessage),
      runFinished(),
    ]);
    await thread.run();
    expect(handler).not.toHaveBeenCalled();
  });

  test("executes the call that answers its message, whatever id the server assigns", async () => {
    const { thread, handler } = createPayThread(
      [
        runStarted(),
        snapshotOf(user("u1", "Hi"), texts("a0", "Hello"), user("u2", "Pay"), callingMessage),
        runFinished(),
      ],
      textRun("Paid"),
    );
    await thread.send("Pay");
    expect(handler).toHaveBeenCalledTimes(1);
  });
});
