import { eventFingerprint } from "../../../protocol/eventFingerprint.ts";
import type { Event } from "../../../protocol/events.ts";
import { readValidEvents } from "../../../protocol/validation/readFrame.ts";
import type { Snapshot } from "../../../reducer/snapshot.ts";
import { openLog } from "../../eventLog/eventLog.ts";
import { readAction } from "../../eventLog/logEntries.ts";
import type { RunContext, ThreadInternals } from "../../thread/threadInternals.ts";
import type { LastRun } from "../lookUpLastRun.ts";

/** Facts about the current connection. */
interface Connection {
  /** True when the agent was asked to continue after a cursor. */
  readonly isContinued: boolean;
  /** True for an event that may come before a replayed run. */
  readonly isLeading: (value: unknown) => boolean;
  readonly startCounts: Map<string, number>;
  /** The last run at the first start of this connection that may repeat a run. */
  lastRun?: LastRun | undefined;
  /** The snapshot before the first event of this connection. */
  readonly snapshotBefore: Snapshot;
  hasReceived: boolean;
  /** True when an event has arrived that is more than a snapshot of the messages or of the state. */
  hasRunEvents: boolean;
  /** True when such an event has arrived that was not seen before. */
  hasNewEvents: boolean;
  /** True when a snapshot of the messages or of the state has arrived that was not seen before. */
  hasNewStatements: boolean;
  /** True when these snapshots have changed the thread. */
  hasNewContent: boolean;
  /** True when they have changed its messages or interrupts, and not only its state. */
  hasNewMessages: boolean;
}

/** True for the type of a snapshot of the messages or of the state, which a server may send with every connection. */
export function isStatement(type: unknown): boolean {
  return type === "MESSAGES_SNAPSHOT" || type === "STATE_SNAPSHOT";
}

/**
 * Creates the facts about a connection before its first event.
 *
 * @param isContinued - True when the agent was asked to continue after a cursor.
 * @param snapshotBefore - The snapshot that the events of the connection are applied to.
 */
export function createConnection(
  context: RunContext,
  isContinued: boolean,
  snapshotBefore: Snapshot,
): Connection {
  return {
    isContinued,
    isLeading: createLeadingEventMatcher(context),
    startCounts: new Map(),
    snapshotBefore,
    hasReceived: false,
    hasRunEvents: false,
    hasNewEvents: false,
    hasNewStatements: false,
    hasNewContent: false,
    hasNewMessages: false,
  };
}

/**
 * Creates a function that is true for leading events: those that the log has between the request of a run and its
 * RUN_STARTED. A server that replays the run may send them again before it. The log does not have events that cannot
 * be read, so each of these counts as one.
 */
function createLeadingEventMatcher(
  internals: Pick<ThreadInternals, "changes" | "options">,
): (value: unknown) => boolean {
  let keys: ReadonlySet<string> | undefined;
  return (value) => {
    const events = readValidEvents(value);
    if (events.length === 0) return true;
    keys ??= leadingEventsIn(openLog(internals).entries);
    return hasEvents(keys, events);
  };
}

/** True when all events have fingerprints of a set. */
export function hasEvents(keys: ReadonlySet<string>, events: readonly unknown[]): boolean {
  return events.every((event) => keys.has(eventFingerprint(event)));
}

/** Returns the fingerprints of all leading events of a log. */
function leadingEventsIn(entries: readonly Event[]): ReadonlySet<string> {
  const keys = new Set<string>();
  let pending: string[] | undefined;
  for (const entry of entries) {
    const action = readAction(entry);
    if (action?.name === "run") pending = [];
    else if (entry.type === "RUN_STARTED") {
      for (const key of pending ?? []) keys.add(key);
      pending = undefined;
    } else if (!action) pending?.push(eventFingerprint(entry));
  }
  return keys;
}

/**
 * Position of a connection in the runs that the server sends. A server that replays a thread sends its runs in order:
 *
 * ```text
 * CUSTOM   RUN_STARTED r1 … RUN_FINISHED   RUN_STARTED r2 …   TEXT_MESSAGE_CONTENT …
 * leading  skipping: r1 is complete here   applying, or restarted until the next event when r2 is open here
 * ```
 */
export type ConnectionPhase =
  /** Before the first event that is applied. Events that may come before a replayed run are deferred. */
  | {
      readonly kind: "leading";
      readonly deferred: unknown[];
      /** True when the connection continues, after a cursor, within a run that is skipped. */
      readonly isSkipping: boolean;
    }
  | RestartedPhase
  /** Within a run that the thread has completely, or that lies on another branch. */
  | { readonly kind: "skipping" }
  /** Within a run whose events are applied. */
  | { readonly kind: "applying" };

/** After a start of the open run, which has started before. A later event shows whether the run is replayed. */
export interface RestartedPhase {
  readonly kind: "restarted";
  readonly start: unknown;
  readonly deferred: unknown[];
  /** Events after the start that do not show it. */
  readonly undecided: readonly unknown[];
}

export const SKIPPING: ConnectionPhase = { kind: "skipping" };

export const APPLYING: ConnectionPhase = { kind: "applying" };

/** True in a run that is skipped, and for a connection that continues within it. */
export function isInSkippedRun(phase: ConnectionPhase): boolean {
  return phase.kind === "skipping" || (phase.kind === "leading" && phase.isSkipping);
}
