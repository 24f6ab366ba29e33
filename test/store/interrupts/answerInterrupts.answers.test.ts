import { describe, expect, test, vi } from "vitest";
import { createAgentClient, createThread } from "../../../src/core.ts";
import { scriptedAgent, textRun } from "../../../src/testing.ts";
import { call, callEvents, recordStatuses, untilIdle } from "../tools/calls.ts";
import { approve, cancel, createInterruptedThread, interruptRun } from "./interruptThread.ts";

describe("answers to open interrupts", () => {
  test("leave their tool call to the server, also when they cancel", async () => {
    const agent = scriptedAgent(
      interruptRun([{ toolCallId: "a" }], ...callEvents([call("delete", {}, "a")])),
      textRun("Ok"),
    );
    const thread = createThread({ agent });
    await thread.send("Hi");
    const idle = untilIdle(thread);
    await thread.resume([cancel("i1")]);
    await idle;
    expect(agent.inputs[1]?.messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
  });

  test("resume the run once when all are given, in the order of the interrupts", async () => {
    const { agent, thread } = await createInterruptedThread([{}, {}, {}]);
    const started = vi.fn();
    thread.subscribe({ onRunStart: started });
    const statuses = recordStatuses(thread);
    expect(thread.store.getState().run).toMatchObject({ status: "waiting", outcome: "interrupt" });
    const idle = untilIdle(thread);
    expect(await thread.resume([approve("i3", "c")])).toEqual([]);
    expect(await thread.resume([cancel("i1")])).toEqual([]);
    expect(thread.store.getState().interrupts.map(({ answer }) => answer)).toEqual([
      cancel("i1"),
      undefined,
      approve("i3", "c"),
    ]);
    expect(agent.inputs).toHaveLength(1);
    expect(await thread.resume([approve("i2", { b: null })])).toEqual([]);
    await idle;
    expect(agent.inputs).toHaveLength(2);
    expect(started).toHaveBeenCalledTimes(1);
    expect(agent.inputs[1]?.resume).toEqual([
      cancel("i1"),
      approve("i2", { b: null }),
      approve("i3", "c"),
    ]);
    expect(thread.getSnapshot().interrupts).toEqual([]);
    expect(thread.getSnapshot().messages.at(-1)).toMatchObject({ content: "Done" });
    expect(statuses).toEqual(["waiting", "submitted", "streaming", "idle"]);
  });

  test("may be given together, in any order", async () => {
    const { agent, thread } = await createInterruptedThread([{}, {}]);
    const idle = untilIdle(thread);
    expect(await thread.resume([approve("i2"), approve("i1")])).toEqual([]);
    await idle;
    expect(agent.inputs.map(({ resume }) => resume)).toEqual([
      undefined,
      [approve("i1"), approve("i2")],
    ]);
  });

  test("may be given at the same time by several callers, and run the agent once", async () => {
    const { agent, thread } = await createInterruptedThread([{}, {}, {}]);
    const idle = untilIdle(thread);
    const found = await Promise.all(["i3", "i2", "i1"].map((id) => thread.resume([approve(id)])));
    await idle;
    expect(found).toEqual([[], [], []]);
    expect(agent.inputs).toHaveLength(2);
    expect(agent.inputs[1]?.resume).toEqual([approve("i1"), approve("i2"), approve("i3")]);
  });

  test("can be replaced until the last one is given", async () => {
    const { agent, thread } = await createInterruptedThread([{}, {}]);
    await thread.resume([approve("i1", "first")]);
    await thread.resume([cancel("i1")]);
    await thread.resume([approve("i1", "second")]);
    const idle = untilIdle(thread);
    await thread.resume([approve("i2")]);
    await idle;
    expect(agent.inputs).toHaveLength(2);
    expect(agent.inputs[1]?.resume).toEqual([approve("i1", "second"), approve("i2")]);
  });

  test("keep their metadata", async () => {
    const { agent, thread } = await createInterruptedThread([{}]);
    const idle = untilIdle(thread);
    const signed = { ...approve("i1"), metadata: { signature: "x" } };
    await thread.resume([signed]);
    await idle;
    expect(agent.inputs[1]?.resume).toEqual([signed]);
  });

  test("resume the run also when all are cancelled, without a message", async () => {
    const { agent, thread } = await createInterruptedThread([{}, {}]);
    const idle = untilIdle(thread);
    await thread.resume([cancel("i1"), cancel("i2")]);
    await idle;
    expect(agent.inputs[1]?.resume).toEqual([cancel("i1"), cancel("i2")]);
    expect(agent.inputs[1]?.messages.map(({ role }) => role)).toEqual(["user"]);
  });

  test("are sent with the parameters of the last run and pending edits", async () => {
    const agent = scriptedAgent(interruptRun([{}]), textRun("Done"));
    const thread = createAgentClient({ agent }).thread();
    const tools = [{ name: "t", description: "", parameters: {} }];
    await thread.send("Hi", { forwardedProps: { tenant: "acme" }, tools, state: { n: 1 } });
    thread.setState({ n: 2 });
    const idle = untilIdle(thread);
    await thread.resume([approve("i1")]);
    await idle;
    expect(agent.inputs[1]).toMatchObject({
      forwardedProps: { tenant: "acme" },
      tools,
      state: { n: 2 },
    });
  });

  test("may lead to another interrupt with the same id", async () => {
    const { agent, thread } = await createInterruptedThread([{ message: "Sure?" }], {
      after: [interruptRun([{ message: "Really?" }]), textRun("Done")],
    });
    const next = untilIdle(thread);
    await thread.resume([approve("i1", 1)]);
    const { interrupts } = await next;
    expect(interrupts).toEqual([{ id: "i1", reason: "confirmation", message: "Really?" }]);
    expect(thread.getSnapshot().run.status).toBe("waiting");
    const idle = untilIdle(thread);
    await thread.resume([approve("i1", 2)]);
    await idle;
    expect(agent.inputs.map(({ resume }) => resume)).toEqual([
      undefined,
      [approve("i1", 1)],
      [approve("i1", 2)],
    ]);
  });
});

describe("a rejected answer", () => {
  test("the answer is rejected for an interrupt that is not open, together with all others", async () => {
    const { agent, thread } = await createInterruptedThread([{}, {}]);
    const before = thread.getSnapshot();
    expect(await thread.resume([approve("i1"), approve("elsewhere")])).toEqual([
      {
        interruptId: "elsewhere",
        path: [],
        code: "closed",
        message: expect.stringMatching(/not waiting/),
      },
    ]);
    expect(thread.getSnapshot()).toBe(before);
    expect(agent.inputs).toHaveLength(1);
  });

  test("the answer is rejected when it was sent already", async () => {
    const { agent, thread } = await createInterruptedThread([{}]);
    const idle = untilIdle(thread);
    await thread.resume([approve("i1")]);
    expect(await thread.resume([cancel("i1")])).toMatchObject([{ interruptId: "i1" }]);
    await idle;
    expect(await thread.resume([cancel("i1")])).toMatchObject([{ interruptId: "i1" }]);
    expect(agent.inputs).toHaveLength(2);
    expect(agent.inputs[1]?.resume).toEqual([approve("i1")]);
  });

  test("the answer is rejected when it is the second at the same time", async () => {
    const { agent, thread } = await createInterruptedThread([{}]);
    const idle = untilIdle(thread);
    const [first, second] = await Promise.all([
      thread.resume([approve("i1", "first")]),
      thread.resume([approve("i1", "second")]),
    ]);
    await idle;
    expect(first).toEqual([]);
    expect(second).toMatchObject([{ interruptId: "i1" }]);
    expect(agent.inputs.map(({ resume }) => resume)).toEqual([undefined, [approve("i1", "first")]]);
    expect(thread.getSnapshot().answeredInterrupts).toMatchObject([
      { answer: approve("i1", "first") },
    ]);
  });

  test("the answer is rejected after dispose()", async () => {
    const { agent, thread } = await createInterruptedThread([{}]);
    thread.dispose();
    expect(await thread.resume([approve("i1")]).catch((error: Error) => [error])).toHaveLength(1);
    expect(agent.inputs).toHaveLength(1);
    expect(thread.getSnapshot().run.status).toBe("waiting");
  });
});

test("does nothing for an empty list of answers", async () => {
  const { agent, thread } = await createInterruptedThread([{}]);
  expect(await thread.resume([])).toEqual([]);
  const fresh = createAgentClient({ agent }).thread();
  expect(await fresh.resume([])).toEqual([]);
  expect(agent.inputs).toHaveLength(1);
  expect(fresh.getSnapshot().run.status).toBe("idle");
});

test("keeps the interrupts of two threads of one client apart", async () => {
  const agent = scriptedAgent(interruptRun([{}]), interruptRun([{}]), textRun("Done"));
  const client = createAgentClient({ agent });
  const one = client.thread({ threadId: "one" });
  const two = client.thread({ threadId: "two" });
  await one.send("Hi");
  expect(two.getSnapshot().interrupts).toEqual([]);
  await two.send("Hi");
  const idle = untilIdle(one);
  await one.resume([approve("i1")]);
  await idle;
  expect(agent.inputs).toHaveLength(3);
  expect(agent.inputs[2]).toMatchObject({ threadId: "one", resume: [approve("i1")] });
  expect(one.getSnapshot().interrupts).toEqual([]);
  expect(two.getSnapshot().interrupts).toEqual([{ id: "i1", reason: "confirmation" }]);
  expect(two.getSnapshot().run.status).toBe("waiting");
});
