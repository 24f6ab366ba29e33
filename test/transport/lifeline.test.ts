import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLifeline } from "../../src/transport/lifeline.ts";
import { createDeferred } from "../support/deferred.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const open = () => createLifeline("https://example.com/", new AbortController().signal);

test("a limit that was set for one piece ends with it, also where the piece was there already", async () => {
  const { signal, wait } = open();
  expect(await wait(Promise.resolve("there"), 100)).toBe("there");
  expect(vi.getTimerCount()).toBe(0);
  const late = createDeferred<string>();
  const waiting = wait(late.promise, 100);
  await vi.advanceTimersByTimeAsync(50);
  late.resolve("late");
  expect(await waiting).toBe("late");
  expect(vi.getTimerCount()).toBe(0);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(signal.aborted).toBe(false);
});

test("so does that for what has failed already", async () => {
  const { signal, wait } = open();
  await expect(wait(Promise.reject(new Error("gone")), 100)).rejects.toThrow("gone");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(signal.aborted).toBe(false);
});

test("what takes longer than its limit is waited for no longer", async () => {
  const { signal, wait } = open();
  const refused = expect(wait(new Promise(() => {}), 100)).rejects.toMatchObject({
    code: "timeout",
  });
  await vi.advanceTimersByTimeAsync(100);
  await refused;
  expect(signal.aborted).toBe(true);
});
