import { describe, expect, test, vi } from "vitest";
import { createThread, type ThreadOptions } from "../../../../src/core.ts";
import { manualAgent, scriptedAgent, textRun } from "../../../../src/testing.ts";
import { call, callEvents, callRun, callRunEnding, faultsIn, resultsIn } from "../calls.ts";

/** Creates a thread whose agent calls `paint` once and then answers. */
function painting(options: Partial<ThreadOptions> = {}) {
  const agent = scriptedAgent(callRun(call("paint", { color: "red" })), textRun("I see"));
  return { agent, thread: createThread({ agent, ...options }) };
}

const cyclic: { self?: unknown } = {};
cyclic.self = cyclic;

describe("a handler that", () => {
  test.each<[string, () => unknown, string, string]>([
    ["throws", () => raise(new Error("no paint left")), "no paint left", "no paint left"],
    ["rejects", () => Promise.reject(new Error("no paint left")), "no paint left", "no paint left"],
    ["throws a text", () => raise("no paint left"), "no paint left", "no paint left"],
    ["throws nothing", () => raise(undefined), "undefined", "undefined"],
    ["throws an error without a word", () => raise(new Error("")), "did not say why", "why"],
    [
      "throws over several lines",
      () => raise(new Error("no paint\n  at x")),
      "no paint",
      "no paint",
    ],
    ["returns a circle", () => cyclic, "cannot be sent: Converting circular", "not serialisable"],
    ["returns a BigInt in an object", () => ({ n: 1n }), "cannot be sent: ", "not serialisable"],
    ["returns a function", () => () => 1, "cannot be sent: a function", "not serialisable"],
    ["returns a symbol", () => Symbol("s"), "cannot be sent: a symbol", "not serialisable"],
    [
      "returns what refuses to be JSON",
      () => ({ toJSON: () => raise(new Error("secret")) }),
      "cannot be sent: secret",
      "not serialisable",
    ],
  ])("%s ends as an error that the agent receives", async (_, handler, content, error) => {
    const { agent, thread } = painting();
    thread.registerTool({ name: "paint", handler });
    const { outcome } = await thread.send("Hi");
    expect(outcome).toBe("success");
    expect(agent.inputs).toHaveLength(2);
    expect(faultsIn(agent.inputs[1]?.messages ?? [])).toEqual([]);
    expect(resultsIn(agent.inputs[1]).c1).toMatchObject({
      content: expect.stringContaining(content),
      error: expect.stringContaining(error),
    });
    expect(resultsIn(agent.inputs[1]).c1?.content).toContain('"paint"');
    expect(resultsIn(agent.inputs[1]).c1?.content).not.toContain("at x");
    expect(thread.getSnapshot().toolCalls.c1?.status).toBe("failed");
    expect(thread.getSnapshot().run).toMatchObject({ status: "idle", outcome: "success" });
  });
});

describe("a call of an unregistered tool", () => {
  test("is answered at once when the server passes it to the client", async () => {
    const agent = scriptedAgent(
      callRunEnding({ type: "success", pendingToolCallIds: ["c1"] }, call("fly")),
      textRun("I see"),
    );
    const thread = createThread({ agent });
    thread.registerTool({ name: "walk" });
    thread.registerTool({ name: "swim" });
    await thread.send("Hi");
    expect(resultsIn(agent.inputs[1]).c1).toMatchObject({
      content: expect.stringMatching(/no tool "fly".*walk, swim/),
      error: "unknown tool",
    });
    expect(faultsIn(agent.inputs[1]?.messages ?? [])).toEqual([]);
  });

  test("is answered also when the page has no tools", async () => {
    const agent = scriptedAgent(
      callRunEnding({ type: "success", pendingToolCallIds: ["c1"] }, call("fly")),
      textRun("I see"),
    );
    const thread = createThread({ agent });
    await thread.send("Hi");
    expect(resultsIn(agent.inputs[1]).c1).toMatchObject({ error: "unknown tool" });
    expect(thread.getSnapshot().run.status).toBe("idle");
  });

  test("belongs to the server when the page has no tools, until something else is sent", async () => {
    const agent = scriptedAgent(callRun(call("fly")), textRun("I see"));
    const thread = createThread({ agent });
    await thread.send("Hi");
    expect(agent.inputs).toHaveLength(1);
    expect(thread.getSnapshot().toolCalls.c1?.status).toBe("pending");
    expect(thread.getSnapshot().run).toMatchObject({ status: "idle", pendingToolCallIds: [] });
    await thread.send("And?");
    expect(resultsIn(agent.inputs[1]).c1).toMatchObject({ error: "not answered" });
    expect(faultsIn(agent.inputs[1]?.messages ?? [])).toEqual([]);
  });

  test("is answered when its tool was removed during the run", async () => {
    const agent = manualAgent();
    const thread = createThread({ agent });
    const handler = vi.fn();
    const unregister = thread.registerTool({ name: "paint", handler });
    const ended = thread.send("Hi");
    const { threadId, runId } = await agent.started();
    await agent.emit({ type: "RUN_STARTED", threadId, runId }, ...callEvents([call("paint")]));
    unregister();
    await agent.emit({ type: "RUN_FINISHED", threadId, runId });
    await agent.finish();
    await vi.waitFor(() => expect(agent.inputs).toHaveLength(2));
    await agent.finish();
    await ended;
    expect(handler).not.toHaveBeenCalled();
    expect(resultsIn(agent.inputs[1]).c1).toMatchObject({ error: "unknown tool" });
    expect(agent.inputs[1]?.tools).toEqual([]);
  });
});

