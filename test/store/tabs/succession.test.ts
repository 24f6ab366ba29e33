import { afterEach, expect, test, vi } from "vitest";
import { provideWebLocks } from "../../support/webLocks.ts";
import { followed } from "./followed.ts";
import { eventually, inStep, open, said, statusOf } from "./pages.ts";

provideWebLocks();

vi.setConfig({ testTimeout: 30_000 });

afterEach(() => {
  vi.useRealTimers();
});

test("a page that is about to take a run over is not overtaken by another one", async () => {
  const { kept, gate, id, telling, calls, first, second, run } = await followed();
  first.dispose();
  await run;
  await eventually(gate.waiting).toBe(1);
  // However long the answer takes that it waits for.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const third = await open(telling, kept, id);
  vi.useRealTimers();
  expect([second, third].map(statusOf)).toEqual(["streaming", "streaming"]);
  gate.open();
  await eventually(() => said(third)).toEqual(["Hi", "Hello"]);
  await inStep(second, third);
  expect(calls).toEqual({ connects: 1, cancels: 0 });
});

test("a run is taken over also when its storage does not answer", async () => {
  const { gate, first, second, run } = await followed();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  first.dispose();
  await run;
  await vi.waitFor(() => expect(gate.waiting()).toBe(1), { timeout: 20_000 });
  for (let n = 0; n < 40 && said(second)[1] === "Hel"; n++) await vi.advanceTimersByTimeAsync(500);
  vi.useRealTimers();
  await eventually(() => said(second)).toEqual(["Hi", "Hello"]);
  expect(statusOf(second)).toBe("idle");
});
