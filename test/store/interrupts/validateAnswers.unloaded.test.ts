import { afterEach, expect, test, vi } from "vitest";

afterEach(() => {
  vi.doUnmock("@cfworker/json-schema");
  vi.resetModules();
});

test("sends an answer without validation and records an issue when the validator cannot be loaded", async () => {
  vi.resetModules();
  vi.doMock("@cfworker/json-schema", () => {
    throw new Error("offline");
  });
  const { createInterruptedThread, approve } = await import("./interruptThread.ts");
  const { agent, thread } = await createInterruptedThread([
    { responseSchema: { type: "boolean" } },
  ]);
  const codes: string[] = [];
  thread.subscribe({ onIssue: ({ code }) => codes.push(code) });
  expect(await thread.resume([approve("i1", "not a boolean")])).toEqual([]);
  await vi.waitFor(() => expect(thread.getSnapshot().run.status).toBe("idle"));
  expect(agent.inputs[1]?.resume).toMatchObject([{ payload: "not a boolean" }]);
  // Validated once when it is answered, and again when the run is prepared.
  expect(new Set(codes)).toEqual(new Set(["not-validated"]));
  expect(thread.getSnapshot().issues).toMatchObject([{ code: "not-validated", subject: "i1" }]);
});
