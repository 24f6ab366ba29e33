import { eventFingerprint } from "../../../protocol/eventFingerprint.ts";
import { isRecord } from "../../../protocol/isRecord.ts";
import { readValidEvents } from "../../../protocol/validation/readFrame.ts";
import { isRunOpen } from "../../../reducer/runPhase.ts";
import { editRun } from "../../../reducer/runUpdates.ts";
import type { RunStatus, Snapshot } from "../../../reducer/snapshot.ts";
import type { RunContext } from "../../thread/threadInternals.ts";
import { lookUpLastRun } from "../lookUpLastRun.ts";
import {
  addNewEvents,
  completenessOf,
  createConnection,
  createFirstConnection,
  isSnapshotEvent,
  mayRepeatRun,
  receivedContent,
} from "./connection.ts";
import {
  APPLYING,
  type ConnectionPhase,
  isInSkippedRun,
  nextStep,
  type RestartedPhase,
  SKIPPING,
} from "./connectionPhase.ts";
import { hasEvents } from "./leadingEvents.ts";
import { isSameProgress } from "./progressComparison.ts";
import type { ReplayReceiver } from "./receiverTypes.ts";
import { createRunApplier } from "./runApplier.ts";

/*
 * The memory of a receiver and of its applier. `Connection` has what belongs to one connection.
 *
 * | variable                | set by                          | read by                   | cleared by          |
 * | ----------------------- | ------------------------------- | ------------------------- | ------------------- |
 * | hasStarted              | first applied event             | `setStatus`               | never               |
 * | lostRestart             | lost connection after a restart | `applyDeferred`           | next applied events |
 * | lastProgress            | lost connection of ended runs   | `endConnection`           | never               |
 * | applier: `skippedIds`   | start of a skipped run          | `startRun`                | never               |
 * | applier: `openReplay`   | start of the open run           | next starts               | next connection     |
 * | applier: `hiddenRunId`  | connection lost in a replay     | `startOtherRun`           | `discardReplay`     |
 * | applier: `lostIngestor` | connection lost with a deferral | `applyDeferred`           | never               |
 * | matcher: `deferral`     | start of an undecided stream    | next events               | decision, or replay |
 */

interface ReplayReceiverOptions {
  readonly runId: string;
  /** Called before the first event changes a followed thread, which is in no run until then. */
  readonly onStart?: () => void;
  /** Called before a followed run that names another run than the last one as its parent. */
  readonly onBranch?: (parentRunId: string) => void;
}

/** A RUN_STARTED as it was received. */
type RunStart = Readonly<Record<string, unknown>>;

/**
 * Creates the receiver of a run that arrives over several connections:
 *
 * - Events that continue the run are reduced into the thread.
 * - A replay from the start of the run is reduced into a shadow snapshot. That snapshot is shown when it contains more than
 *   the shown one, so that no reply shrinks and grows again.
 * - A followed thread uses a shadow as soon as a message that it shows is replayed.
 * - Complete runs are skipped, and so are runs of other branches.
 * - A followed run whose `parentRunId` names an earlier run begins a branch, as in recorded events (`parseEvents`).
 */
