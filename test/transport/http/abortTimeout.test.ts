import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createAbortTimeout } from "../../../src/transport/http/abortTimeout.ts";
import { createDeferred } from "../../support/deferred.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  // Before the timers, as a spy on a fake timer restores the fake.
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const open = () => createAbortTimeout("https://example.com/", new AbortController().signal);

test("the limit of a chunk ends with that chunk, also when the chunk was already available", async () => {
  const { signal, waitFor } = open();
  expect(await waitFor(Promise.resolve("there"), 100)).toBe("there");
  const late = createDeferred<string>();
  const waiting = waitFor(late.promise, 100);
  await vi.advanceTimersByTimeAsync(50);
  late.resolve("late");
  expect(await waiting).toBe("late");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(signal.aborted).toBe(false);
});

test("each chunk has the full time limit, also after a chunk that nearly exceeded it", async () => {
  const { signal, waitFor } = open();
  const first = createDeferred<string>();
  const waiting = waitFor(first.promise, 100);
  await vi.advanceTimersByTimeAsync(90);
  first.resolve("in time");
  await waiting;
  const refused = expect(waitFor(new Promise(() => {}), 100)).rejects.toMatchObject({
    code: "timeout",
  });
  await vi.advanceTimersByTimeAsync(99);
  expect(signal.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await refused;
});

test("a limit that is shorter than the previous one applies", async () => {
  const { waitFor } = open();
  await waitFor(Promise.resolve(), 1_000);
  const refused = expect(waitFor(new Promise(() => {}), 100)).rejects.toMatchObject({
    message: expect.stringContaining("100 ms"),
  });
  await vi.advanceTimersByTimeAsync(100);
  await refused;
});

test("consecutive chunks share one timer, and `detach` clears the timer", async () => {
  const { waitFor, removeListener } = open();
  const setTimer = vi.spyOn(globalThis, "setTimeout");
  for (let piece = 0; piece < 100; piece++) {
    const late = createDeferred<void>();
    const waiting = waitFor(late.promise, 1_000);
    await vi.advanceTimersByTimeAsync(5);
    late.resolve();
    await waiting;
  }
  expect(setTimer).toHaveBeenCalledTimes(1);
  removeListener();
  expect(vi.getTimerCount()).toBe(0);
});

test("the limit of a failed chunk ends with that chunk", async () => {
  const { signal, waitFor } = open();
  await expect(waitFor(Promise.reject(new Error("gone")), 100)).rejects.toThrow("gone");
  await vi.advanceTimersByTimeAsync(1_000);
  expect(signal.aborted).toBe(false);
});

test("a chunk that exceeds its limit fails with `timeout` and aborts the signal", async () => {
  const { signal, waitFor } = open();
  const refused = expect(waitFor(new Promise(() => {}), 100)).rejects.toMatchObject({
    code: "timeout",
  });
  await vi.advanceTimersByTimeAsync(100);
  await refused;
  expect(signal.aborted).toBe(true);
});
