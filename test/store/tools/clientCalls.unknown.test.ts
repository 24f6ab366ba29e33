import { describe, expect, test, vi } from "vitest";
import { createThread, type EventInput } from "../../../src/core.ts";
import { executableCalls } from "../../../src/store/tools/clientCalls.ts";
import { runFinished, runStarted, scriptedAgent, textRun } from "../../../src/testing.ts";
import { call, callEvents, callRun, faultsIn, resultsIn } from "./calls.ts";

const flight = { id: "a", type: "function", function: { name: "fly", arguments: "{}" } } as const;

describe("a call of a tool that neither the page nor the application has", () => {
  test("has a later result of the server under the server's id", async () => {
    const agent = scriptedAgent(
      callRun(call("fly", {}, "a")),
      [
        runStarted(),
        { type: "TOOL_CALL_RESULT", messageId: "srv", toolCallId: "a", content: "flown" },
        runFinished(),
      ],
      textRun("Done"),
    );
    const thread = createThread({ agent });
    thread.registerTool({ name: "walk", handler: () => "walked" });
    await thread.send("Fly");
    expect(resultsIn(agent.inputs[1]).a).toMatchObject({ error: "unknown tool" });
    await thread.send("And now?");
    expect(resultsIn(agent.inputs[2]).a).toMatchObject({ id: "srv", content: "flown" });
    expect(resultsIn(agent.inputs[2]).a).not.toHaveProperty("error");
    expect(thread.getSnapshot().toolCalls.a).toMatchObject({ status: "complete" });
  });

  test("goes back to the agent as an error, and the run continues", async () => {
    const agent = scriptedAgent(callRun(call("fly", {}, "a")), textRun("I cannot fly."));
    const thread = createThread({ agent });
    thread.registerTool({ name: "walk", handler: () => "walked" });
    expect(await thread.send("Fly")).toMatchObject({ outcome: "success" });
    expect(resultsIn(agent.inputs[1]).a).toMatchObject({
      error: "unknown tool",
      content: expect.stringContaining('There is no tool "fly"'),
    });
    expect(faultsIn(agent.inputs[1]?.messages ?? [])).toEqual([]);
    expect(thread.getSnapshot().toolCalls.a).toMatchObject({ status: "failed" });
    expect(thread.getSnapshot().messages.at(-1)).toMatchObject({ content: "I cannot fly." });
  });

  test.each([
    ["in messages of their own", undefined],
    ["in one message", "m1"],
  ])("goes back as an error beside calls of the page and of the server, %s", async (_, parent) => {
    const calls = [call("fly", {}, "a"), call("walk", {}, "b"), call("search", {}, "c")];
    const agent = scriptedAgent(
      [
        runStarted(),
        ...callEvents(calls, parent),
        { type: "TOOL_CALL_RESULT", messageId: "r1", toolCallId: "c", content: "found" },
        runFinished(),
      ],
      textRun("I cannot fly."),
    );
    const thread = createThread({ agent });
    thread.registerTool({ name: "walk", handler: () => "walked" });
    expect(await thread.send("Fly")).toMatchObject({ outcome: "success" });
    expect(resultsIn(agent.inputs[1])).toMatchObject({
      a: { content: expect.stringContaining('There is no tool "fly"'), error: "unknown tool" },
      b: { content: "walked" },
      c: { content: "found" },
    });
    expect(faultsIn(agent.inputs[1]?.messages ?? [])).toEqual([]);
  });

  test("is the server's business when the server has answered that tool before", async () => {
    const result = { type: "TOOL_CALL_RESULT", messageId: "r1", toolCallId: "a" } as const;
    const agent = scriptedAgent(
      [
        runStarted(),
        ...callEvents([call("search", {}, "a")], "m1"),
        { ...result, content: "found" },
        runFinished(),
      ],
      callRun(call("search", { more: true }, "b"), call("walk", {}, "c")),
      textRun("Done"),
    );
    const thread = createThread({ agent });
    thread.registerTool({ name: "walk", handler: () => "walked" });
    await thread.send("Search");
    await thread.send("Search more");
    expect(resultsIn(agent.inputs[2])).toMatchObject({
      b: { error: "not answered" },
      c: { content: "walked" },
    });
  });

  test("does not repeat forever", async () => {
    const agent = scriptedAgent(
      ...Array.from({ length: 9 }, (_, i) => callRun(call("fly", {}, `c${i}`))),
    );
    const thread = createThread({ agent });
    thread.registerTool({ name: "walk", handler: () => "walked" });
    await thread.send("Fly");
    expect(agent.inputs).toHaveLength(3);
    expect(thread.getSnapshot().run.stopReason).toBe("repeated-call");
  });

  test.each<[string, EventInput[]]>([
    [
      "the agent has continued after it",
      [{ type: "TEXT_MESSAGE_CHUNK", messageId: "m2", delta: "Flown." }],
    ],
    [
      "the server has answered it",
      [{ type: "TOOL_CALL_RESULT", messageId: "r1", toolCallId: "a", content: "flown" }],
    ],
    [
      "the server has answered it, and a later snapshot lacks the answer",
      [
        { type: "TOOL_CALL_RESULT", messageId: "r1", toolCallId: "a", content: "flown" },
        {
          type: "MESSAGES_SNAPSHOT",
          messages: [{ id: "m1", role: "assistant", toolCalls: [flight] }],
        },
      ],
    ],
  ])("is the server's business when %s", async (_, after) => {
    const agent = scriptedAgent([
      runStarted(),
      ...callEvents([call("fly", {}, "a")], "m1"),
      ...after,
      runFinished(),
    ]);
    const thread = createThread({ agent });
    thread.registerTool({ name: "walk", handler: () => "walked" });
    await thread.send("Fly");
    expect(agent.inputs).toHaveLength(1);
  });

  test("is left to the application that offers the tool", async () => {
    const agent = scriptedAgent(callRun(call("fly", {}, "a")));
    const tools = [{ name: "fly", description: "", parameters: {} }];
    const thread = createThread({ agent, tools });
    await thread.send("Fly");
    expect(thread.getSnapshot().run.pendingToolCallIds).toEqual(["a"]);
  });
});

