import { describe, expect, test, vi } from "vitest";
import { createSnapshot, createThread, type Message } from "../../../src/core.ts";
import { setProgress } from "../../../src/reducer/toolUpdates.ts";
import { scriptedAgent, textRun } from "../../../src/testing.ts";
import { createDeferred } from "../../support/deferred.ts";
import { call, callRun, resultsIn, waitForSnapshot } from "./calls.ts";

function copying() {
  const agent = scriptedAgent(callRun(call("copy")), textRun("Ok"));
  return { agent, thread: createThread({ agent }) };
}

test("ignores progress of a call that no longer runs", () => {
  const messages: readonly Message[] = [
    {
      id: "a1",
      role: "assistant",
      toolCalls: [{ id: "c1", type: "function", function: { name: "work", arguments: "{}" } }],
    },
    { id: "r1", role: "tool", toolCallId: "c1", content: "done" },
  ];
  const snapshot = createSnapshot({ threadId: "t1", messages });
  expect(setProgress(snapshot, "c1", "late").toolCalls.c1).toBe(snapshot.toolCalls.c1);
});

describe("an async generator as handler", () => {
  test("reports each yielded value and answers with the returned one", async () => {
    const { agent, thread } = copying();
    const gates = [createDeferred(), createDeferred()];
    thread.registerTool({
      name: "copy",
      async *handler() {
        yield { done: 1 };
        await gates[0]?.promise;
        yield { done: 2 };
        await gates[1]?.promise;
        return "copied 2";
      },
    });
    const ended = thread.send("Hi");
    const progressOf = (done: number) =>
      waitForSnapshot(thread, ({ toolCalls }) => {
        const progress = toolCalls.c1?.progress as { readonly done: number } | undefined;
        return progress?.done === done;
      });
    expect((await progressOf(1)).toolCalls.c1?.status).toBe("running");
    gates[0]?.resolve();
    await progressOf(2);
    expect(agent.inputs).toHaveLength(1);
    gates[1]?.resolve();
    await ended;
    expect(resultsIn(agent.inputs[1]).c1).toMatchObject({ content: "copied 2" });
    expect(thread.getSnapshot().toolCalls.c1?.status).toBe("complete");
  });

  test("may be returned by another function", async () => {
    const { agent, thread } = copying();
    async function* copy() {
      yield "half";
      return "copied";
    }
    thread.registerTool({ name: "copy", handler: async () => copy() });
    await thread.send("Hi");
    expect(resultsIn(agent.inputs[1]).c1).toMatchObject({ content: "copied" });
    expect(thread.getSnapshot().toolCalls.c1?.progress).toBe("half");
  });

  test("may end without a value", async () => {
    const { agent, thread } = copying();
    thread.registerTool({
      name: "copy",
      async *handler() {
        yield 1;
      },
    });
    await thread.send("Hi");
    expect(resultsIn(agent.inputs[1]).c1).not.toHaveProperty("error");
    expect(resultsIn(agent.inputs[1]).c1?.content).toBe("Done.");
  });

  test("is published once per frame, however much it reports", async () => {
    const { thread } = copying();
    const steps = 500;
    thread.registerTool({
      name: "copy",
      async *handler() {
        for (let n = 1; n <= steps; n++) yield n;
        return "copied";
      },
    });
    const seen: unknown[] = [];
    thread.store.subscribe(({ toolCalls }) => {
      const { status, progress } = toolCalls.c1 ?? {};
      if (status === "running") seen.push(progress);
    });
    await thread.send("Hi");
    // All 500 values are yielded within a few frames; one entry is the start.
    expect(seen.length).toBeLessThan(10);
    expect(thread.getSnapshot().toolCalls.c1?.progress).toBe(steps);
  });

  test("keeps its last progress when it throws", async () => {
    const { agent, thread } = copying();
    thread.registerTool({
      name: "copy",
      async *handler() {
        yield "half";
        throw new Error("disk full");
      },
    });
    await thread.send("Hi");
    expect(resultsIn(agent.inputs[1]).c1).toMatchObject({ error: "disk full" });
    expect(thread.getSnapshot().toolCalls.c1).toMatchObject({ status: "failed", progress: "half" });
  });

  test("is closed by stop(), and its later errors are ignored", async () => {
    const { thread } = copying();
    const gate = createDeferred();
    const cleanUp = vi.fn();
    thread.registerTool({
      name: "copy",
      async *handler() {
        try {
          yield 1;
          await gate.promise;
          yield 2;
        } finally {
          cleanUp();
        }
      },
    });
    const ended = thread.send("Hi");
    await waitForSnapshot(thread, ({ toolCalls }) => toolCalls.c1?.progress === 1);
    thread.stop();
    expect((await ended).outcome).toBe("cancelled");
    gate.resolve();
    await vi.waitFor(() => expect(cleanUp).toHaveBeenCalledTimes(1));
    expect(thread.getSnapshot().toolCalls.c1).toMatchObject({ status: "failed", progress: 1 });
  });

  test("is closed by stop() also while a step never ends", async () => {
    const { thread } = copying();
    const returned = vi.fn(() => Promise.reject(new Error("will not end")));
    const next = vi.fn(() => new Promise<never>(() => {}));
    thread.registerTool({
      name: "copy",
      handler: () => ({
        [Symbol.asyncIterator]() {
          return this;
        },
        next,
        return: returned,
      }),
    });
    const ended = thread.send("Hi");
    await vi.waitFor(() => expect(next).toHaveBeenCalled());
    thread.stop();
    expect((await ended).outcome).toBe("cancelled");
    expect(returned).toHaveBeenCalledTimes(1);
  });
});

test("keeps the progress of two calls apart", async () => {
  const agent = scriptedAgent(callRun(call("copy", {}, "a"), call("copy", {}, "b")), textRun("Ok"));
  const thread = createThread({ agent });
  thread.registerTool({
    name: "copy",
    async *handler(_, { toolCallId }) {
      yield `${toolCallId} half`;
      return "";
    },
  });
  await thread.send("Hi");
  expect(thread.getSnapshot().toolCalls).toMatchObject({
    a: { progress: "a half" },
    b: { progress: "b half" },
  });
});
