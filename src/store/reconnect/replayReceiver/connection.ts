import type { Event } from "../../../protocol/events.ts";
import { isRecord } from "../../../protocol/isRecord.ts";
import { isReopened, isRunOpen } from "../../../reducer/runPhase.ts";
import type { Snapshot } from "../../../reducer/snapshot.ts";
import type { RunContext } from "../../thread/threadInternals.ts";
import type { LastRun } from "../lookUpLastRun.ts";
import { APPLYING, type ConnectionPhase, isInSkippedRun } from "./connectionPhase.ts";
import { createLeadingEventMatcher } from "./leadingEvents.ts";
import { hasSameMessages, isSameProgress } from "./progressComparison.ts";
import type { ConnectionResult } from "./receiverTypes.ts";

/** State of one connection, from its start to its end. */
interface Connection {
  /** True after a cursor, and for the first connection of a request: both bring new events unless a run starts again. */
  readonly isAfterCursor: boolean;
  /** The snapshot before the first event of this connection. */
  readonly snapshotBefore: Snapshot;
  /** True for an event that may come before a replayed run. */
  readonly isLeading: (value: unknown) => boolean;
  phase: ConnectionPhase;
  /** Number of starts by run id. */
  readonly startCounts: Map<string, number>;
  /** The last run at the first start of this connection that may repeat a run. */
  lastRun?: LastRun | undefined;
  /** True when an event has arrived that is not skipped. Skipped events belong to complete runs, or to other branches. */
  hasAppliedEvents: boolean;
  /** True when an applied event was no snapshot event. */
  hasRunEvents: boolean;
  /** True when an event other than a snapshot event has arrived that was not seen before. */
  hasNewEvents: boolean;
  /** True when a snapshot event has arrived that was not seen before. */
  hasNewSnapshotEvents: boolean;
}

/**
 * Creates the state of a connection before its first event.
 *
 * @param isAfterCursor - See `Connection`.
 * @param snapshotBefore - The snapshot that the events of the connection are applied to.
 * @param lastPhase - The phase at the end of the last connection.
 */
export function createConnection(
  context: RunContext,
  isAfterCursor: boolean,
  snapshotBefore: Snapshot,
  lastPhase: ConnectionPhase,
): Connection {
  // A connection that continues within a skipped run sends no start of that run.
  const isSkipping = isAfterCursor && isInSkippedRun(lastPhase);
  return {
    isAfterCursor,
    snapshotBefore,
    isLeading: createLeadingEventMatcher(context),
    phase: { kind: "leading", deferred: [], isSkipping },
    startCounts: new Map(),
    hasAppliedEvents: false,
    hasRunEvents: false,
    hasNewEvents: false,
    hasNewSnapshotEvents: false,
  };
}

/** Creates the state of the first connection of a request, which repeats nothing. */
export function createFirstConnection(context: RunContext): Connection {
  const created = createConnection(context, true, context.getBaseSnapshot(), APPLYING);
  return { ...created, phase: APPLYING, hasAppliedEvents: true };
}

/**
 * True when the next run may repeat a known one. After a cursor, the first applied event proves that the server does not
 * repeat runs.
 */
export function mayRepeatRun({ lastRun, hasAppliedEvents, isAfterCursor }: Connection): boolean {
  return lastRun !== undefined || !hasAppliedEvents || !isAfterCursor;
}

/** True for a snapshot of the messages or of the state, which a server may send with every connection. */
export function isSnapshotEvent(value: unknown): boolean {
  return isRecord(value) && (value.type === "MESSAGES_SNAPSHOT" || value.type === "STATE_SNAPSHOT");
}

/** Remembers that events have arrived that were not seen before. */
export function addNewEvents(connection: Connection, events: readonly Event[]): void {
  const hasSnapshots = events.some(isSnapshotEvent);
  connection.hasNewSnapshotEvents ||= hasSnapshots;
  connection.hasNewEvents ||= !events.every(isSnapshotEvent);
}

/**
 * Returns the received content of a connection that has ended.
 *
 * @param last - The snapshot after its last event.
 * @param isRepeated - True when the connection has brought the same as an earlier one.
 */
export function receivedContent(
  { hasRunEvents, hasNewEvents, hasNewSnapshotEvents, snapshotBefore }: Connection,
  last: Snapshot,
  isRepeated: boolean,
): Omit<ConnectionResult, "isComplete"> {
  if (isRepeated)
    return {
      hasEffect: hasRunEvents,
      hasNewEvents: false,
      hasNewContent: false,
      hasNewMessages: false,
    };
  const hasNewContent = hasNewSnapshotEvents && !isSameProgress(last, snapshotBefore);
  return {
    hasEffect: hasRunEvents || hasNewEvents || hasNewContent,
    hasNewEvents,
    hasNewContent,
    hasNewMessages: hasNewSnapshotEvents && !hasSameMessages(last, snapshotBefore),
  };
}

interface CompletenessFacts {
  /** True when events of this connection, or of a connection before it, were applied. */
  readonly hasEverApplied: boolean;
  /** True when the thread follows its server without a run of its own. */
  readonly isFollowing: boolean;
  /** True when the connection was lost; false when the server has closed it. */
  readonly isBroken: boolean;
}

type Completeness =
  /** The server has sent everything. */
  | "complete"
  /** All runs that have started are complete, but the lost connection may have lost later runs. */
  | "later-runs-unknown"
  /** The run is open, or nothing has arrived. */
  | "incomplete";

/** Returns how complete a thread is after a connection. */
export function completenessOf(
  last: Snapshot,
  { hasEverApplied, isFollowing, isBroken }: CompletenessFacts,
): Completeness {
  // The end of a reopened run does not arrive again after a cursor.
  const isOpen = isRunOpen(last) && (isBroken || !isReopened(last));
  const hasRun = last.tracking.phase !== "none" || isFollowing;
  if (!hasEverApplied || isOpen || !hasRun) return "incomplete";
  return isBroken && isFollowing ? "later-runs-unknown" : "complete";
}
