import { act, render, renderHook, screen } from "@testing-library/react";
import { Profiler } from "react";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ChatSettings } from "../../../src/components/settings/settings.tsx";
import { MessageList } from "../../../src/components/transcript/MessageList.tsx";
import { useInterrupts } from "../../../src/hooks/interrupts/useInterrupts.ts";
import { ThreadProvider } from "../../../src/hooks/providers/ThreadProvider.tsx";
import type { Interrupt } from "../../../src/protocol/events.ts";
import { createThread } from "../../../src/store/thread/createThread.ts";
import { scriptedAgent } from "../../../src/testing/scriptedAgent.ts";
import { callsWithInterrupts, InterruptRenderer } from "../toolChat.tsx";
import { withThread } from "../wrap.tsx";

const NOON = Date.UTC(2030, 0, 1, 12);
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

beforeEach(() => {
  vi.useFakeTimers({ now: NOON });
});
afterEach(() => {
  // Before the timers, as a spy on a fake timer restores the fake.
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const expiring = (id: string, afterMs: number | undefined): Interrupt => ({
  id,
  reason: "approval",
  ...(afterMs !== undefined && { expiresAt: new Date(NOON + afterMs).toISOString() }),
});

/** Creates a thread with open interrupts, while the clock is frozen. */
async function createInterruptedThread(...interrupts: readonly Interrupt[]) {
  const thread = createThread({ agent: scriptedAgent(callsWithInterrupts(interrupts)) });
  await act(() => thread.send("Hi"));
  return thread;
}

const advanceTime = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

describe("an interrupt that expires", () => {
  test("becomes expired at its time, with one render per expiry", async () => {
    const thread = await createInterruptedThread(
      expiring("soon", MINUTE),
      expiring("later", 10 * MINUTE),
      expiring("never", undefined),
    );
    let renders = 0;
    const { result } = renderHook(
      () => {
        renders++;
        return useInterrupts().interrupts.map(({ isExpired }) => isExpired);
      },
      { wrapper: ({ children }) => <ThreadProvider thread={thread}>{children}</ThreadProvider> },
    );
    expect([renders, result.current]).toEqual([1, [false, false, false]]);
    await advanceTime(MINUTE - 1);
    expect([renders, result.current]).toEqual([1, [false, false, false]]);
    await advanceTime(1);
    expect([renders, result.current]).toEqual([2, [true, false, false]]);
    await advanceTime(9 * MINUTE);
    expect([renders, result.current]).toEqual([3, [true, true, false]]);
    await advanceTime(100 * DAY);
    expect(renders).toBe(3);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("can be cancelled after it expired, but not resolved", async () => {
    const thread = await createInterruptedThread(expiring("soon", MINUTE));
    const { result } = renderHook(() => useInterrupts<unknown>(), { wrapper: withThread(thread) });
    await advanceTime(MINUTE);
    expect(result.current.interrupts[0]).toMatchObject({ isExpired: true, isOpen: true });
    const refused = await act(async () => result.current.interrupts[0]?.resolve(true));
    expect(refused).toMatchObject([
      { interruptId: "soon", message: expect.stringMatching(/expired/) },
    ]);
    expect(result.current.interrupts[0]?.answer).toBeUndefined();
    expect(await act(async () => result.current.interrupts[0]?.cancel())).toEqual([]);
  });

  test("is expired on the first render, and on a render after the tab was suspended", async () => {
    const thread = await createInterruptedThread(
      expiring("soon", MINUTE),
      expiring("later", 2 * MINUTE),
    );
    vi.setSystemTime(NOON + MINUTE);
    const { result, rerender } = renderHook(
      () => useInterrupts().interrupts.map(({ isExpired }) => isExpired),
      { wrapper: withThread(thread) },
    );
    expect(result.current).toEqual([true, false]);
    vi.setSystemTime(NOON + 3 * MINUTE);
    rerender();
    expect(result.current).toEqual([true, true]);
  });

  test("does not expire early when its date exceeds the longest timer", async () => {
    const thread = await createInterruptedThread(expiring("far", 60 * DAY));
    const setTimer = vi.spyOn(globalThis, "setTimeout");
    const { result } = renderHook(() => useInterrupts().interrupts[0]?.isExpired, {
      wrapper: withThread(thread),
    });
    await advanceTime(59 * DAY);
    expect(result.current).toBe(false);
    await advanceTime(DAY);
    expect(result.current).toBe(true);
    // Browsers fire timers with a longer delay immediately.
    const delays = setTimer.mock.calls.map(([, delay = 0]) => delay);
    expect(Math.max(...delays)).toBe(2 ** 31 - 1);
    setTimer.mockRestore();
  });

  test("never expires when its date is invalid", async () => {
    const thread = await createInterruptedThread({
      id: "odd",
      reason: "approval",
      expiresAt: "tomorrow",
    });
    const { result } = renderHook(() => useInterrupts().interrupts[0]?.isExpired, {
      wrapper: withThread(thread),
    });
    await advanceTime(100 * DAY);
    expect(result.current).toBe(false);
  });

  test("clears its timer on unmount", async () => {
    const thread = await createInterruptedThread(expiring("soon", MINUTE));
    const timerCount = vi.getTimerCount();
    const { unmount } = renderHook(() => useInterrupts(), { wrapper: withThread(thread) });
    expect(vi.getTimerCount()).toBeGreaterThan(timerCount);
    unmount();
    expect(vi.getTimerCount()).toBe(timerCount);
  });
});

test("an expiring interrupt re-renders only its own card, once", async () => {
  const thread = await createInterruptedThread(
    expiring("soon", MINUTE),
    expiring("later", 2 * MINUTE),
  );
  const rendered: string[] = [];
  let commits = 0;
  const message = () => {
    rendered.push("message");
    return <p>message</p>;
  };
  render(
    <ThreadProvider thread={thread}>
      <InterruptRenderer
        reason="approval"
        render={({ interrupt: { id }, isExpired }) => {
          rendered.push(id);
          return <p>{`${id} ${isExpired ? "expired" : "open"}`}</p>;
        }}
      />
      <ChatSettings components={{ UserMessageItem: message }}>
        <Profiler id="list" onRender={() => commits++}>
          <MessageList />
        </Profiler>
      </ChatSettings>
    </ThreadProvider>,
  );
  // Lazy parts render before the commits are counted.
  await act(() => vi.dynamicImportSettled());
  rendered.length = 0;
  commits = 0;
  await advanceTime(MINUTE - 1);
  expect([rendered, commits]).toEqual([[], 0]);
  await advanceTime(1);
  expect([rendered, commits]).toEqual([["soon"], 1]);
  expect(screen.getByText("soon expired")).toBeVisible();
  expect(screen.getByText("later open")).toBeVisible();
});
