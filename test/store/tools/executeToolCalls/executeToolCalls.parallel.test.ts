import { getEventListeners } from "node:events";
import { describe, expect, test, vi } from "vitest";
import { createThread } from "../../../../src/core.ts";
import { runFinished, runStarted, scriptedAgent, textRun } from "../../../../src/testing.ts";
import { createDeferred, type Deferred } from "../../../support/deferred.ts";
import { call, callEvents, callRun, faultsIn, resultsIn, waitForSnapshot } from "../calls.ts";

/** Creates a thread whose agent makes three calls, and a handler whose end the test controls. */
function gated(inOneMessage = true) {
  const calls = ["a", "b", "c"].map((id) => call("work", { id }, id));
  const agent = scriptedAgent(
    inOneMessage ? callRun(...calls) : [runStarted(), ...callEvents(calls), runFinished()],
    textRun("Done"),
  );
  const thread = createThread({ agent });
  const gates = new Map<string, Deferred<string>>();
  thread.registerTool({
    name: "work",
    handler: (_, { toolCallId }) => {
      const gate = createDeferred<string>();
      gates.set(toolCallId, gate);
      return gate.promise;
    },
  });
  const finish = async (id: string) => {
    gates.get(id)?.resolve(`${id} done`);
    await waitForSnapshot(thread, ({ toolCalls }) => toolCalls[id]?.status === "complete");
  };
  return { agent, thread, gates, finish };
}

describe("the calls of one turn", () => {
  test("are executed in parallel", async () => {
    const { agent, thread, gates, finish } = gated();
    const ended = thread.send("Hi");
    await vi.waitFor(() => expect([...gates.keys()]).toEqual(["a", "b", "c"]));
    const { toolCalls, run } = thread.store.getState();
    expect(["a", "b", "c"].map((id) => toolCalls[id]?.status)).toEqual(Array(3).fill("running"));
    expect(run.status).toBe("executing");
    for (const id of ["c", "a"]) await finish(id);
    expect(thread.getSnapshot().run.pendingToolCallIds).toEqual(["b"]);
    expect(agent.inputs).toHaveLength(1);
    await finish("b");
    await ended;
    expect(agent.inputs).toHaveLength(2);
  });

  test.each([
    [true, "cab"],
    [true, "bca"],
    [false, "cab"],
    [false, "bac"],
  ])("keep their results in order (one message: %s, order: %s)", async (one, order) => {
    const { agent, thread, gates, finish } = gated(one);
    const ended = thread.send("Hi");
    await vi.waitFor(() => expect(gates.size).toBe(3));
    for (const id of order) await finish(id);
    await ended;
    expect(faultsIn(agent.inputs[1]?.messages ?? [])).toEqual([]);
    expect(resultsIn(agent.inputs[1])).toMatchObject({
      a: { content: "a done" },
      b: { content: "b done" },
      c: { content: "c done" },
    });
  });

  test("show each result as soon as it exists", async () => {
    const { thread, gates, finish } = gated();
    const ended = thread.send("Hi");
    await vi.waitFor(() => expect(gates.size).toBe(3));
    await finish("b");
    expect(Object.keys(resultsIn(thread.store.getState()))).toEqual(["b"]);
    expect(thread.store.getState().toolCalls).toMatchObject({
      a: { status: "running" },
      b: { status: "complete", endedAt: expect.any(Number) },
      c: { status: "running" },
    });
    for (const id of ["a", "c"]) await finish(id);
    await ended;
  });

  test("are independent of one failing call", async () => {
    const { agent, thread, gates, finish } = gated();
    const ended = thread.send("Hi");
    await vi.waitFor(() => expect(gates.size).toBe(3));
    gates.get("a")?.reject(new Error("a broke"));
    await waitForSnapshot(thread, ({ toolCalls }) => toolCalls.a?.status === "failed");
    expect(thread.getSnapshot().toolCalls.b?.status).toBe("running");
    for (const id of ["b", "c"]) await finish(id);
    await ended;
    expect(resultsIn(agent.inputs[1])).toMatchObject({
      a: { error: "a broke" },
      b: { content: "b done" },
      c: { content: "c done" },
    });
  });
});

test("adds a single abort listener for many calls", async () => {
  const calls = Array.from({ length: 20 }, (_, i) => call("work", { i }, `c${i}`));
  const thread = createThread({ agent: scriptedAgent(callRun(...calls), textRun("Ok")) });
  const counts: number[] = [];
  thread.registerTool({
    name: "work",
    handler: (_, { signal }) => {
      counts.push(getEventListeners(signal, "abort").length);
    },
  });
  await thread.send("Hi");
  expect(counts).toHaveLength(20);
  // Node warns of a leak above ten listeners.
  expect(Math.max(...counts)).toBeLessThan(5);
});

test("does not block other calls by a slow validator", async () => {
  const agent = scriptedAgent(callRun(call("slow", {}, "s"), call("fast", {}, "f")), textRun("Ok"));
  const thread = createThread({ agent });
  const gate = createDeferred<{ readonly value: unknown }>();
  thread.registerTool({
    name: "slow",
    parameters: {
      "~standard": {
        version: 1,
        vendor: "test",
        validate: () => gate.promise,
        jsonSchema: { input: () => ({ type: "object" }) },
      },
    },
    handler: () => "slow done",
  });
  thread.registerTool({ name: "fast", handler: () => "fast done" });
  const ended = thread.send("Hi");
  await waitForSnapshot(thread, ({ toolCalls }) => toolCalls.f?.status === "complete");
  gate.resolve({ value: {} });
  await ended;
  expect(resultsIn(agent.inputs[1])).toMatchObject({ s: { content: "slow done" } });
});
