import type { RunContext } from "../../thread/threadInternals.ts";
import type { LastRun } from "../lookUpLastRun.ts";
import { createLeadingEventMatcher } from "./leadingEventMatcher.ts";

/** Facts about the current connection. */
interface Connection {
  /** True when the agent was asked to continue after a cursor. */
  readonly isContinued: boolean;
  /** True for an event that may come before a replayed run. */
  readonly isLeading: (value: unknown) => boolean;
  /** Number of starts by run. */
  readonly startCounts: Map<string, number>;
  /** The last run at the first start of this connection that may repeat a run. */
  lastRun?: LastRun | undefined;
  hasReceived: boolean;
  hasNewEvents: boolean;
}

/**
 * Creates the facts about a connection before its first event.
 *
 * @param isContinued - True when the agent was asked to continue after a cursor.
 */
export function createConnection(context: RunContext, isContinued: boolean): Connection {
  return {
    isContinued,
    isLeading: createLeadingEventMatcher(context),
    startCounts: new Map(),
    hasReceived: false,
    hasNewEvents: false,
  };
}
