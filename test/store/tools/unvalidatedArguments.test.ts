import { afterEach, expect, test, vi } from "vitest";

afterEach(() => {
  vi.doUnmock("@cfworker/json-schema");
  vi.resetModules();
});

test("calls a handler with unchecked arguments and records an issue when the validator cannot be loaded", async () => {
  vi.resetModules();
  vi.doMock("@cfworker/json-schema", () => {
    throw new Error("offline");
  });
  const { createThread } = await import("../../../src/core.ts");
  const { scriptedAgent, textRun } = await import("../../../src/testing.ts");
  const { call, callRun, resultsIn } = await import("./calls.ts");
  const agent = scriptedAgent(callRun(call("paint", { color: 5 })), textRun("I see"));
  const thread = createThread({ agent });
  const codes: string[] = [];
  thread.subscribe({ onIssue: ({ code }) => codes.push(code) });
  thread.registerTool({
    name: "paint",
    parameters: { type: "object", properties: { color: { type: "string" } } },
    handler: ({ color }: { color: unknown }) => `painted ${color}`,
  });
  await thread.send("Hi");
  expect(resultsIn(agent.inputs[1]).c1).toMatchObject({ content: "painted 5" });
  expect(codes).toEqual(["not-validated"]);
  expect(thread.getSnapshot().issues).toMatchObject([{ code: "not-validated", subject: "c1" }]);
});
