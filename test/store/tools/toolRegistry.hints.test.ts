import { type } from "arktype";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import * as z3 from "zod/v3";
import packageJson from "../../../package.json" with { type: "json" };
import { createThread } from "../../../src/core.ts";
import { scriptedAgent, textRun } from "../../../src/testing.ts";
import { call, callRun, resultsIn } from "./calls.ts";

beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => {});
  vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const warnings = () => vi.mocked(console.warn).mock.calls;
const errors = () => vi.mocked(console.error).mock.calls.map(([error]) => String(error));

/**
 * Sends a message to an agent that calls a tool in two runs, which throws this error.
 *
 * @param name - Name of the tool, for which a hint is printed once.
 */
async function paint(error: unknown, name = "paint") {
  const agent = scriptedAgent(
    callRun(call(name)),
    callRun(call(name, { again: true }, "c2")),
    textRun("Ok"),
  );
  const thread = createThread({ agent });
  thread.registerTool({
    name,
    handler: () => {
      throw error;
    },
  });
  await thread.send("Hi");
  return agent;
}

test("a handler that throws is printed once with its error, and the agent receives the message", async () => {
  const error = new Error("no brush");
  const agent = await paint(error);
  expect(warnings()).toEqual([
    [expect.stringMatching(/^agui-kit: the tool "paint" threw .*no brush.*"tool-threw"/), error],
  ]);
  expect(error.stack).toContain("toolRegistry.hints.test.ts");
  expect(resultsIn(agent.inputs[2]).c2).toMatchObject({ error: "no brush" });
});

test("a schema that throws is printed too", async () => {
  const agent = scriptedAgent(callRun(call("sketch")), textRun("Ok"));
  const thread = createThread({ agent });
  const parameters = z.object({}).refine(() => {
    throw new Error("no check");
  });
  thread.registerTool({ name: "sketch", parameters, handler: () => "ok" });
  await thread.send("Hi");
  expect(warnings()).toEqual([[expect.stringContaining("no check"), expect.any(Error)]]);
});

test("a handler that throws prints nothing in production", async () => {
  vi.stubEnv("NODE_ENV", "production");
  await paint(new Error("no brush"));
  expect(warnings()).toEqual([]);
});

test("a call of a tool that is not registered is printed once with the registered tools", async () => {
  const agent = scriptedAgent(
    callRun(call("pain")),
    callRun(call("pain", {}, "c2")),
    textRun("Ok"),
  );
  const thread = createThread({ agent });
  thread.registerTool({ name: "paint", handler: () => "ok" });
  await thread.send("Hi");
  expect(warnings()).toEqual([
    [expect.stringMatching(/called the tool "pain".*Registered tools: paint\..*"unknown-tool"/)],
  ]);
});

test("a call that a page without tools leaves open is printed once for all threads", async () => {
  const calls = ["c1", "c2", "c3"].map((id) => callRun(call("pain", {}, id)));
  const agent = scriptedAgent(...calls);
  const thread = createThread({ agent });
  await thread.send("Hi");
  await thread.send("Again");
  await createThread({ agent }).send("Hi");
  expect(agent.inputs).toHaveLength(3);
  expect(warnings()).toEqual([[expect.stringMatching(/called the tool "pain".*"open-call"/)]]);
});

test("a call of a tool that the page registered during the run is printed once", async () => {
  const agent = scriptedAgent((input, options) => {
    thread.registerTool({ name: "late", handler: () => "ok" });
    return callRun(call("late"))(input, options);
  }, textRun("Ok"));
  const thread = createThread({ agent });
  thread.registerTool({ name: "paint", handler: () => "ok" });
  await thread.send("Hi");
  expect(warnings()).toEqual([
    [expect.stringMatching(/"late".*registered the tool when the run had started.*"open-call"/)],
  ]);
});

test("a handler that awaits a message of the queue is printed once", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const calls = [call("paint"), call("sketch", {}, "c2")];
  const agent = scriptedAgent(callRun(...calls), textRun("Ok"), textRun("Ok"));
  const thread = createThread({ agent, whenBusy: "queue" });
  thread.registerTool({ name: "sketch", handler: () => void thread.send("Sketched") });
  thread.registerTool({
    name: "paint",
    handler: (_args, context) => context.thread.send("Painted"),
  });
  const run = thread.send("Hi");
  await vi.waitFor(() => expect(thread.getSnapshot().queue).toHaveLength(2));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(warnings()).toEqual([
    [expect.stringMatching(/the tool "paint" is still running.*without `await`.*"queued-send"/)],
  ]);
  thread.stop();
  await run;
});

