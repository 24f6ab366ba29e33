// @vitest-environment node
import { expect, test } from "vitest";
import { memoryStorage, type RunResult } from "../../../src/core.ts";
import { scriptedAgent, textRun } from "../../../src/testing.ts";
import { newId, open, said, statusOf } from "./pages.ts";

test("a turn begun while the last one is told to have ended is the page's own", async () => {
  const sent: Promise<RunResult>[] = [];
  const agent = scriptedAgent(textRun("A"), textRun("B"));
  const thread = await open(agent, memoryStorage(), newId());
  thread.subscribe({
    onRunEnd() {
      if (sent.length === 0) sent.push(thread.send("R"));
    },
  });
  await thread.send("Q");
  expect(await sent[0]).toMatchObject({ outcome: "success" });
  expect(statusOf(thread)).toBe("idle");
  expect(said(thread)).toEqual(["Q", "A", "R", "B"]);
  await expect.poll(() => thread.isStored()).toBe(true);
});
