// @vitest-environment node
import { expect, test } from "vitest";
import { createThread, type Thread } from "../../../src/core.ts";
import { runFinished, runStarted, scriptedAgent, textRun } from "../../../src/testing.ts";

const call = (...names: readonly string[]) => [
  runStarted(),
  ...names.flatMap((name) => [
    { type: "TOOL_CALL_START" as const, toolCallId: `c-${name}`, toolCallName: name },
    { type: "TOOL_CALL_END" as const, toolCallId: `c-${name}` },
  ]),
  runFinished(),
];

const contents = (thread: Thread) => thread.getSnapshot().messages.map(({ content }) => content);

test("going to a run whose call waits for the person shows it as it waited", async () => {
  const agent = scriptedAgent(call("ask", "look"), textRun("Fine"));
  const thread = createThread({ agent });
  thread.registerTool({ name: "ask", description: "" });
  thread.registerTool({ name: "look", description: "", handler: () => "a bird" });
  await thread.send("One");
  const first = thread.getSnapshot();
  expect(first.run.status).toBe("waiting");
  await thread.send("Two");
  await thread.goToRun(first.run.runId ?? "");
  expect(thread.getSnapshot().messages).toEqual(first.messages);
  expect(thread.getSnapshot().run).toEqual(first.run);
  expect(thread.getSnapshot().toolCalls).toEqual(first.toolCalls);
});

test("going to a run shows what the page has answered by itself, and not what came of it", async () => {
  const agent = scriptedAgent(call("look"), textRun("A bird, then"));
  const thread = createThread({ agent });
  thread.registerTool({ name: "look", description: "", handler: () => "a bird" });
  await thread.send("One");
  await expect.poll(() => contents(thread)).toContain("A bird, then");
  await thread.goToRun(agent.inputs[0]?.runId ?? "");
  expect(contents(thread)).toEqual(["One", undefined, "a bird"]);
});
