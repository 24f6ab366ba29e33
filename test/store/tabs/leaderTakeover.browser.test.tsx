import { expect, test, vi } from "vitest";
import { eventually } from "../../support/eventually.ts";
import { shownContents } from "../../support/threadViews.ts";
import { createFreezableChannels } from "./freezableChannels.ts";
import { openFollowedRun } from "./openFollowedRun.ts";
import { finishedIn, statusOf, waitUntilInSync } from "./tabThreads.ts";

vi.setConfig({ testTimeout: 40_000 });

const platform = createFreezableChannels();

test("a tab that waits for the lock of a run releases the lock when it receives the end of the run", async () => {
  const { agent, first, second, gate, run, id } = await openFollowedRun();
  platform.deafen(id, 1);
  await agent.emit(finishedIn(id));
  await agent.finish();
  await run;
  // The second tab has the lock and loads the entries that it has missed.
  await eventually(gate.waiting).toBe(1);
  expect(statusOf(second)).toBe("streaming");
  await expect(first.send("Too early")).rejects.toMatchObject({ code: "thread-busy" });
  platform.wake(id, 1);
  first.setState({ n: 1 });
  await eventually(() => statusOf(second)).toBe("idle");
  const next = first.send("Now");
  await agent.started();
  await agent.emit(
    { type: "RUN_STARTED", threadId: id, runId: "r2" },
    { type: "RUN_FINISHED", threadId: id, runId: "r2" },
  );
  await agent.finish();
  expect((await next).outcome).toBe("success");
  expect(shownContents(first)).toEqual(["Hi", "Hel", "Now"]);
  await waitUntilInSync(first, second);
});