describe("an unavailable tool", () => {
  test("is not offered, and its calls belong to the server", async () => {
    const { agent, thread } = painting();
    const handler = vi.fn();
    thread.registerTool({ name: "paint", handler, available: false });
    thread.registerTool({ name: "draw", handler });
    await thread.send("Hi");
    expect(agent.inputs[0]?.tools?.map(({ name }) => name)).toEqual(["draw"]);
    expect(agent.inputs).toHaveLength(1);
    expect(handler).not.toHaveBeenCalled();
  });

  test("is rejected when the server passes the call to the client", async () => {
    const agent = scriptedAgent(
      callRunEnding({ type: "success", pendingToolCallIds: ["c1"] }, call("paint")),
      textRun("I see"),
    );
    const thread = createThread({ agent });
    const handler = vi.fn();
    thread.registerTool({ name: "paint", handler, available: false });
    await thread.send("Hi");
    expect(handler).not.toHaveBeenCalled();
    expect(resultsIn(agent.inputs[1]).c1).toMatchObject({
      content: expect.stringContaining('"paint" is not available'),
      error: "not available",
    });
  });

  test("is rejected when it became unavailable during the run, and offered again later", async () => {
    const tool = { name: "paint", handler: vi.fn(() => "ok"), available: true };
    const agent = scriptedAgent(
      [
        callRun(call("paint")),
        () => {
          tool.available = false;
          return undefined;
        },
      ],
      textRun("I see"),
    );
    const thread = createThread({ agent });
    thread.registerTool(tool);
    await thread.send("Hi");
    tool.available = true;
    await thread.send("Now?");
    expect(tool.handler).not.toHaveBeenCalled();
    expect(resultsIn(agent.inputs[1]).c1).toMatchObject({ error: "not available" });
    expect(agent.inputs.map(({ tools }) => tools?.length)).toEqual([1, 0, 1]);
  });
});

test("passes a failure to the agent although the run ended there", async () => {
  const { agent, thread } = painting();
  thread.registerTool({
    name: "paint",
    followUp: false,
    handler: () => raise(new Error("no paint left")),
  });
  await thread.send("Hi");
  expect(resultsIn(agent.inputs[1]).c1).toMatchObject({ error: "no paint left" });
  expect(thread.getSnapshot().run.stopReason).toBeUndefined();
});

function raise(error: unknown): never {
  throw error;
}

test.each(["denied", "stopped", "interrupted", "none"])(
  "treats a handler that throws the reserved error “%s” as failed",
  async (word) => {
    const agent = scriptedAgent(
      callRun(call("fail", {}, "a"), call("rest", {}, "b")),
      textRun("Ok"),
    );
    const thread = createThread({ agent });
    thread.registerTool({ name: "fail", handler: () => Promise.reject(new Error(word)) });
    thread.registerTool({ name: "rest", followUp: false, handler: () => "done" });
    await thread.send("Hi");
    expect(thread.getSnapshot().toolCalls.a?.status).toBe("failed");
    // The agent receives the failure, whatever the tool beside it wants.
    expect(resultsIn(agent.inputs[1]).a).toMatchObject({ error: `failed: ${word}` });
  },
);

test("shortens a long error, and keeps it whole in the content", async () => {
  const agent = scriptedAgent(callRun(call("fail")), textRun("Ok"));
  const thread = createThread({ agent });
  thread.registerTool({ name: "fail", handler: () => Promise.reject(new Error("x".repeat(5000))) });
  await thread.send("Hi");
  const { content, error } = resultsIn(agent.inputs[1]).c1 ?? {};
  expect(error?.length).toBeLessThan(400);
  expect(content?.length).toBeGreaterThan(5000);
});
