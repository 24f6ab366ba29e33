import { afterEach, expect, test, vi } from "vitest";

afterEach(() => {
  vi.doUnmock("@cfworker/json-schema");
  vi.resetModules();
});

test("accepts a state and records an issue when the validator cannot be loaded", async () => {
  vi.resetModules();
  vi.doMock("@cfworker/json-schema", () => {
    throw new Error("offline");
  });
  const { createThread } = await import("../../../src/core.ts");
  const { runFinished, runStarted, scriptedAgent } = await import("../../../src/testing.ts");
  const agent = scriptedAgent([
    runStarted(),
    { type: "STATE_SNAPSHOT", snapshot: { count: "many" } },
    runFinished(),
  ]);
  const stateSchema = { type: "object", properties: { count: { type: "number" } } };
  const thread = createThread({ agent, stateSchema });
  await thread.send("Hi");
  await vi.waitFor(() =>
    expect(thread.getSnapshot().issues).toMatchObject([
      { code: "not-validated", subject: "state" },
    ]),
  );
  expect(thread.getSnapshot().state).toEqual({ count: "many" });
});
