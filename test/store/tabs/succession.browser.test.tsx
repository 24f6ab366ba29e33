import { expect, test, vi } from "vitest";
import { followed } from "./followed.ts";
import { freezable } from "./frozenChannels.ts";
import { eventually, finished, inStep, said, statusOf } from "./pages.ts";

vi.setConfig({ testTimeout: 40_000 });

const platform = freezable();

test("a page that waits for the lock of a run gives it back as soon as it hears that it is over", async () => {
  const { agent, first, second, gate, run, id } = await followed();
  platform.deafen(id, 1);
  await agent.emit(finished(id));
  await agent.finish();
  await run;
  // It has the lock, and reads what it has missed.
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
  expect(said(first)).toEqual(["Hi", "Hel", "Now"]);
  await inStep(first, second);
});
