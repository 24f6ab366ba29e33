import { expect, test } from "vitest";
import { createThread, memoryStorage } from "../../../src/core.ts";
import { manualAgent, scriptedAgent } from "../../../src/testing.ts";
import { provideWebLocks } from "../../support/webLocks.ts";

provideWebLocks();

test("rejects every change of branch in a tab while another tab runs the agent", async () => {
  const storage = memoryStorage();
  const agent = manualAgent();
  const runner = createThread({ agent, threadId: "t1", storage });
  const other = createThread({ agent: scriptedAgent([]), threadId: "t1", storage });
  await expect.poll(() => other.getSnapshot().isRestoring).toBe(undefined);
  const run = runner.send("Q");
  await agent.started();
  agent.emit({ type: "RUN_STARTED", threadId: "t1", runId: "r1" });
  await expect.poll(() => other.getSnapshot().run.status).toBe("streaming");
  const [question] = other.getSnapshot().messages;
  const id = question?.id ?? "";
  const busy = { code: "thread-busy" };
  await expect(other.regenerate()).rejects.toMatchObject(busy);
  await expect(other.edit(id, "R")).rejects.toMatchObject(busy);
  await expect(other.switchBranch(id, 0)).rejects.toMatchObject(busy);
  await expect(other.goToRun("r1")).rejects.toMatchObject(busy);
  expect(other.getSnapshot().messages).toEqual([question]);
  expect(other.getSnapshot().issues).toEqual([]);
  runner.stop();
  await run;
  runner.dispose();
  other.dispose();
});
