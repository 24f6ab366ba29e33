import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createPrefetch, prefetchWhenIdle } from "../../src/protocol/runtime.ts";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("prefetchWhenIdle", () => {
  test("prefetches once the browser is idle", () => {
    vi.stubGlobal("requestIdleCallback", (call: () => void) => setTimeout(call, 1));
    vi.stubGlobal("cancelIdleCallback", clearTimeout);
    const prefetch = vi.fn();
    prefetchWhenIdle(prefetch);
    expect(prefetch).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(prefetch).toHaveBeenCalledTimes(1);
  });

  test("does not prefetch after it is cancelled while the browser is busy", () => {
    vi.stubGlobal("requestIdleCallback", (call: () => void) => setTimeout(call, 1));
    vi.stubGlobal("cancelIdleCallback", clearTimeout);
    const prefetch = vi.fn();
    prefetchWhenIdle(prefetch)();
    vi.runAllTimers();
    expect(prefetch).not.toHaveBeenCalled();
  });

  test("sets no timer on a server", () => {
    vi.stubGlobal("document", undefined);
    prefetchWhenIdle(() => {});
    expect(vi.getTimerCount()).toBe(0);
  });

  test("prefetches after a short delay in a browser without `requestIdleCallback`", () => {
    vi.stubGlobal("requestIdleCallback", undefined);
    const prefetch = vi.fn();
    prefetchWhenIdle(prefetch);
    expect(prefetch).not.toHaveBeenCalled();
    vi.runAllTimers();
    expect(prefetch).toHaveBeenCalledTimes(1);
  });

  test("does not prefetch after it is cancelled in a browser without `requestIdleCallback`", () => {
    vi.stubGlobal("requestIdleCallback", undefined);
    const prefetch = vi.fn();
    prefetchWhenIdle(prefetch)();
    vi.runAllTimers();
    expect(prefetch).not.toHaveBeenCalled();
  });
});

describe("createPrefetch", () => {
  test("loads once for all calls", async () => {
    const load = vi.fn(() => Promise.resolve());
    const prefetch = createPrefetch(load);
    for (let call = 0; call < 500; call++) prefetch();
    expect(vi.getTimerCount()).toBe(1);
    await vi.runAllTimersAsync();
    prefetch();
    await vi.runAllTimersAsync();
    expect(load).toHaveBeenCalledTimes(1);
  });

  test("ignores a failed load and loads again at the next call", async () => {
    const load = vi.fn(() => Promise.reject(new Error("offline")));
    const prefetch = createPrefetch(load);
    prefetch();
    await vi.runAllTimersAsync();
    expect(load).toHaveBeenCalledTimes(1);
    prefetch();
    await vi.runAllTimersAsync();
    expect(load).toHaveBeenCalledTimes(2);
  });

  test("loads nothing on a server", async () => {
    vi.stubGlobal("document", undefined);
    const load = vi.fn(() => Promise.resolve());
    createPrefetch(load)();
    await vi.runAllTimersAsync();
    expect(load).not.toHaveBeenCalled();
  });
});
