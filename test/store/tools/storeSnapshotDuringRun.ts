import { expect } from "vitest";
import { createThread, type Snapshot } from "../../../src/core.ts";
import { scriptedAgent } from "../../../src/testing.ts";
import { throughJson } from "../../reducer/reduce.ts";
import { call, callRun, waitForSnapshot } from "./calls.ts";

/**
 * Returns a stored snapshot in which the call `a` waits for the user and the handler of `w` runs.
 */
export async function storeSnapshotDuringRun(): Promise<Snapshot> {
  const agent = scriptedAgent(callRun(call("ask", {}, "a"), call("work", { n: 1 }, "w")));
  const thread = createThread({ agent });
  thread.registerTool({ name: "ask" });
  thread.registerTool({
    name: "work",
    async *handler() {
      yield "half";
      await new Promise(() => {});
    },
  });
  const ended = thread.send("Hi");
  await waitForSnapshot(
    thread,
    ({ toolCalls }) => toolCalls.a?.status === "waiting" && toolCalls.w?.progress === "half",
  );
  const stored = throughJson(thread.getSnapshot());
  expect(stored.run.status).toBe("executing");
  thread.stop();
  await ended;
  return stored;
}
