import { describe, expect, test, vi } from "vitest";
import { createAgentClient, createThread, type ThreadOptions } from "../../../src/core.ts";
import { runFinished, runStarted, type Script, scriptedAgent } from "../../../src/testing.ts";
import { call, callEvents, faultsIn, untilIdle } from "./calls.ts";

/** Creates an agent that makes a call in every run. */
function looping(argsOf: (run: number) => unknown, options: Partial<ThreadOptions> = {}) {
  const agent = scriptedAgent(() => {
    const n = agent.inputs.length;
    return [runStarted(), ...callEvents([call("poll", argsOf(n), `c${n}`)]), runFinished()];
  });
  const thread = createThread({ agent, ...options });
  const handler = vi.fn(() => "not yet");
  thread.registerTool({ name: "poll", handler });
  return { agent, thread, handler };
}

/** Creates an agent that passes its calls as interrupts, as TanStack does. */
function handingOver(argsOf: (run: number) => unknown, options: Partial<ThreadOptions> = {}) {
  const agent = scriptedAgent(() => {
    const id = `c${agent.inputs.length}`;
    const interrupt = { id: `i-${id}`, reason: "tanstack:client_tool_execution", toolCallId: id };
    return [
      runStarted(),
      ...callEvents([call("poll", argsOf(agent.inputs.length), id)]),
      runFinished({ outcome: { type: "interrupt", interrupts: [interrupt] } }),
    ];
  });
  const thread = createThread({ agent, ...options });
  thread.registerTool({ name: "poll", handler: () => "not yet" });
  return { agent, thread };
}

describe("an agent that calls tools endlessly", () => {
  test("is run again 25 times by default", async () => {
    const { agent, thread, handler } = looping((n) => ({ n }));
    const { outcome, newMessages } = await thread.send("Hi");
    expect(agent.inputs).toHaveLength(26);
    expect(handler).toHaveBeenCalledTimes(26);
    expect(outcome).toBe("success");
    expect(newMessages).toHaveLength(52);
    const { run, messages } = thread.store.getState();
    expect(run).toMatchObject({
      status: "idle",
      stopReason: "max-automatic-runs",
      pendingToolCallIds: [],
    });
    expect(faultsIn(messages)).toEqual([]);
  });

  test.each([0, 1, 3])(
    "is run again at most maxAutomaticRuns times: %d",
    async (maxAutomaticRuns) => {
      const { agent, thread } = looping((n) => ({ n }), { maxAutomaticRuns });
      await thread.send("Hi");
      expect(agent.inputs).toHaveLength(maxAutomaticRuns + 1);
      expect(thread.getSnapshot().run.stopReason).toBe("max-automatic-runs");
    },
  );

  test("is limited by the client's option", async () => {
    const { agent } = looping((n) => ({ n }));
    const client = createAgentClient({ agent, maxAutomaticRuns: 2 });
    client.registerTool({ name: "poll", handler: () => "not yet" });
    await client.thread().send("Hi");
    expect(agent.inputs).toHaveLength(3);
  });

  test("continues with run(), counting from zero", async () => {
    const { agent, thread } = looping((n) => ({ n }), { maxAutomaticRuns: 2 });
    await thread.send("Hi");
    await thread.run();
    expect(agent.inputs).toHaveLength(6);
    expect(agent.inputs[3]?.messages.at(-1)).toMatchObject({ role: "tool" });
    expect(thread.getSnapshot().run.stopReason).toBe("max-automatic-runs");
  });

  test("shows no stop reason while it continues", async () => {
    const { thread } = looping((n) => ({ n }), { maxAutomaticRuns: 1 });
    await thread.send("Hi");
    const halts: unknown[] = [];
    thread.store.subscribe(({ run }) => {
      if (run.status !== "idle") halts.push(run.stopReason);
    });
    await thread.run();
    expect(new Set(halts)).toEqual(new Set([undefined]));
  });
});

