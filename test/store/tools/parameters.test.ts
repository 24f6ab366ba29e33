import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import * as v from "valibot";
import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { createThread, type ObjectSchema, type StandardJsonSchema } from "../../../src/core.ts";
import { scriptedAgent, textRun } from "../../../src/testing.ts";
import { call, callRun, resultsIn } from "./calls.ts";

/** Creates a thread whose agent makes one call and then answers "Done". */
function calling(args: unknown, name = "weather") {
  const agent = scriptedAgent(callRun(call(name, args)), textRun("Done"));
  return { agent, thread: createThread({ agent }), handler: vi.fn((_: unknown) => "sunny") };
}

const forecast: Record<string, StandardJsonSchema | ObjectSchema> = {
  "Zod 4": z.object({ city: z.string(), days: z.number().optional() }),
  Valibot: toStandardJsonSchema(v.object({ city: v.string(), days: v.optional(v.number()) })),
  ArkType: type({ city: "string", "days?": "number" }),
  "JSON Schema": {
    type: "object",
    properties: { city: { type: "string" }, days: { type: "number" } },
    required: ["city"],
  },
};

describe.each(Object.entries(forecast))("parameters of %s", (_, parameters) => {
  test("are described to the agent", async () => {
    const { agent, thread, handler } = calling({ city: "Rome" });
    thread.registerTool({ name: "weather", description: "Tells it", parameters, handler });
    await thread.send("Hi");
    expect(agent.inputs[0]?.tools).toEqual([
      {
        name: "weather",
        description: "Tells it",
        parameters: expect.objectContaining({
          type: "object",
          properties: { city: { type: "string" }, days: { type: "number" } },
          required: ["city"],
        }),
      },
    ]);
    expect(agent.inputs[0]?.tools?.[0]?.parameters).not.toHaveProperty("$schema");
  });

  test("accept valid arguments", async () => {
    const { agent, thread, handler } = calling({ city: "Rome", days: 2 });
    thread.registerTool({ name: "weather", parameters, handler });
    await thread.send("Hi");
    expect(handler.mock.calls.map(([args]) => args)).toEqual([{ city: "Rome", days: 2 }]);
    expect(resultsIn(agent.inputs[1]).c1).toMatchObject({ content: "sunny" });
    expect(resultsIn(agent.inputs[1]).c1).not.toHaveProperty("error");
  });

  test.each([
    ["a field of the wrong type", { city: "Rome", days: "two" }, /days/],
    ["a field that is missing", { days: 2 }, /city/],
    ["no object", "5", /object/i],
    ["a list", [{ city: "Rome" }], /object|city/i],
    // Counts as an object without fields.
    ["null", "null", /city/],
  ])("keep %s from the handler and report them to the agent", async (_, args, problem) => {
    const { agent, thread, handler } = calling(args);
    thread.registerTool({ name: "weather", parameters, handler });
    expect((await thread.send("Hi")).outcome).toBe("success");
    expect(handler).not.toHaveBeenCalled();
    expect(resultsIn(agent.inputs[1]).c1).toMatchObject({
      content: expect.stringMatching(/arguments of the tool "weather" are not valid: .*again/),
      error: "invalid arguments",
    });
    expect(resultsIn(agent.inputs[1]).c1?.content).toMatch(problem);
    expect(thread.getSnapshot().toolCalls.c1?.status).toBe("failed");
  });
});

