import { afterEach, expect, test, vi } from "vitest";
import { eventually } from "../../support/eventually.ts";
import { shownContents } from "../../support/threadViews.ts";
import { provideWebLocks } from "../../support/webLocks.ts";
import { openFollowedRun } from "./openFollowedRun.ts";
import { openTab, statusOf, waitUntilInSync } from "./tabThreads.ts";

provideWebLocks();

vi.setConfig({ testTimeout: 30_000 });

afterEach(() => {
  vi.useRealTimers();
});

test("a tab that is about to take over a run is not overtaken by a third tab", async () => {
  const { inner, gate, id, replayAgent, calls, first, second, run } = await openFollowedRun();
  first.dispose();
  await run;
  await eventually(gate.waiting).toBe(1);
  // Stops the timeout of the load that the second tab awaits.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const third = await openTab(replayAgent, inner, id);
  vi.useRealTimers();
  expect([second, third].map(statusOf)).toEqual(["streaming", "streaming"]);
  gate.open();
  await eventually(() => shownContents(third)).toEqual(["Hi", "Hello"]);
  await waitUntilInSync(second, third);
  expect(calls).toEqual({ connects: 1, cancels: 0 });
});

test("a tab takes over a run when its storage does not answer", async () => {
  const { gate, first, second, run } = await openFollowedRun();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  first.dispose();
  await run;
  await vi.waitFor(() => expect(gate.waiting()).toBe(1), { timeout: 20_000 });
  for (let n = 0; n < 40 && shownContents(second)[1] === "Hel"; n++)
    await vi.advanceTimersByTimeAsync(500);
  vi.useRealTimers();
  await eventually(() => shownContents(second)).toEqual(["Hi", "Hello"]);
  expect(statusOf(second)).toBe("idle");
});
