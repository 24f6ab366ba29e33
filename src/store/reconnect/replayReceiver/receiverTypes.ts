import type { RunStatus, Snapshot } from "../../../reducer/snapshot.ts";
import type { EventIngestor } from "../../run/eventIngestor.ts";

/** Result of a connection that has ended. A snapshot event is a MESSAGES_SNAPSHOT or a STATE_SNAPSHOT. */
export interface ConnectionResult {
  /** True when everything was received, so that no other connection is needed. */
  readonly isComplete: boolean;
  /**
   * True when the connection has brought events that are not skipped. Snapshot events count only when they have changed
   * the thread.
   */
  readonly hasEffect: boolean;
  /** True when the connection has brought events, other than snapshot events, that were not seen before. */
  readonly hasNewEvents: boolean;
  /** True when snapshot events have changed the thread. */
  readonly hasNewContent: boolean;
  /** True when snapshot events have changed more than the state of the thread. */
  readonly hasNewMessages: boolean;
}

/** Receiver of the events of a thread over as many connections as needed. */
export interface ReplayReceiver {
  /** True when the thread follows its server without a run of its own. */
  readonly isFollowing: boolean;
  /** Receives what the agent has yielded. */
  readonly receiveYielded: EventIngestor["ingestYielded"];
  /** True while received events wait for a later one, so that the snapshot and the log lack them. */
  readonly hasDeferredEvents: boolean;
  /** Starts a connection. @param isAfterCursor - True when the agent was asked to continue after a cursor. */
  startConnection(isAfterCursor: boolean): void;
  /**
   * Ends a connection.
   *
   * @param isNextAfterCursor - True when the next connection continues after a cursor.
   * @param isBroken - True when the connection was lost; false when the server has closed it, or has sent everything.
   */
  endConnection(isNextAfterCursor: boolean, isBroken: boolean): ConnectionResult;
  /** Reopens a run whose connection was lost before the end of its content. */
  reopenRun(): void;
  /** Applies deferred events by their most likely meaning. Called when no further connection is made. */
  applyDeferred(): void;
  /** Returns the snapshot that events are applied to. */
  getSnapshot(): Snapshot;
  /** True while a run is replayed that has not caught up with the shown snapshot. */
  readonly isCatchingUp: boolean;
  setStatus(status: RunStatus): void;
}