describe("the same call in three consecutive runs", () => {
  test.each<[string, (n: number) => unknown]>([
    ["to the letter", () => ({ city: "Rome", days: 2 })],
    ["without arguments", () => ""],
    [
      "in another order",
      (n) => (n % 2 ? '{"a":1,"b":{"c":2,"d":3}}' : '{"b":{"d":3,"c":2},"a":1}'),
    ],
    ["with other white space", (n) => `{${" ".repeat(n)}"a": [1,\n2]}`],
    ["that is no JSON", () => "{city"],
  ])("ends the turn: %s", async (_, argsOf) => {
    const { agent, thread } = looping(argsOf);
    await thread.send("Hi");
    expect(agent.inputs).toHaveLength(3);
    expect(thread.store.getState().run).toMatchObject({
      status: "idle",
      stopReason: "repeated-call",
    });
    expect(faultsIn(thread.getSnapshot().messages)).toEqual([]);
  });

  test.each<[string, (n: number) => unknown]>([
    ["with other arguments", (n) => ({ n })],
    ["with a list in another order", (n) => (n % 2 ? [1, 2] : [2, 1])],
    ["with another call between them", (n) => ({ odd: n % 3 === 0 })],
    ["with a number as text", (n) => (n % 2 ? { n: 1 } : { n: "1" })],
  ])("does not count %s", async (_, argsOf) => {
    const { agent, thread } = looping(argsOf, { maxAutomaticRuns: 7 });
    await thread.send("Hi");
    expect(agent.inputs).toHaveLength(8);
    expect(thread.getSnapshot().run.stopReason).toBe("max-automatic-runs");
  });

  test("does not count three calls of one run", async () => {
    const three: Script = [
      runStarted(),
      ...callEvents(["a", "b", "c"].map((id) => call("poll", { n: 1 }, id))),
      runFinished(),
    ];
    const agent = scriptedAgent(three, [runStarted(), runFinished()]);
    const thread = createThread({ agent });
    const handler = vi.fn(() => "ok");
    thread.registerTool({ name: "poll", handler });
    await thread.send("Hi");
    expect(handler).toHaveBeenCalledTimes(3);
    expect(agent.inputs).toHaveLength(2);
    expect(thread.getSnapshot().run.stopReason).toBeUndefined();
  });

  test.each<[string, (run: number) => unknown]>([
    ["with another result each time", (run) => `Slide ${run}`],
    [
      "with another error each time",
      (run) => {
        throw new Error(`Slide ${run} is missing`);
      },
    ],
  ])("does not count a call %s", async (_, handler) => {
    const { agent, thread } = looping(() => ({}), { maxAutomaticRuns: 7 });
    thread.registerTool({ name: "poll", handler: () => handler(agent.inputs.length) });
    await thread.send("Hi");
    expect(agent.inputs).toHaveLength(8);
    expect(thread.getSnapshot().run.stopReason).toBe("max-automatic-runs");
  });

  test("does not count a call whose interrupt gets another answer each time", async () => {
    const { agent, thread } = handingOver(() => ({}), { maxAutomaticRuns: 7 });
    thread.registerTool({ name: "poll", handler: () => `Slide ${agent.inputs.length}` });
    await thread.send("Hi");
    expect(agent.inputs).toHaveLength(8);
  });

  test("counts beside other calls", async () => {
    const agent = scriptedAgent(() => {
      const n = agent.inputs.length;
      const calls = [call("poll", { n: 1 }, `a${n}`), call("poll", { other: n }, `b${n}`)];
      return [runStarted(), ...callEvents(calls), runFinished()];
    });
    const thread = createThread({ agent });
    thread.registerTool({ name: "poll", handler: () => "ok" });
    await thread.send("Hi");
    expect(agent.inputs).toHaveLength(3);
    expect(thread.getSnapshot().run.stopReason).toBe("repeated-call");
  });

  test("does not count for calls that the server answers", async () => {
    const agent = scriptedAgent(() => {
      const n = agent.inputs.length;
      return [
        runStarted(),
        ...callEvents([call("theirs", { same: true }, `s${n}`), call("poll", { n }, `c${n}`)]),
        { type: "TOOL_CALL_RESULT", messageId: `r${n}`, toolCallId: `s${n}`, content: "x" },
        runFinished(),
      ];
    });
    const thread = createThread({ agent, maxAutomaticRuns: 4 });
    thread.registerTool({ name: "poll", handler: () => "not yet" });
    await thread.send("Hi");
    expect(thread.getSnapshot().run.stopReason).toBe("max-automatic-runs");
    expect(agent.inputs).toHaveLength(5);
  });

  test("counts calls that are answered before their run has ended", async () => {
    const agent = scriptedAgent(() => [
      runStarted(),
      ...callEvents([call("poll", { n: 1 }, `c${agent.inputs.length}`)]),
      runFinished(),
    ]);
    const thread = createThread({ agent });
    thread.registerTool({ name: "poll" });
    thread.subscribe({
      onToolCall: ({ id }) => void thread.answerToolCall(id, { value: "not yet" }),
    });
    await thread.send("Hi");
    expect(agent.inputs).toHaveLength(3);
    expect(thread.store.getState().run).toMatchObject({
      status: "idle",
      stopReason: "repeated-call",
    });
  });

  test("counts calls that are passed as interrupts", async () => {
    const { agent, thread } = handingOver(() => ({ n: 1 }));
    await thread.send("Hi");
    expect(agent.inputs).toHaveLength(3);
    expect(thread.getSnapshot().run.stopReason).toBe("repeated-call");
  });

  test("is counted from zero after a message", async () => {
    const { agent, thread } = looping(() => ({}));
    await thread.send("Hi");
    await thread.send("Try again");
    expect(agent.inputs).toHaveLength(6);
  });
});

test("limits an agent that passes its calls as interrupts", async () => {
  const { agent, thread } = handingOver((n) => ({ n }), { maxAutomaticRuns: 3 });
  await thread.send("Hi");
  expect(agent.inputs).toHaveLength(4);
  expect(thread.store.getState().run).toMatchObject({
    status: "idle",
    stopReason: "max-automatic-runs",
  });
  // The last answer is sent when the user runs the thread.
  await thread.run();
  expect(agent.inputs[4]?.resume).toMatchObject([{ interruptId: "i-c4", payload: "not yet" }]);
});

test("does not limit a user who answers interrupts", async () => {
  const agent = scriptedAgent(() => [
    runStarted(),
    runFinished({
      outcome: {
        type: "interrupt",
        interrupts: [{ id: `i${agent.inputs.length}`, reason: "confirmation" }],
      },
    }),
  ]);
  const thread = createThread({ agent, maxAutomaticRuns: 1 });
  await thread.send("Hi");
  for (const n of [1, 2, 3]) {
    const idle = untilIdle(thread);
    await thread.resume([{ interruptId: `i${n}`, status: "resolved", payload: true }]);
    await idle;
  }
  expect(agent.inputs).toHaveLength(4);
  expect(thread.getSnapshot().run).toMatchObject({ status: "waiting" });
});
