// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  backoffDelay,
  DEFAULT_BACKOFF,
  sleepUntilOnline,
} from "../../../src/store/reconnect/backoff.ts";

describe("the delay before an attempt", () => {
  test("doubles with each attempt up to the longest delay", () => {
    const waits = [0, 1, 2, 3, 4, 5, 6, 7, 100].map((attempt) =>
      backoffDelay(attempt, DEFAULT_BACKOFF, 1),
    );
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000, 15_000]);
  });

  test("is 0.5 to 15 seconds for eight attempts by default", () => {
    expect(DEFAULT_BACKOFF).toEqual({ firstMs: 500, longestMs: 15_000, attempts: 8 });
  });

  test("varies between half and all of the computed value", () => {
    expect(backoffDelay(1, DEFAULT_BACKOFF, 0)).toBe(500);
    expect(backoffDelay(1, DEFAULT_BACKOFF, 0.5)).toBe(750);
  });
});

describe("sleepUntilOnline", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  function wait(ms: number, minMs = 0) {
    const added = vi.spyOn(globalThis, "addEventListener");
    const removed = vi.spyOn(globalThis, "removeEventListener");
    const controller = new AbortController();
    let outcome = "waiting";
    const done = sleepUntilOnline({ ms, minMs }, controller.signal).then(
      (isWoken) => {
        outcome = isWoken ? "woken" : "over";
      },
      (reason: unknown) => {
        outcome = String(reason);
      },
    );
    return { controller, added, removed, done, outcome: () => outcome };
  }

  test("ends after the delay and removes its timer and listeners", async () => {
    const { added, removed, done, outcome } = wait(1000);
    await vi.advanceTimersByTimeAsync(999);
    expect(outcome()).toBe("waiting");
    expect(added).toHaveBeenCalledWith("online", expect.any(Function));
    await vi.advanceTimersByTimeAsync(1);
    await done;
    expect(outcome()).toBe("over");
    expect(removed.mock.calls.map(([name]) => name)).toEqual(
      added.mock.calls.map(([name]) => name),
    );
    expect(vi.getTimerCount()).toBe(0);
  });

  test("ends at once when the network returns", async () => {
    const { done, outcome } = wait(15_000);
    await vi.advanceTimersByTimeAsync(1);
    globalThis.dispatchEvent(new Event("online"));
    await done;
    expect(outcome()).toBe("woken");
    expect(vi.getTimerCount()).toBe(0);
  });

  test("lasts at least the minimum time, however often the network returns", async () => {
    const { done, outcome } = wait(15_000, 300);
    for (let i = 0; i < 3; i++) {
      globalThis.dispatchEvent(new Event("online"));
      await vi.advanceTimersByTimeAsync(99);
      expect(outcome()).toBe("waiting");
    }
    await vi.advanceTimersByTimeAsync(3);
    await done;
    expect(outcome()).toBe("woken");
    expect(vi.getTimerCount()).toBe(0);
  });

  test("ends at once when the tab becomes visible, not when it becomes hidden", async () => {
    const { done, outcome } = wait(15_000);
    const visibility = vi.spyOn(document, "visibilityState", "get");
    visibility.mockReturnValue("hidden");
    document.dispatchEvent(new Event("visibilitychange"));
    await vi.advanceTimersByTimeAsync(1);
    expect(outcome()).toBe("waiting");
    visibility.mockReturnValue("visible");
    document.dispatchEvent(new Event("visibilitychange"));
    await done;
    expect(outcome()).toBe("woken");
    expect(vi.getTimerCount()).toBe(0);
  });

  test("rejects with the reason of the signal when the signal aborts", async () => {
    const { controller, removed, done, outcome } = wait(15_000);
    controller.abort("stopped");
    await done;
    expect(outcome()).toBe("stopped");
    expect(removed).toHaveBeenCalledWith("online", expect.any(Function));
    expect(vi.getTimerCount()).toBe(0);
  });

  test("rejects without a timer when the signal has already aborted", async () => {
    const signal = AbortSignal.abort("gone");
    await expect(sleepUntilOnline({ ms: 1000, minMs: 0 }, signal)).rejects.toBe("gone");
    expect(vi.getTimerCount()).toBe(0);
  });
});