test("a handler that returns before its message is sent prints nothing", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const agent = scriptedAgent(callRun(call("paint")), textRun("Ok"), textRun("Ok"));
  const thread = createThread({ agent, whenBusy: "queue" });
  thread.registerTool({ name: "paint", handler: () => void thread.send("Painted") });
  await thread.send("Hi");
  await vi.waitFor(() => expect(thread.getSnapshot().queue).toEqual([]));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(agent.inputs).toHaveLength(3);
  expect(warnings()).toEqual([]);
});

const undescribable: readonly (readonly [name: string, parameters: object, remedy: RegExp])[] = [
  ["a schema of Zod 3", z3.object({ city: z3.string() }), /Zod 4\.2 or later/],
  [
    "a schema without Standard Schema",
    { _def: {}, parse: () => ({}), safeParse: () => ({}) },
    /Zod 4\.2 or later/,
  ],
  ["an object of Zod schemas", { city: z.string() }, /`city` is a schema: write `z\.object/],
  ["an object of ArkType schemas", { city: type("string") }, /`city` is a schema/],
];

test.each(undescribable)(
  "%s is reported once, also when the tool is registered again, and the run continues without the tool",
  async (name, parameters, remedy) => {
    const agent = scriptedAgent(...Array.from({ length: 3 }, () => textRun("Ok")));
    const thread = createThread({ agent });
    for (const text of ["One", "Two", "Three"]) {
      // A caller without types passes any object.
      const tool = { name, parameters: parameters as Record<string, unknown> };
      const unregister = thread.registerTool(tool);
      await thread.send(text);
      if (text === "Two") unregister();
    }
    expect(agent.inputs.map(({ tools }) => tools)).toEqual([[], [], []]);
    expect(errors()).toEqual([expect.stringMatching(remedy)]);
  },
);

test("a schema that cannot be described is reported in production, without the remedy", async () => {
  vi.stubEnv("NODE_ENV", "production");
  const thread = createThread({ agent: scriptedAgent(textRun("Ok")) });
  const parameters: Record<string, unknown> = { city: z.string() };
  thread.registerTool({ name: "paint", parameters });
  await thread.send("One");
  expect(errors()).toEqual([
    expect.stringMatching(/"paint" are an object of schemas, so the tool is not offered\.$/),
  ]);
});

test("a tool whose parameters are no schema is reported and not offered, or has none", async () => {
  const agent = scriptedAgent(textRun("Ok"));
  const thread = createThread({ agent });
  // JavaScript passes values that the types forbid.
  for (const [name, parameters] of Object.entries({ nothing: null, all: true, text: "{}" }))
    thread.registerTool({ name, parameters: parameters as never, handler: () => "ok" });
  await thread.send("Hi");
  expect(errors()).toEqual([
    expect.stringContaining('The `parameters` of the tool "all" are no schema'),
    expect.stringContaining(
      'The `parameters` of the tool "text" are no schema, so the tool is not offered. Pass a schema of Zod, ArkType or Valibot, or a JSON Schema object, or leave `parameters` out. See "no-schema" in node_modules/agui-kit/docs/errors.md.',
    ),
  ]);
  expect(agent.inputs[0]?.tools.map(({ name }) => name)).toEqual(["nothing"]);
});

test("a part, a name and a type that the agent cannot use are printed once, also when tools are created again", async () => {
  for (let render = 0; render < 3; render++) {
    const thread = createThread({ agent: scriptedAgent(textRun("Ok")) });
    const due = z.object({ due: z.coerce.date() });
    const parameters = { type: "array" };
    thread.registerTool({ name: "plan", parameters: due, handler: () => "ok" });
    thread.registerTool({ name: "plan a day", handler: () => "ok" });
    thread.registerTool({ name: "list", parameters, handler: () => "ok" });
    await thread.send("Hi");
  }
  expect(warnings().flat()).toEqual([
    expect.stringContaining('"open-part"'),
    expect.stringContaining('"refused-name"'),
    expect.stringContaining('"no-object"'),
  ]);
});

test("the hint at a handler that threw says when nothing is wrong, and which page of the package has more", async () => {
  await paint(new Error("no paper"), "print");
  const [text] = warnings()[0] ?? [];
  expect(text).toMatch(
    /Correct the handler\. If it failed on purpose, .*there is nothing to correct\./,
  );
  const [page = ""] = /docs\/[\w-]+\.md/.exec(String(text)) ?? [];
  expect(text).toContain(`node_modules/agui-kit/${page}`);
  expect(packageJson.files).toContain("docs/*.md");
  expect(packageJson.files).not.toContain(`!${page}`);
});
