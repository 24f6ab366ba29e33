import { AgentKitError } from "../../protocol/errors.ts";
import type { HttpAgentTimeouts } from "./httpAgentOptions.ts";
import { DEFAULT_TIMEOUT_MS } from "./sendRequest.ts";
import type { StreamProgress } from "./streamProgress.ts";
import { eventTimeoutError } from "./transportErrors.ts";

/** Default time between two events, in milliseconds. */
const DEFAULT_EVENT_MS = 900_000;
/** Default time that a connection stays open after the end of the run, in milliseconds. */
const DEFAULT_END_MS = 3_000;

/** Limit of the next wait for a part of the response. */
interface ReadLimit {
  /** Length of the wait in milliseconds; 0 means no limit. */
  readonly ms: number;
  /** The timeout that ends the wait. */
  readonly name: keyof HttpAgentTimeouts;
  /** The timeout as it was set, in milliseconds. */
  readonly timeoutMs: number;
}

/** Timeouts that count events. */
interface EventTimeouts {
  /** Records that events have arrived. */
  handleEvents(): void;
  /** Returns the limit of the next wait: the timeout that expires first. */
  nextLimit(): ReadLimit;
}

/** Creates the timeouts of a response whose headers have just arrived. */
export function createEventTimeouts(
  timeouts: HttpAgentTimeouts = {},
  progress: Pick<StreamProgress, "hasOutput" | "hasEnded">,
): EventTimeouts {
  const { idleMs = DEFAULT_TIMEOUT_MS, firstEventMs = DEFAULT_TIMEOUT_MS } = timeouts;
  const { eventMs = DEFAULT_EVENT_MS, endMs = DEFAULT_END_MS } = timeouts;
  const startedAt = performance.now();
  let lastEventAt = startedAt;
  return {
    handleEvents() {
      lastEventAt = performance.now();
    },
    nextLimit() {
      const now = performance.now();
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
    },
  };
}

/** Returns the error of a wait; the error of an expired timeout names the timeout that counts events. */
export function timeoutReason(
  error: unknown,
  { name, timeoutMs }: ReadLimit,
  safeUrl: string,
): unknown {
  const isTimeout = error instanceof AgentKitError && error.code === "timeout";
  return isTimeout && name !== "idleMs" ? eventTimeoutError(safeUrl, name, timeoutMs) : error;
}
