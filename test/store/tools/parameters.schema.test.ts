import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import * as v from "valibot";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { createAgentClient, createThread } from "../../../src/core.ts";
import { manualAgent, scriptedAgent, textRun } from "../../../src/testing.ts";
import { nestedObject } from "../../support/nestedJson.ts";
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

/** Runs a thread with one tool, and returns the tools that the agent was offered and the warnings. */
async function offer(name: string, parameters: unknown) {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  const agent = scriptedAgent(textRun("Hi"), textRun("Hi"));
  const thread = createThread({ agent });
  // The type forbids some of these parameters, but a JavaScript application may pass them.
  thread.registerTool({ name, parameters: parameters as never, handler: () => "" });
  await thread.send("One");
  await thread.send("Two");
  const warnings = warn.mock.calls.map(([text]) => String(text));
  warn.mockRestore();
  return { tools: agent.inputs[0]?.tools ?? [], warnings };
}

describe("a part that JSON Schema cannot express", () => {
  test.each([
    ["Zod", z.object({ at: z.coerce.date(), city: z.string() })],
    ["Valibot", toStandardJsonSchema(v.object({ at: v.date(), city: v.string() }))],
    ["ArkType", type({ at: "Date", city: "string" })],
  ])("allows any value, with the schema of %s", async (library, parameters) => {
    const name = `plan_${library}`;
    const { tools, warnings } = await offer(name, parameters);
    expect(tools[0]?.parameters).toMatchObject({
      type: "object",
      properties: { at: {}, city: { type: "string" } },
    });
    // ArkType itself accepts every value for such a part.
    expect(warnings).toHaveLength(library === "ArkType" ? 0 : 1);
    for (const warning of warnings) expect(warning).toMatch(new RegExp(`"${name}".*any value`));
  });

  test("is parsed when the agent calls the tool", async () => {
    const received: unknown[] = [];
    const agent = scriptedAgent(callRun(call("a", { at: "2026-01-31" })), textRun("Ok"));
    const thread = createThread({ agent });
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    onTestFinished(() => warn.mockRestore());
    thread.registerTool({
      name: "a",
      parameters: z.object({ at: z.coerce.date() }),
      handler: ({ at }) => received.push(at.getUTCFullYear()),
    });
    await thread.send("Hi");
    expect(received).toEqual([2026]);
  });
});

describe("a tool that model providers refuse is offered with one warning", () => {
  test.each([
    ["a name with a space", "plan trip", { type: "object" }, /"plan trip".*64/],
    ["a name of 65 characters", "a".repeat(65), { type: "object" }, /64/],
    ["parameters that are a text", "plan", z.string(), /"plan".*z\.object/],
    ["parameters without a type", "untyped", { properties: {} }, /"untyped".*type: "object"/],
  ])("for %s", async (_, name, parameters, warning) => {
    const { tools, warnings } = await offer(name, parameters);
    expect(tools).toHaveLength(1);
    expect(warnings).toEqual([expect.stringMatching(warning)]);
  });
});

describe("a schema that cannot describe itself", () => {
  test.each([
    ["is a shape of Zod instead of an object", { at: z.string() }],
    [
      "is of a library that knows no JSON Schema",
      { "~standard": { version: 1, vendor: "old", validate: () => ({ value: {} }) } },
    ],
    ["contains a BigInt", { type: "object", properties: { at: { default: 10n } } }],
    ["is nested in 6,000 levels", { type: "object", properties: nestedObject(6_000) }],
  ])("is reported, and its tool not offered, when it %s", async (_, parameters) => {
    const reported = vi.spyOn(console, "error").mockImplementation(() => {});
    const agent = scriptedAgent(textRun("Hi"));
    const thread = createThread({ agent });
    // The type forbids these parameters, but a JavaScript application may pass them.
    thread.registerTool({ name: "plan_trip", parameters: parameters as never, handler: () => "" });
    thread.registerTool({ name: "other", handler: () => "" });
    const { outcome } = await thread.send("Hi");
    expect(outcome).toBe("success");
    expect(agent.inputs[0]?.tools?.map(({ name }) => name)).toEqual(["other"]);
    expect(String(reported.mock.calls[0]?.[0])).toMatch(
      /"plan_trip".*(JSON Schema|z\.object|BigInt|512 levels)/,
    );
    reported.mockRestore();
  });
});
