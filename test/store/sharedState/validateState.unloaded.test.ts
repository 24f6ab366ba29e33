import { expect, test, vi } from "vitest";
import { AgentKitError, createThread } from "../../../src/core.ts";
import { runFinished, runStarted, scriptedAgent } from "../../../src/testing.ts";

test("accepts a state and records an issue when the validator cannot be loaded", async () => {
  const agent = scriptedAgent([
    runStarted(),
    { type: "STATE_SNAPSHOT", snapshot: { count: "many" } },
    runFinished(),
  ]);
  const thread = createThread({ agent });
  thread.validateState({
    "~standard": {
      version: 1,
      vendor: "test",
      validate: () => Promise.reject(new AgentKitError("load-failed", "There is no network.")),
    },
  });
  await thread.send("Hi");
  await vi.waitFor(() =>
    expect(thread.getSnapshot().issues).toMatchObject([
      { code: "not-validated", subject: "state" },
    ]),
  );
  expect(thread.getSnapshot().state).toEqual({ count: "many" });
});
