import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { prefetchWhenIdle } from "../../src/protocol/runtime.ts";

describe("prefetchWhenIdle", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("document", {});
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

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
