import { AgentKitError } from "../../protocol/errors.ts";
import { DEFAULT_END_MS } from "../../protocol/runEnd.ts";
import type { HttpAgentTimeouts } from "./httpAgentOptions.ts";
import { DEFAULT_TIMEOUT_MS } from "./sendRequest.ts";
import type { StreamProgress } from "./streamProgress.ts";
import { eventTimeoutError } from "./transportErrors.ts";

/** Default time between two events, in milliseconds. */
const DEFAULT_EVENT_MS = 900_000;

/** Limit of the next wait for a chunk of the response. */
interface ReadLimit {
  /** Length of the wait in milliseconds; 0 means no limit. */
  readonly ms: number;
  /** The timeout that ends the wait. */
  readonly name: keyof HttpAgentTimeouts;
  /** Value of that timeout in the options, in milliseconds. */
  readonly timeoutMs: number;
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
  wait<T>(read: (limitMs: number) => Promise<T | undefined>): Promise<T | undefined>;
}

/**
 * Creates the timeouts of a response whose headers have just arrived.
 *
 * @param progress - Progress of the events of the response, after translation by a dialect.
 */
export function createEventTimeouts(
  safeUrl: string,
  timeouts: HttpAgentTimeouts = {},
  progress: Pick<StreamProgress, "eventCount" | "hasOutput" | "hasEnded">,
): EventTimeouts {
  const { idleMs = DEFAULT_TIMEOUT_MS, firstEventMs = DEFAULT_TIMEOUT_MS } = timeouts;
  const { eventMs = DEFAULT_EVENT_MS, endMs = DEFAULT_END_MS } = timeouts;
  const startedAt = performance.now();
  let lastEventAt = startedAt;
  let { eventCount } = progress;

  /** Returns the limit of the next wait: the timeout that expires first. */
  function nextLimit(): ReadLimit {
    const now = performance.now();
    if (progress.eventCount > eventCount) lastEventAt = now;
    eventCount = progress.eventCount;
    // A wait of 0 would have no limit.
    const remaining = (since: number, ms: number) => Math.max(1, since + ms - now);
    const limits: ReadLimit[] = [
      { name: "idleMs", ms: idleMs, timeoutMs: idleMs },
      { name: "eventMs", ms: remaining(lastEventAt, eventMs), timeoutMs: eventMs },
    ];
    if (!progress.hasOutput) {
      const ms = remaining(startedAt, firstEventMs);
      limits.push({ name: "firstEventMs", ms, timeoutMs: firstEventMs });
    }
    if (progress.hasEnded)
      limits.push({ name: "endMs", ms: remaining(lastEventAt, endMs), timeoutMs: endMs });
    const [first, ...others] = limits.filter(({ timeoutMs }) => timeoutMs > 0);
    if (!first) return { name: "idleMs", ms: 0, timeoutMs: 0 };
    return others.reduce((least, limit) => (limit.ms < least.ms ? limit : least), first);
  }

  return {
    async wait(read) {
      const limit = nextLimit();
      try {
        return await read(limit.ms);
      } catch (error) {
        const isTimeout = error instanceof AgentKitError && error.code === "timeout";
        if (!isTimeout || limit.name === "idleMs") throw error;
        if (limit.name === "endMs") return undefined;
        throw eventTimeoutError(safeUrl, limit.name, limit.timeoutMs);
      }
    },
  };
}
