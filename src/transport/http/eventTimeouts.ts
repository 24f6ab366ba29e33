import { AgentKitError } from "../../protocol/errors.ts";
import { createWaitStartTracker, DEFAULT_END_MS, type EndProgress } from "../../protocol/runEnd.ts";
import type { HttpAgentTimeouts } from "./httpAgentOptions.ts";
import { DEFAULT_TIMEOUT_MS } from "./sendRequest.ts";
import type { StreamProgress } from "./streamProgress.ts";
import { eventTimeoutError } from "./transportErrors.ts";

/** Default time between two events, in milliseconds. */
const DEFAULT_EVENT_MS = 900_000;

/** Longest time without anything to show that passes before a response counts as slow, in milliseconds. */
const MAX_SLOW_MS = 20_000;

/**
 * Returns the time without anything to show after which a response counts as slow: at most half of each timeout that
 * heartbeats do not extend.
 */
export function slowMsOf(timeouts: HttpAgentTimeouts = {}): number {
  const { responseMs, firstEventMs, eventMs } = timeouts;
  const limits = [responseMs, firstEventMs, eventMs].filter((ms) => ms !== undefined);
  return Math.min(MAX_SLOW_MS, ...limits.filter((ms) => ms > 0).map((ms) => ms / 2));
}

/** Limit of the next wait for a chunk of the response. */
interface ReadLimit {
  /** The timeout that ends the wait. */
  readonly name: keyof HttpAgentTimeouts;
  /** Value of that timeout in the options, in milliseconds; 0 means no limit. */
  readonly timeoutMs: number;
  /** Time at which the timeout began. */
  readonly since: number;
}

/** Timeouts between events. Bytes that are not events, such as heartbeats, extend only `idleMs`. */
interface EventTimeouts {
  /**
   * Waits for the next chunk of the response until a timeout expires. Resolves with `undefined` at the end, also when
   * the connection stays open for too long after the end of the run.
   *
   * @param read - Reads the next chunk, and fails with `timeout` after the passed number of milliseconds; 0 means no
   * limit.
   * @throws AgentKitError `timeout`, and the other errors of `read`
   */
  waitForChunk<T>(read: (limitMs: number) => Promise<T | undefined>): Promise<T | undefined>;
}

/**
 * Creates the timeouts of a response whose headers have just arrived.
 *
 * @param progress - Progress of the events of the response, after translation by a dialect.
 */
export function createEventTimeouts(
  safeUrl: string,
  timeouts: HttpAgentTimeouts = {},
  progress: EndProgress & Pick<StreamProgress, "eventCount" | "hasOutput">,
): EventTimeouts {
  const { idleMs = DEFAULT_TIMEOUT_MS, firstEventMs = DEFAULT_TIMEOUT_MS } = timeouts;
  const { eventMs = DEFAULT_EVENT_MS, endMs = DEFAULT_END_MS } = timeouts;
  const startedAt = performance.now();
  let lastEventAt = startedAt;
  let { eventCount } = progress;
  const getWaitStart = createWaitStartTracker();

  /** Returns the limit of the next wait: the timeout that expires first; `undefined` for no limit. */
  function nextLimit(now: number): ReadLimit | undefined {
    if (progress.eventCount > eventCount) lastEventAt = now;
    eventCount = progress.eventCount;
    const limits: ReadLimit[] = [
      { name: "idleMs", timeoutMs: idleMs, since: now },
      { name: "eventMs", timeoutMs: eventMs, since: lastEventAt },
    ];
    if (!progress.hasOutput)
      limits.push({ name: "firstEventMs", timeoutMs: firstEventMs, since: startedAt });
    const endSince = getWaitStart(progress, endMs, lastEventAt);
    if (progress.hasEnded) limits.push({ name: "endMs", timeoutMs: endMs, since: endSince });
    return limits
      .filter(({ timeoutMs }) => timeoutMs > 0)
      .sort((limit, other) => limit.since + limit.timeoutMs - other.since - other.timeoutMs)[0];
  }

  return {
    async waitForChunk(read) {
      const now = performance.now();
      const { name = "idleMs", timeoutMs = 0, since = now } = nextLimit(now) ?? {};
      try {
        // A wait of 0 would have no limit.
        return await read(timeoutMs && Math.max(1, timeoutMs - (now - since)));
      } catch (error) {
        const isTimeout = error instanceof AgentKitError && error.code === "timeout";
        if (!isTimeout || name === "idleMs") throw error;
        if (name === "endMs") return undefined;
        throw eventTimeoutError(safeUrl, name, timeoutMs);
      }
    },
  };
}
