import { describe, expect, test } from "vitest";
import { createAgentClient, createThread, type Message } from "../../../src/core.ts";
import {
  manualAgent,
  runError,
  runFinished,
  runStarted,
  scriptedAgent,
  textRun,
} from "../../../src/testing.ts";
import {
  call,
  callEvents,
  faultsIn,
  resultsIn,
  untilIdle,
  waitForSnapshot,
} from "../tools/calls.ts";
import {
  approve,
  cancel,
  createInterruptedThread,
  interruptRun,
  interrupts,
} from "./interruptThread.ts";

describe("a message while interrupts are open", () => {
  test("cancels all of them, including those with an unsent answer", async () => {
    const { agent, thread } = await createInterruptedThread([{}, {}, {}]);
    await thread.resume([approve("i2", "given")]);
    const { outcome } = await thread.send("Never mind");
    expect(outcome).toBe("success");
    expect(agent.inputs).toHaveLength(3);
    expect(agent.inputs[1]?.resume).toEqual([cancel("i1"), cancel("i2"), cancel("i3")]);
    expect(agent.inputs[1]?.messages.at(-1)).toMatchObject({ content: "Hi" });
    expect(thread.getSnapshot().answeredInterrupts.map(({ answer }) => answer.status)).toEqual([
      "cancelled",
      "cancelled",
      "cancelled",
    ]);
    expect(agent.inputs[2]).not.toHaveProperty("resume");
    expect(agent.inputs[2]?.messages.at(-1)).toMatchObject({ content: "Never mind" });
    expect(thread.getSnapshot().interrupts).toEqual([]);
  });

  test("may include answers", async () => {
    const { agent, thread } = await createInterruptedThread([{}, {}, {}]);
    await thread.resume([approve("i1", "before"), approve("i2", "before")]);
    await thread.send("Here", { resume: [approve("i2", "along")] });
    expect(agent.inputs[1]?.resume).toEqual([cancel("i1"), approve("i2", "along"), cancel("i3")]);
  });

  test("executes no approval when it is sent again", async () => {
    const failing = [runStarted(), runError("overloaded")];
    const { agent, thread } = await createInterruptedThread([{}, {}, {}], {
      after: [failing, textRun("Ok")],
    });
    await thread.resume([approve("i1")]);
    await thread.send("Never mind", { resume: [approve("i2", "along")] });
    await thread.retry();
    expect(agent.inputs[1]?.resume).toEqual([cancel("i1"), approve("i2", "along"), cancel("i3")]);
    expect(agent.inputs[2]?.resume).toEqual(agent.inputs[1]?.resume);
  });

  test("executes no approval when it was stopped before sending and is sent again", async () => {
    const { agent, thread } = await createInterruptedThread([{}, {}]);
    await thread.resume([approve("i1")]);
    const ended = thread.send("Never mind");
    thread.stop();
    await ended;
    expect(agent.inputs).toHaveLength(1);
    await thread.retry();
    expect(agent.inputs[1]?.resume).toEqual([cancel("i1"), cancel("i2")]);
  });

  test("executes no approval when the conversation was replaced in between", async () => {
    const { agent, thread } = await createInterruptedThread([{}, {}]);
    await thread.resume([approve("i1")]);
    thread.setMessages((messages) => messages.map((one) => ({ ...one, id: `new ${one.id}` })));
    await thread.send("No, wait");
    expect(agent.inputs[1]?.resume).toEqual([cancel("i1"), cancel("i2")]);
  });

  test("keeps an answer that was given after the message", async () => {
    const { agent, thread } = await createInterruptedThread([{}, {}]);
    const ended = thread.send("Never mind");
    thread.stop();
    await ended;
    const idle = untilIdle(thread);
    await thread.resume([approve("i1")]);
    await thread.resume([approve("i2")]);
    await idle;
    expect(agent.inputs[1]?.resume).toEqual([approve("i1"), approve("i2")]);
  });

  test("answers the call of a cancelled interrupt before itself", async () => {
    const agent = scriptedAgent(
      interruptRun(
        [
          { reason: "tool_call", toolCallId: "a" },
          { reason: "tool_call", toolCallId: "b" },
        ],
        ...callEvents([call("delete", {}, "a"), call("delete", {}, "b")], "m1"),
      ),
      textRun("Ok"),
    );
    const thread = createThread({ agent });
    await thread.send("Hi");
    await thread.send("Never mind");
    const { messages = [] } = agent.inputs[1] ?? {};
    expect(faultsIn(messages)).toEqual([]);
    expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "tool", "user"]);
    expect(resultsIn(agent.inputs[1])).toMatchObject({
      a: { error: "moved on" },
      b: { error: "moved on" },
    });
    expect(agent.inputs[1]?.resume).toEqual([cancel("i1"), cancel("i2")]);
  });

  test("answers the calls of both the answered and the unanswered interrupt", async () => {
    const agent = scriptedAgent(
      interruptRun(
        [{ toolCallId: "a" }, { toolCallId: "b" }],
        ...callEvents([call("delete", {}, "a"), call("delete", {}, "b")]),
      ),
      textRun("Ok"),
    );
    const thread = createThread({ agent });
    await thread.send("Hi");
    await thread.resume([approve("i1")]);
    await thread.send("Neither of them");
    expect(Object.keys(resultsIn(agent.inputs[1]))).toEqual(["a", "b"]);
    expect(faultsIn(agent.inputs[1]?.messages ?? [])).toEqual([]);
  });

  test("leaves the call of an included answer to the server", async () => {
    const agent = scriptedAgent(
      interruptRun(
        [{ toolCallId: "a" }, { toolCallId: "b" }],
        ...callEvents([call("delete", {}, "a"), call("delete", {}, "b")]),
      ),
      textRun("Ok"),
    );
    const thread = createThread({ agent });
    await thread.send("Hi");
    await thread.send("Only the first", { resume: [approve("i1")] });
    expect(Object.keys(resultsIn(agent.inputs[1]))).toEqual(["b"]);
  });

  test("cancels nothing when it is stopped before sending", async () => {
    const { agent, thread } = await createInterruptedThread([{}]);
    const ended = thread.send("Never mind");
    thread.stop();
    expect((await ended).outcome).toBe("cancelled");
    // The pending preparation of the stopped run has no effect.
    expect(await thread.resume([])).toEqual([]);
    expect(agent.inputs).toHaveLength(1);
    expect(thread.getSnapshot().interrupts[0]).not.toHaveProperty("answer");
    const idle = untilIdle(thread);
    expect(await thread.resume([approve("i1")])).toEqual([]);
    await idle;
    expect(agent.inputs[1]?.resume).toEqual([approve("i1")]);
  });
});

