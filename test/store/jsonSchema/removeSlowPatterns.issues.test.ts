import { expect, test, vi } from "vitest";
import { createThread } from "../../../src/core.ts";
import { runFinished, runStarted, scriptedAgent, textRun } from "../../../src/testing.ts";
import { approve, createInterruptedThread } from "../interrupts/interruptThread.ts";
import { call, callRun, resultsIn, untilIdle, waitForSnapshot } from "../tools/calls.ts";

/** A search of this text for this pattern takes 2 ** 26 steps. */
const pattern = "^(a+)+$";
const text = `${"a".repeat(26)}!`;
const schema = { type: "object", properties: { code: { type: "string", pattern } } } as const;
const unchecked = { code: "unchecked-pattern", severity: "notice" };

test("an answer is accepted by a response schema with an evil pattern, with an issue", async () => {
  const { agent, thread } = await createInterruptedThread([{ responseSchema: schema }]);
  const idle = untilIdle(thread);
  expect(await thread.resume([approve("i1", { code: text })])).toEqual([]);
  await idle;
  expect(agent.inputs[1]?.resume).toMatchObject([{ payload: { code: text } }]);
  expect(thread.getSnapshot().issues).toMatchObject([{ ...unchecked, subject: "i1" }]);
});

test("the rest of such a response schema is checked", async () => {
  const { thread } = await createInterruptedThread([
    { responseSchema: { ...schema, required: ["name"] } },
  ]);
  const problems = await thread.resume([approve("i1", { code: text })]);
  expect(problems).toMatchObject([{ path: ["name"], code: "required" }]);
});

test("a handler receives arguments for a tool with an evil pattern, with an issue", async () => {
  const handler = vi.fn(() => "done");
  const agent = scriptedAgent(callRun(call("unlock", { code: text }, "a")), textRun("Done"));
  const thread = createThread({ agent });
  thread.registerTool({ name: "unlock", parameters: schema, handler });
  await thread.send("Unlock");
  expect(handler).toHaveBeenCalledWith({ code: text }, expect.anything());
  expect(resultsIn(agent.inputs[1]).a).toMatchObject({ content: "done" });
  expect(thread.getSnapshot().issues).toMatchObject([{ ...unchecked, subject: "a" }]);
});

test("a state is applied for a schema with an evil pattern, with an issue", async () => {
  const agent = scriptedAgent([
    runStarted(),
    { type: "STATE_SNAPSHOT", snapshot: { code: text } },
    runFinished(),
  ]);
  const thread = createThread({ agent });
  thread.validateState(schema);
  await thread.run();
  const { issues } = await waitForSnapshot(thread, (snapshot) => snapshot.issues.length > 0);
  expect(issues).toMatchObject([{ ...unchecked, subject: "state" }]);
});
