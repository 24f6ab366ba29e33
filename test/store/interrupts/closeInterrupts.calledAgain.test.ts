import { expect, test } from "vitest";
import { createThread, type EventInput } from "../../../src/core.ts";
import { runFinished, runStarted, scriptedAgent, textRun } from "../../../src/testing.ts";
import { approve, interruptRun } from "./interruptThread.ts";

const call: readonly EventInput[] = [
  { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "paint" },
  { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: '{"color":"red"}' },
  { type: "TOOL_CALL_END", toolCallId: "c1" },
];

test("an approved frontend tool runs when the next run starts its call again", async () => {
  const agent = scriptedAgent(
    interruptRun([{ toolCallId: "c1" }], ...call),
    [runStarted(), ...call, runFinished()],
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