describe('onSendWithInterrupts: "block"', () => {
  test("throws and changes nothing", async () => {
    const { agent, thread } = await createInterruptedThread([{}], {
      onSendWithInterrupts: "block",
    });
    const before = thread.getSnapshot();
    await expect(thread.send("Never mind")).rejects.toMatchObject({ code: "interrupts-open" });
    expect(thread.getSnapshot()).toBe(before);
    expect(agent.inputs).toHaveLength(1);
    expect(thread.onSendWithInterrupts).toBe("block");
  });

  test("accepts a message with all answers", async () => {
    const { agent, thread } = await createInterruptedThread([{}, {}], {
      onSendWithInterrupts: "block",
    });
    await expect(thread.send("Half", { resume: [approve("i1")] })).rejects.toMatchObject({
      code: "interrupts-open",
    });
    await thread.send("Here", { resume: [approve("i1"), cancel("i2")] });
    expect(agent.inputs[1]?.resume).toEqual([approve("i1"), cancel("i2")]);
  });

  test("keeps unsent answers, which retry() sends", async () => {
    const { agent, thread } = await createInterruptedThread([{}], {
      onSendWithInterrupts: "block",
      after: [[runStarted(), runError("overloaded")], textRun("Done")],
    });
    const idle = untilIdle(thread);
    await thread.resume([approve("i1")]);
    await idle;
    await expect(thread.send("Hello?")).rejects.toThrow(/retry\(\)/);
    await thread.retry();
    expect(agent.inputs[2]?.resume).toEqual([approve("i1")]);
  });

  test("accepts the message once all answers were sent", async () => {
    const { agent, thread } = await createInterruptedThread([{}], {
      onSendWithInterrupts: "block",
    });
    const idle = untilIdle(thread);
    await thread.resume([approve("i1")]);
    await idle;
    await thread.send("And now?");
    expect(agent.inputs).toHaveLength(3);
  });

  test("can be set for all threads of a client", async () => {
    const agent = scriptedAgent(interruptRun([{}]), textRun("Done"));
    const thread = createAgentClient({ agent, onSendWithInterrupts: "block" }).thread();
    await thread.send("Hi");
    await expect(thread.send("Never mind")).rejects.toMatchObject({ code: "interrupts-open" });
  });
});

describe("setMessages() while interrupts are open", () => {
  test("does not wait for removed calls", async () => {
    const agent = scriptedAgent(
      [runStarted(), ...callEvents([call("ask", {}, "a")]), interrupts({})],
      textRun("Done"),
    );
    const thread = createThread({ agent });
    thread.registerTool({ name: "ask" });
    await thread.send("Hi");
    await waitForSnapshot(thread, ({ toolCalls }) => toolCalls.a?.status === "waiting");
    thread.setMessages((messages): readonly Message[] => messages.slice(0, 1));
    const idle = untilIdle(thread);
    await thread.resume([approve("i1")]);
    await idle;
    expect(agent.inputs[1]?.resume).toEqual([approve("i1")]);
  });
});

test("rejects an answer during a run, stopped or not", async () => {
  const agent = manualAgent();
  const thread = createThread({ agent });
  const first = thread.send("Hi");
  const { threadId, runId } = await agent.started();
  await agent.emit(
    { type: "RUN_STARTED", threadId, runId },
    {
      type: "RUN_FINISHED",
      threadId,
      runId,
      outcome: { type: "interrupt", interrupts: [{ id: "i1", reason: "confirmation" }] },
    },
  );
  // The stream is still open, and the agent may send more.
  expect(await thread.resume([approve("i1")])).toMatchObject([{ interruptId: "i1" }]);
  await agent.finish();
  await first;
  const second = thread.run({ resume: [approve("i1")] });
  await agent.started();
  expect(await thread.resume([cancel("i1")])).toMatchObject([{ interruptId: "i1" }]);
  await agent.finish();
  await second;
  expect(agent.inputs[1]?.resume).toEqual([approve("i1")]);
});

test("leaves nothing to answer after runs without interrupts", async () => {
  const agent = scriptedAgent([runStarted(), runFinished()]);
  const thread = createThread({ agent, onSendWithInterrupts: "block" });
  await thread.send("Hi");
  await thread.send("Again");
  expect(agent.inputs[1]).not.toHaveProperty("resume");
});
