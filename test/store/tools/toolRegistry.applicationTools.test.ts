import { describe, expect, test, vi } from "vitest";
import { createAgentClient, createThread, type Tool } from "../../../src/core.ts";
import { manualAgent, runError, runStarted, scriptedAgent, textRun } from "../../../src/testing.ts";
import {
  call,
  callEvents,
  callRun,
  callRunEnding,
  recordStatuses,
  resultsIn,
  untilIdle,
  waitForSnapshot,
} from "./calls.ts";

const offered: Tool = { name: "scan", description: "Scans a page", parameters: { type: "object" } };

describe("a tool of the `tools` option", () => {
  test.each<[string, boolean]>([
    ["of a thread", false],
    ["named by the server as well", true],
  ])("is offered, and its calls are left to the application: %s", async (_, isNamed) => {
    const outcome = { type: "success", pendingToolCallIds: ["c1"] } as const;
    const agent = scriptedAgent(
      callRunEnding(isNamed ? { ...outcome, pendingToolCallIds: ["c1"] } : undefined, call("scan")),
      textRun("Ok"),
    );
    const thread = createThread({ agent, tools: [offered] });
    const statuses = recordStatuses(thread);
    await thread.send("Hi");
    expect(statuses).toEqual(["submitted", "streaming", "idle"]);
    expect(agent.inputs).toHaveLength(1);
    expect(agent.inputs[0]?.tools).toEqual([offered]);
    expect(thread.getSnapshot().toolCalls.c1?.status).toBe("pending");
    expect(thread.getSnapshot().run).toMatchObject({ status: "idle", pendingToolCallIds: ["c1"] });
    const idle = untilIdle(thread);
    await thread.answerToolCall("c1", { value: "scanned" });
    await idle;
    expect(resultsIn(agent.inputs[1]).c1).toMatchObject({ content: "scanned" });
    expect(agent.inputs[1]?.tools).toEqual([offered]);
  });

  test("may be offered by a client or for one run", async () => {
    const one = scriptedAgent(callRun(call("scan")), textRun("Ok"));
    const client = createAgentClient({ agent: one, tools: [offered] });
    await client.thread().send("Hi");
    const two = scriptedAgent(callRun(call("scan")), textRun("Ok"));
    const thread = createThread({ agent: two });
    await thread.send("Hi", { tools: [offered] });
    for (const [agent, it] of [
      [one, client.thread()],
      [two, thread],
    ] as const) {
      expect(it.getSnapshot().run.pendingToolCallIds).toEqual(["c1"]);
      const idle = untilIdle(it);
      await it.answerToolCall("c1", { value: "scanned" });
      await idle;
      expect(agent.inputs.map(({ tools }) => tools)).toEqual([[offered], [offered]]);
    }
  });

  test("is left to the application also when a registered tool is called beside it", async () => {
    const agent = scriptedAgent(
      callRun(call("scan", {}, "s"), call("look", {}, "l")),
      textRun("Ok"),
    );
    const thread = createThread({ agent, tools: [offered] });
    thread.registerTool({ name: "look", handler: () => "seen" });
    await thread.send("Hi");
    expect(thread.getSnapshot().toolCalls).toMatchObject({
      s: { status: "pending" },
      l: { status: "complete" },
    });
    expect(thread.getSnapshot().run).toMatchObject({ status: "idle", pendingToolCallIds: ["s"] });
    expect(agent.inputs).toHaveLength(1);
    const idle = untilIdle(thread);
    await thread.answerToolCall("s", { value: "scanned" });
    await idle;
    expect(resultsIn(agent.inputs[1])).toMatchObject({
      s: { content: "scanned" },
      l: { content: "seen" },
    });
  });

  test("is shadowed by a registered tool of the same name", async () => {
    const agent = scriptedAgent(callRun(call("scan")), textRun("Ok"));
    const thread = createThread({ agent, tools: [offered] });
    thread.registerTool({ name: "scan", description: "Registered", handler: () => "by hand" });
    await thread.send("Hi");
    expect(agent.inputs[0]?.tools).toMatchObject([{ name: "scan", description: "Registered" }]);
    expect(resultsIn(agent.inputs[1]).c1).toMatchObject({ content: "by hand" });
  });
});

describe("an application that answers a call in its listener", () => {
  test("continues the agent after the run", async () => {
    const agent = manualAgent();
    const thread = createThread({ agent, tools: [offered] });
    thread.subscribe({
      onToolCall: ({ id }) => void thread.answerToolCall(id, { value: "scanned" }),
    });
    const ended = thread.send("Hi");
    const { threadId, runId } = await agent.started();
    await agent.emit({ type: "RUN_STARTED", threadId, runId }, ...callEvents([call("scan")]));
    await waitForSnapshot(thread, ({ toolCalls }) => toolCalls.c1?.status === "complete");
    await agent.emit({ type: "RUN_FINISHED", threadId, runId });
    await agent.finish();
    await vi.waitFor(() => expect(agent.inputs).toHaveLength(2));
    await agent.finish();
    await ended;
    expect(resultsIn(agent.inputs[1]).c1).toMatchObject({ content: "scanned" });
  });

  test("is notified of its own answer once", async () => {
    const agent = manualAgent();
    const thread = createThread({ agent, tools: [offered] });
    const notified: string[] = [];
    thread.subscribe({ onMessage: ({ role }) => notified.push(role) });
    const ended = thread.send("Hi");
    const { threadId, runId } = await agent.started();
    await agent.emit({ type: "RUN_STARTED", threadId, runId }, ...callEvents([call("scan")]));
    await thread.answerToolCall("c1", { value: "scanned", followUp: false });
    await agent.emit({ type: "RUN_FINISHED", threadId, runId });
    await agent.finish();
    await ended;
    expect(notified).toEqual(["user", "tool", "assistant"]);
  });

  test("gets no follow-up when it wants none", async () => {
    const agent = manualAgent();
    const thread = createThread({ agent, tools: [offered] });
    const ended = thread.send("Hi");
    const { threadId, runId } = await agent.started();
    await agent.emit({ type: "RUN_STARTED", threadId, runId }, ...callEvents([call("scan")]));
    await thread.answerToolCall("c1", { value: "scanned", followUp: false });
    await agent.emit({ type: "RUN_FINISHED", threadId, runId });
    await agent.finish();
    await ended;
    expect(agent.inputs).toHaveLength(1);
    expect(thread.getSnapshot().run).toMatchObject({ status: "idle", stopReason: "no-follow-up" });
  });

  test("does not continue the agent after a failed run", async () => {
    const agent = scriptedAgent(
      [runStarted(), ...callEvents([call("scan")]), { delayMs: 20 }, runError("overloaded")],
      textRun("Ok"),
    );
    const thread = createThread({ agent, tools: [offered] });
    thread.subscribe({
      onToolCall: ({ id }) => void thread.answerToolCall(id, { value: "scanned" }),
    });
    const { outcome } = await thread.send("Hi");
    expect(outcome).toBe("error");
    expect(agent.inputs).toHaveLength(1);
    expect(thread.getSnapshot().run.status).toBe("error");
    await thread.retry();
    expect(resultsIn(agent.inputs[1]).c1).toMatchObject({ content: "scanned" });
    expect(agent.inputs).toHaveLength(2);
  });
});
