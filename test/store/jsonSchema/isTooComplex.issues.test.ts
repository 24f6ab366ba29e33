import { expect, test, vi } from "vitest";
import { createThread } from "../../../src/core.ts";
import { runFinished, runStarted, scriptedAgent, textRun } from "../../../src/testing.ts";
import { approve, createInterruptedThread } from "../interrupts/interruptThread.ts";
import { call, callRun, resultsIn, untilIdle, waitForSnapshot } from "../tools/calls.ts";
import { doubledSchema } from "./complexSchemas.ts";

/** The validator would visit 2 ** 16 schemas for a value. */
const schema = { type: "object", ...doubledSchema(16, (next) => ({ allOf: [next, next] })) };
const value = { z: "a" };
const issue = { code: "too-complex", severity: "notice" };

test("sends an answer whose validation would freeze the page, with an issue", async () => {
  const { agent, thread } = await createInterruptedThread([{ responseSchema: schema }]);
  const idle = untilIdle(thread);
  expect(await thread.resume([approve("i1", value)])).toEqual([]);
  await idle;
  expect(agent.inputs[1]?.resume).toMatchObject([{ payload: value }]);
  expect(thread.getSnapshot().issues).toMatchObject([{ ...issue, subject: "i1" }]);
});

test("calls a handler with arguments whose validation would freeze the page, with an issue", async () => {
  const handler = vi.fn(() => "done");
  const agent = scriptedAgent(callRun(call("evaluate", value, "a")), textRun("Done"));
  const thread = createThread({ agent });
  thread.registerTool({ name: "evaluate", parameters: schema, handler });
  await thread.send("Evaluate");
  expect(handler).toHaveBeenCalledWith(value, expect.anything());
  expect(resultsIn(agent.inputs[1]).a).toMatchObject({ content: "done" });
  expect(thread.getSnapshot().issues).toMatchObject([{ ...issue, subject: "a" }]);
});

test("applies a state whose validation would freeze the page, with an issue", async () => {
  const agent = scriptedAgent([
    runStarted(),
    { type: "STATE_SNAPSHOT", snapshot: value },
    runFinished(),
  ]);
  const thread = createThread({ agent });
  thread.validateState(schema);
  await thread.run();
  const { issues } = await waitForSnapshot(thread, (snapshot) => snapshot.issues.length > 0);
  expect(issues).toMatchObject([{ ...issue, subject: "state" }]);
});