describe("the output of a schema", () => {
  test("reaches the handler transformed, trimmed and with defaults", async () => {
    const { thread, handler } = calling({ city: " Rome ", day: "2025-06-01" });
    const parameters = z.object({
      city: z.string().trim(),
      days: z.number().default(3),
      day: z.string().transform((day) => new Date(day)),
    });
    thread.registerTool({ name: "weather", parameters, handler });
    await thread.send("Hi");
    expect(handler.mock.calls[0]?.[0]).toEqual({
      city: "Rome",
      days: 3,
      day: new Date("2025-06-01"),
    });
  });

  test("is not stored in the conversation", async () => {
    const { agent, thread, handler } = calling({ city: " Rome " });
    const parameters = z.object({ city: z.string().trim() });
    thread.registerTool({ name: "weather", parameters, handler });
    await thread.send("Hi");
    expect(agent.inputs[1]?.messages[1]).toMatchObject({
      toolCalls: [{ function: { arguments: '{"city":" Rome "}' } }],
    });
  });

  test("may be computed asynchronously", async () => {
    const cityName = z.string().refine(async (city) => city === "Rome", "no such city");
    for (const [city, runs] of [
      ["Rome", 1],
      ["Atlantis", 0],
    ] as const) {
      const { agent, thread, handler } = calling({ city });
      thread.registerTool({ name: "weather", parameters: z.object({ city: cityName }), handler });
      await thread.send("Hi");
      expect(handler).toHaveBeenCalledTimes(runs);
      expect(resultsIn(agent.inputs[1]).c1?.content).toMatch(runs ? "sunny" : "city: no such city");
    }
  });

  test("names the path of a nested problem", async () => {
    const { agent, thread, handler } = calling({ days: [{ at: 1 }, { at: "x" }] });
    const parameters = z.object({ days: z.array(z.object({ at: z.number() })) });
    thread.registerTool({ name: "weather", parameters, handler });
    await thread.send("Hi");
    expect(resultsIn(agent.inputs[1]).c1?.content).toContain("days.1.at: ");
  });

  test("is a failure when the schema throws", async () => {
    const { agent, thread, handler } = calling({});
    const parameters = z.object({}).check(() => {
      throw new Error("the schema is broken");
    });
    thread.registerTool({ name: "weather", parameters, handler });
    expect((await thread.send("Hi")).outcome).toBe("success");
    expect(handler).not.toHaveBeenCalled();
    expect(resultsIn(agent.inputs[1]).c1).toMatchObject({
      content: expect.stringContaining("the schema is broken"),
      error: "the schema is broken",
    });
  });
});

describe("a tool without a schema", () => {
  test.each([
    ["nothing", "", {}],
    ["white space", " \n", {}],
    ["an empty object", "{}", {}],
    ["null", "null", {}],
    ["whatever object", { a: [1, null] }, { a: [1, null] }],
  ])("accepts %s", async (_, args, expected) => {
    const { agent, thread, handler } = calling(args);
    thread.registerTool({ name: "weather", handler });
    await thread.send("Hi");
    expect(handler.mock.calls.map(([first]) => first)).toEqual([expected]);
    expect(agent.inputs[0]?.tools?.[0]).toEqual({
      name: "weather",
      description: "",
      parameters: { type: "object", properties: {} },
    });
  });

  test.each([["5"], ["[]"], ['"text"'], ["true"]])("rejects %s", async (args) => {
    const { agent, thread, handler } = calling(args);
    thread.registerTool({ name: "weather", handler });
    await thread.send("Hi");
    expect(handler).not.toHaveBeenCalled();
    expect(resultsIn(agent.inputs[1]).c1).toMatchObject({
      content: expect.stringContaining("must be an object"),
      error: "invalid arguments",
    });
  });
});

test.each([['{"city": "Ro'], ["{city: 'Rome'}"], ['{"city":"Rome"}{"city":"Rome"}'], ["Rome"]])(
  "keeps arguments that are not JSON, such as %s, from the handler",
  async (args) => {
    const { agent, thread, handler } = calling(args);
    thread.registerTool({ name: "weather", handler });
    expect((await thread.send("Hi")).outcome).toBe("success");
    expect(handler).not.toHaveBeenCalled();
    expect(resultsIn(agent.inputs[1]).c1).toMatchObject({
      content: expect.stringMatching(/"weather" are not valid JSON: .+\. Call it again/),
      error: "invalid JSON",
    });
  },
);
