// @vitest-environment node
import { expect, test } from "vitest";
import { subagentIndexOf } from "../../src/selectors/subagentIndex.ts";
import { selectSubagents } from "../../src/selectors/subagentTree.ts";
import { createThread } from "../../src/store/thread/createThread.ts";
import { runFinished, runStarted, textRun } from "../../src/testing/runSteps.ts";
import { scriptedAgent } from "../../src/testing/scriptedAgent.ts";
import { asSubagent, spawn } from "../hooks/subagents.ts";

test("selectSubagents works without React, and returns the previous nodes while equal", async () => {
  const looking = { type: "TEXT_MESSAGE_CHUNK", messageId: "m1", delta: "Looking" } as const;
  const thread = createThread({
    agent: scriptedAgent([
      runStarted(),
      spawn("a"),
      ...asSubagent("a", [looking]),
      spawn("b"),
      runFinished(),
    ]),
  });
  await thread.run();
  const nodes = selectSubagents(thread.getSnapshot());
  expect(nodes).toMatchObject([
    { id: "a", children: [] },
    { id: "b", children: [] },
  ]);
  // An equal snapshot.
  expect(selectSubagents({ ...thread.getSnapshot() }, nodes)).toBe(nodes);
});

test("a sub-agent without messages stays after the message before its announcement", async () => {
  const thread = createThread({
    agent: scriptedAgent(
      [
        runStarted(),
        { type: "SUBAGENT_STARTED", subagentRunId: "s1", name: "Silent" },
        { type: "SUBAGENT_FINISHED", subagentRunId: "s1" },
        runFinished(),
      ],
      textRun("Two"),
    ),
  });
  await thread.send("One");
  const [question] = thread.getSnapshot().messages;
  await thread.send("Again");
  const ancestry = subagentIndexOf(thread.getSnapshot());
  expect([...ancestry.afterMessage]).toEqual([[question?.id, ["s1"]]]);
  expect(ancestry.atEnd.size).toBe(0);
});
