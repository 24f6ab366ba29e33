import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { createAgentClient, createThread } from "../../../src/core.ts";
import { manualAgent, scriptedAgent, textRun } from "../../../src/testing.ts";
import { call, callEvents, callRun, resultsIn } from "./calls.ts";

const schemaOf = (field: string) => ({
  type: "object" as const,
  properties: { [field]: { type: "string" } },
  required: [field],
});

/** Creates a tool that counts how often its schema is read. */
function watched(name: string, options: { readonly available?: boolean } = {}) {
  const read = vi.fn(() => schemaOf("city"));
  const tool = {
    ...options,
    name,
    handler: () => "ok",
    get parameters() {
      return read();
    },
  };
  return { tool, read };
}

describe("the schema of a tool", () => {
  test("is read once per run and once per call", async () => {
    const agent = scriptedAgent(textRun("Hi"), callRun(call("a", { city: "Rome" })), textRun("Ok"));
    const thread = createThread({ agent });
    const { tool, read } = watched("a");
    const unregister = thread.registerTool(tool);
    unregister();
    thread.registerTool(tool);
    expect(read).not.toHaveBeenCalled();
    await thread.send("One");
    expect(read).toHaveBeenCalledTimes(1);
    await thread.send("Two");
    // Read for the run, for the call, and for the run after it.
    expect(read).toHaveBeenCalledTimes(4);
  });

  test("is not read for an unavailable tool", async () => {
    const agent = scriptedAgent(textRun("Hi"));
    const thread = createThread({ agent });
    const { tool, read } = watched("a", { available: false });
    thread.registerTool(tool);
    await thread.send("One");
    expect(agent.inputs[0]?.tools).toEqual([]);
    expect(read).not.toHaveBeenCalled();
  });

  test("is not read for a shadowed tool", async () => {
    const client = createAgentClient({ agent: scriptedAgent(textRun("Hi")) });
    const { tool, read } = watched("a");
    client.registerTool(tool);
    const thread = client.thread();
    thread.registerTool({ name: "a" });
    await thread.send("One");
    expect(read).not.toHaveBeenCalled();
  });

  test("is the current one when the run starts and when the call is made", async () => {
    const agent = manualAgent();
    const thread = createThread({ agent });
    const handler = vi.fn();
    // A new object, as a component creates it in every render.
    const tool = { name: "a", description: "first", parameters: schemaOf("first"), handler };
    thread.registerTool(tool);
    const ended = thread.send("Hi");
    const { threadId, runId, tools } = await agent.started();
    expect(tools).toMatchObject([{ description: "first", parameters: { required: ["first"] } }]);

    const later = vi.fn((_: unknown) => "later");
    Object.assign(tool, { description: "second", parameters: schemaOf("second"), handler: later });
    await agent.emit(
      { type: "RUN_STARTED", threadId, runId },
      ...callEvents([call("a", { second: "x" })]),
      { type: "RUN_FINISHED", threadId, runId },
    );
    await agent.finish();
    await vi.waitFor(() => expect(agent.inputs).toHaveLength(2));
    await agent.finish();
    await ended;
    expect(handler).not.toHaveBeenCalled();
    expect(later.mock.calls[0]?.[0]).toEqual({ second: "x" });
    expect(resultsIn(agent.inputs[1]).c1).toMatchObject({ content: "later" });
    expect(agent.inputs[1]?.tools).toMatchObject([
      { description: "second", parameters: { required: ["second"] } },
    ]);
  });

  test("is not mutated, and may be frozen", async () => {
    const agent = scriptedAgent(callRun(call("a", { city: "Rome" })), textRun("Ok"));
    const thread = createThread({ agent });
    const parameters = Object.freeze(schemaOf("city"));
    const before = JSON.stringify(parameters);
    thread.registerTool({ name: "a", parameters, handler: () => "ok" });
    await thread.send("Hi");
    expect(resultsIn(agent.inputs[1]).c1?.content).toBe("ok");
    expect(JSON.stringify(parameters)).toBe(before);
  });
});

test("requests the input schema in the draft that agents support", async () => {
  const input = vi.fn(() => ({ $schema: "https://example.com/draft", type: "object" }));
  const agent = scriptedAgent(textRun("Hi"));
  const thread = createThread({ agent });
  const validate = (value: unknown) => ({ value });
  thread.registerTool({
    name: "a",
    parameters: { "~standard": { version: 1, vendor: "test", validate, jsonSchema: { input } } },
  });
  await thread.send("Hi");
  expect(input.mock.calls).toEqual([[{ target: "draft-2020-12" }]]);
  expect(agent.inputs[0]?.tools?.[0]?.parameters).toEqual({ type: "object" });
});

describe("a schema that cannot describe itself", () => {
  test.each([
    ["holds what JSON cannot", z.object({ at: z.date() })],
    [
      "is of a library that knows no JSON Schema",
      { "~standard": { version: 1, vendor: "old", validate: () => ({ value: {} }) } },
    ],
  ])("is reported, and its tool not offered, when it %s", async (_, parameters) => {
    const reported = vi.spyOn(console, "error").mockImplementation(() => {});
    const agent = scriptedAgent(textRun("Hi"));
    const thread = createThread({ agent });
    // The type forbids these parameters, but a JavaScript program may pass them.
    thread.registerTool({ name: "plan_trip", parameters: parameters as never, handler: () => "" });
    thread.registerTool({ name: "other", handler: () => "" });
    const { outcome } = await thread.send("Hi");
    expect(outcome).toBe("success");
    expect(agent.inputs[0]?.tools?.map(({ name }) => name)).toEqual(["other"]);
    expect(String(reported.mock.calls[0]?.[0])).toMatch(/"plan_trip".*JSON Schema/);
    reported.mockRestore();
  });
});
