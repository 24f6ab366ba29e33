import { expect, test, vi } from "vitest";
import { createThread, type EventInput } from "../../../src/core.ts";
import {
  runFinished,
  runStarted,
  type Script,
  scriptedAgent,
  textRun,
} from "../../../src/testing.ts";
import { untilIdle } from "../tools/calls.ts";
import { approve, cancel, interruptRun } from "./interruptThread.ts";

const call: readonly EventInput[] = [
  { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "paint" },
  { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: '{"color":"red"}' },
  { type: "TOOL_CALL_END", toolCallId: "c1" },
];

/** Runs that leave an approved call to the page. */
const handovers: readonly [string, Script][] = [
  ["starts its call again", [runStarted(), ...call, runFinished()]],
  [
    "names its call as pending",
    [runStarted(), runFinished({ outcome: { type: "success", pendingToolCallIds: ["c1"] } })],
  ],
];

test.each(handovers)("an approved frontend tool runs when the next run %s", async (_, next) => {
  const agent = scriptedAgent(
    interruptRun([{ toolCallId: "c1" }], ...call),
    next,
    textRun("Painted."),
  );
  const thread = createThread({ agent });
  const colors: unknown[] = [];
  await thread.send("Paint it red");
  thread.registerTool({
    name: "paint",
    parameters: { type: "object", properties: { color: { type: "string" } } },
    handler({ color }) {
      colors.push(color);
      return "done";
    },
  });
  await thread.resume([approve("i1")]);
  await expect
    .poll(() => thread.getSnapshot().messages.at(-1))
    .toMatchObject({ content: "Painted." });
  expect(colors).toEqual(["red"]);
  expect(agent.inputs[2]?.messages).toMatchObject([
    { role: "user" },
    { toolCalls: [{ id: "c1" }] },
    { role: "tool", toolCallId: "c1", content: "done" },
  ]);
});

test("a denied frontend tool does not run when the next run names its call as pending", async () => {
  const agent = scriptedAgent(
    interruptRun([{ toolCallId: "c1" }], ...call),
    [runStarted(), runFinished({ outcome: { type: "success", pendingToolCallIds: ["c1"] } })],
    textRun("Left."),
  );
  const thread = createThread({ agent });
  const handler = vi.fn(() => "done");
  thread.registerTool({ name: "paint", handler });
  await thread.send("Paint it red");
  const idle = untilIdle(thread);
  await thread.resume([cancel("i1")]);
  await idle;
  expect(handler).not.toHaveBeenCalled();
  expect(thread.getSnapshot().messages.at(-1)).toMatchObject({ role: "tool", toolCallId: "c1" });
});
