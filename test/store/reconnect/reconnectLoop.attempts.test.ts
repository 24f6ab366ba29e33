// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Agent, AgentKitError, createThread } from "../../../src/core.ts";
import { connectionError, failingStream } from "./cuttableAgent.ts";

/** Creates a thread whose run breaks off, and records its attempts to reconnect. */
async function createLostRun(refusal: () => AgentKitError = connectionError) {
  const connects: number[] = [];
  const agent: Agent = {
    async *run({ threadId, runId }) {
      yield [
        { type: "RUN_STARTED", threadId, runId },
        { type: "TEXT_MESSAGE_CHUNK", messageId: "m1", delta: "Hel" },
      ];
      throw connectionError();
    },
    connect() {
      connects.push(Date.now());
      return failingStream(refusal());
    },
  };
  const thread = createThread({ agent });
  const ended = thread.send("Hi");
  // The first attempt starts asynchronously.
  await vi.waitUntil(() => connects.length > 0, { interval: 1 });
  return { thread, ended, connects, status: () => thread.getSnapshot().run.status };
}

/** Advances the time by seconds, at most until the run has failed. */
async function advanceSeconds(status: () => string, seconds: number): Promise<void> {
  for (let i = 0; i < seconds && status() !== "error"; i++) {
    await vi.advanceTimersByTimeAsync(1_000);
  }
}

const online = () => globalThis.dispatchEvent(new Event("online"));

describe("a run that cannot be resumed", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] }));
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  test("fails after eight attempts and stays failed until retry()", async () => {
    const { ended, connects, status, thread } = await createLostRun();
    await advanceSeconds(status, 100);
    expect((await ended).error?.code).toBe("network");
    expect(connects).toHaveLength(8);
    online();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(status()).toBe("error");
    expect(connects).toHaveLength(8);
    const again = thread.retry();
    // The retry starts asynchronously, without a timer.
    await vi.waitUntil(() => status() === "reconnecting", { interval: 1 });
    await advanceSeconds(status, 100);
    expect((await again).error?.code).toBe("network");
    expect(connects).toHaveLength(16);
  });

  test.each([
    [30_000, 30_000],
    [86_400_000, 300_000],
  ])("obeys a retry-after of %i ms for %i ms", async (retryAfterMs, waitMs) => {
    const { thread, connects } = await createLostRun(
      () => new AgentKitError("http-status", "Busy.", { status: 503, retryAfterMs: retryAfterMs }),
    );
    await vi.advanceTimersByTimeAsync(waitMs / 2);
    online();
    await vi.advanceTimersByTimeAsync(waitMs / 2);
    const [first = 0, second = 0] = connects;
    expect(second - first).toBe(waitMs);
    thread.stop();
    expect(vi.getTimerCount()).toBe(0);
  });

  test("does not fail while offline, but soon after the network returns", async () => {
    const network = vi.spyOn(globalThis.navigator, "onLine", "get").mockReturnValue(false);
    const { connects, status, ended } = await createLostRun();
    await advanceSeconds(status, 600);
    expect(status()).toBe("reconnecting");
    // `navigator.onLine` can be wrong, so the thread still tries now and then.
    expect(connects.length).toBeGreaterThan(600 / 15);
    expect(connects.length).toBeLessThan(600 / 7.5 + 10);
    const before = connects.length;
    network.mockReturnValue(true);
    online();
    // The last attempt may have been just now, and two attempts are 250 ms apart.
    await vi.advanceTimersByTimeAsync(249);
    expect(connects).toHaveLength(before + 1);
    await advanceSeconds(status, 100);
    await ended;
    // The attempt at the `online` event and seven more.
    expect(connects).toHaveLength(before + 8);
  });

  test("does not fail and pauses between attempts when the network comes and goes", async () => {
    const { thread, connects, status, ended } = await createLostRun();
    for (let i = 0; i < 1_000; i++) {
      online();
      await vi.advanceTimersByTimeAsync(10);
    }
    expect(status()).toBe("reconnecting");
    expect(connects.length).toBeGreaterThan(8);
    const pauses = connects.slice(1).map((at, i) => at - (connects[i] ?? 0));
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(250);
    thread.dispose();
    await ended;
  });
});