describe("a turn with several calls", () => {
  test("continues when any of their tools wants a follow-up", async () => {
    const agent = scriptedAgent(
      callRun(call("look", {}, "a"), call("read", {}, "b")),
      textRun("Done"),
    );
    const thread = createThread({ agent });
    thread.registerTool({ name: "look", handler: () => "seen", followUp: false });
    thread.registerTool({ name: "read", handler: () => "read" });
    await thread.send("Hi");
    expect(agent.inputs).toHaveLength(2);
  });
});

test("`null` as arguments counts as an empty object, also in what is sent", async () => {
  const handler = vi.fn(() => "seen");
  const agent = scriptedAgent(callRun(call("look", "null", "a")), textRun("Done"));
  const thread = createThread({ agent });
  thread.registerTool({ name: "look", handler });
  await thread.send("Hi");
  expect(handler).toHaveBeenCalledWith({}, expect.anything());
  const sent = agent.inputs[1]?.messages.find(({ role }) => role === "assistant");
  expect(sent).toMatchObject({ toolCalls: [{ function: { arguments: "{}" } }] });
});

const notice = { toolCallId: "a", content: "Forwarded to client" };

test.each<[string, EventInput]>([
  ["as an event", { type: "TOOL_CALL_RESULT", messageId: "r1", ...notice }],
  [
    "in a snapshot",
    {
      type: "MESSAGES_SNAPSHOT",
      messages: [
        {
          id: "m1",
          role: "assistant",
          toolCalls: [{ id: "a", type: "function", function: { name: "look", arguments: "{}" } }],
        },
        { id: "r1", role: "tool", ...notice },
      ],
    },
  ],
])(
  "a result that only says that the call was forwarded leaves it to its handler: %s",
  async (_, event) => {
    const handler = vi.fn(() => "seen");
    const agent = scriptedAgent(
      [runStarted(), ...callEvents([call("look", {}, "a")], "m1"), event, runFinished()],
      textRun("Done"),
    );
    const thread = createThread({ agent });
    thread.registerTool({ name: "look", handler });
    await thread.send("Hi");
    expect(handler).toHaveBeenCalledTimes(1);
    expect(resultsIn(agent.inputs[1]).a).toMatchObject({ content: "seen" });
  },
);

test("reads each call a few times at the end of a run with 100 calls of unknown tools", async () => {
  const count = 100;
  const calls = Array.from({ length: count }, (_, index) => call("fly", {}, `c${index}`));
  const thread = createThread({
    agent: scriptedAgent([runStarted(), ...callEvents(calls, "m1"), runFinished()]),
  });
  await thread.send("Fly");
  const { tracking, toolCalls, ...others } = thread.getSnapshot();
  let reads = 0;
  const counted = new Proxy(toolCalls, {
    get(record, key) {
      reads += 1;
      return Reflect.get(record, key);
    },
  });
  const offered = { ...others, toolCalls: counted, tracking: { ...tracking, toolNames: ["walk"] } };
  expect(executableCalls(offered, new Map(), [])).toHaveLength(count);
  expect(reads).toBeLessThan(5 * count);
});