export function createReplayReceiver(
  context: RunContext,
  { runId, onStart, onBranch }: ReplayReceiverOptions,
): ReplayReceiver {
  const isFollowing = onStart !== undefined;
  let hasStarted = !isFollowing;
  /** Snapshot after the last lost connection that left no run open: another run may have followed. */
  let lastProgress: Snapshot | undefined;
  /** The undecided restart of the last lost connection; cleared by the next applied event. */
  let lostRestart: RestartedPhase | undefined;
  let connection = createFirstConnection(context);

  const applier = createRunApplier(context, {
    runId,
    isFollowing,
    onNewEvents: (events) => addNewEvents(connection, events),
  });

  function markReceived(): void {
    if (!hasStarted) onStart?.();
    hasStarted = true;
    if (!connection.hasAppliedEvents) setStatus("streaming");
    connection.hasAppliedEvents = true;
  }

  function applyValues(values: readonly unknown[]): void {
    if (values.length === 0) return;
    lostRestart = undefined;
    markReceived();
    connection.hasRunEvents ||= !values.every(isSnapshotEvent);
    applier.applyYielded(values);
  }

  /** Begins a branch when no run is open, and the parent of the next run is not the last run. */
  function beginBranchIfNeeded(parentRunId: unknown): void {
    const last = applier.getSnapshot();
    const isBranch = typeof parentRunId === "string" && last.tracking.runIds.at(-1) !== parentRunId;
    if (!isBranch || isRunOpen(last)) return;
    applier.publishReplay();
    onBranch?.(parentRunId);
  }

  /**
   * Prepares a run that may repeat a known one.
   *
   * @param deferred - The leading events before the start.
   * @returns The phase of the connection in the run.
   */
  function prepareRun(
    start: RunStart,
    startedId: string,
    deferred: readonly unknown[],
  ): ConnectionPhase {
    const { startCounts } = connection;
    connection.lastRun ??= lookUpLastRun(context, context.getBaseSnapshot());
    const { lastRun } = connection;
    const count = (startCounts.get(startedId) ?? 0) + 1;
    startCounts.set(startedId, count);
    if (count <= lastRun.completedCount(startedId)) {
      applier.skipRun(startedId);
      return SKIPPING;
    }
    beginBranchIfNeeded(start.parentRunId);
    markReceived();
    connection.hasRunEvents = true;
    const last = applier.getSnapshot();
    const isOpenRun = count === 1 && isRunOpen(last) && last.run.runId === startedId;
    // After a skipped run, the open run is replayed.
    if (isOpenRun && startCounts.size === 1)
      return { kind: "restarted", start, deferred, undecided: [], run: lastRun };
    if (applier.isReplayingOpenRun) applier.continueReplay(startedId, lastRun);
    else if (isOpenRun || isRunOpen(context.getBaseSnapshot()))
      applier.replayFromStart(startedId, lastRun);
    else applier.startOtherRun(startedId);
    return APPLYING;
  }

  /** Returns the events with which the applier begins a run. */
  function firstEventsOf(start: unknown, deferred: readonly unknown[]): readonly unknown[] {
    applier.rememberState();
    // A replay of the open run begins after its leading events.
    return applier.isReplayingOpenRun ? [start] : [...deferred, start];
  }

  /** Processes a RUN_STARTED. @returns The events to apply. */
  function receiveStart(start: RunStart): readonly unknown[] {
    const deferred = "deferred" in connection.phase ? connection.phase.deferred : [];
    const startedId = typeof start.runId === "string" && start.runId ? start.runId : runId;
    connection.phase = APPLYING;
    if (mayRepeatRun(connection)) connection.phase = prepareRun(start, startedId, deferred);
    else if (isFollowing) {
      beginBranchIfNeeded(start.parentRunId);
      applier.startRun(startedId);
    }
    return connection.phase.kind === "applying" ? firstEventsOf(start, deferred) : [];
  }

  /** Processes any other event. @returns The events to apply. */
  function receiveEvent(value: unknown): readonly unknown[] {
    const step = nextStep(connection.phase, value, connection);
    connection.phase = step.phase;
    switch (step.kind) {
      case "skip":
      case "defer":
        return [];
      case "apply":
        return step.events;
      case "continue":
        // The cached events of the run are out of date: the run is looked up again when it restarts.
        connection.lastRun = undefined;
        return step.events;
      case "replay": {
        const { start, deferred, run } = step.restart;
        applier.replayFromStart(applier.getSnapshot().run.runId ?? "", run);
        return [...firstEventsOf(start, deferred), ...step.events];
      }
    }
  }

  /** Applies the events after a restart that no later event has decided, unless they repeat the run. */
  function applyRestart({ undecided }: RestartedPhase): void {
    const { events } = lookUpLastRun(context, context.getBaseSnapshot());
    const seen = new Set(events().map(eventFingerprint));
    if (!hasEvents(seen, undecided.flatMap(readValidEvents))) applyValues(undecided);
  }

  function receiveEach(values: readonly unknown[]): void {
    let batch: unknown[] = [];
    for (const value of values) {
      if (isRecord(value) && value.type === "RUN_STARTED") {
        applyValues(batch);
        batch = [...receiveStart(value)];
      } else batch.push(...receiveEvent(value));
    }
    applyValues(batch);
  }

  /** Ends the phase. Undecided events are kept, and applied later unless the next connection sends them again. */
  function endPhase(isNextAfterCursor: boolean): void {
    const { phase, isAfterCursor } = connection;
    // After a cursor, even an event that may come before a replayed run is new.
    if (isAfterCursor && phase.kind === "leading" && !phase.isSkipping) applyValues(phase.deferred);
    if (phase.kind === "restarted") {
      // After a cursor, the server does not send the events again.
      if (isNextAfterCursor) applyRestart(phase);
      else if (phase.undecided.length > 0) lostRestart = phase;
    }
    connection.phase = isInSkippedRun(phase) ? SKIPPING : APPLYING;
  }

  /** Remembers the content of a followed thread. @returns True when an earlier connection has reached the same content. */
  function recordProgress(next: Snapshot): boolean {
    const isRepeated = lastProgress !== undefined && isSameProgress(next, lastProgress);
    lastProgress = next;
    return isRepeated;
  }

  function setStatus(status: RunStatus): void {
    const { run } = context.getBaseSnapshot();
    if (run.status === status) return;
    const next = editRun(context.getBaseSnapshot(), { status });
    // Before the first event there is no run to log.
    if (hasStarted) context.commit(next, "now");
    else context.replaceSnapshot(next);
  }

  return {
    isFollowing,
    receiveYielded(yielded) {
      if (!mayRepeatRun(connection) && !isFollowing) applier.applyYielded(yielded);
      else receiveEach(Array.isArray(yielded) ? yielded : [yielded]);
    },
    get hasDeferredEvents() {
      return connection.phase.kind === "restarted" || applier.hasDeferredEvents;
    },
    startConnection(isAfterCursor) {
      applier.forgetOpenReplay();
      const { phase } = connection;
      connection = createConnection(context, isAfterCursor, applier.getSnapshot(), phase);
    },
    endConnection(isNextAfterCursor, isBroken) {
      endPhase(isNextAfterCursor);
      const last = applier.getSnapshot();
      const hasEverApplied = connection.hasAppliedEvents || lastProgress !== undefined;
      const completeness = completenessOf(last, {
        hasEverApplied,
        isFollowing,
        isBroken,
      });
      if (completeness !== "incomplete") applier.publishReplay();
      const isRepeated =
        completeness === "later-runs-unknown" && recordProgress(applier.getSnapshot());
      const isComplete = completeness === "complete";
      // Without a cursor, the next connection replays the run, or continues the shown one.
      if (!isComplete && !isNextAfterCursor && connection.hasAppliedEvents) applier.discardReplay();
      return { isComplete, ...receivedContent(connection, last, isRepeated) };
    },
    reopenRun: applier.reopenRun,
    applyDeferred() {
      applier.applyDeferred();
      if (connection.phase.kind === "restarted") lostRestart = connection.phase;
      if (lostRestart) applyRestart(lostRestart);
    },
    getSnapshot: applier.getSnapshot,
    get isCatchingUp() {
      return applier.isCatchingUp;
    },
    setStatus,
  };
}
