import { eventFingerprint } from "../../../protocol/eventFingerprint.ts";
import { isRecord } from "../../../protocol/isRecord.ts";
import { readValidEvents } from "../../../protocol/validation/readFrame.ts";
import { isReopened, isRunOpen } from "../../../reducer/runPhase.ts";
import { editRun } from "../../../reducer/runUpdates.ts";
import type { RunStatus, Snapshot } from "../../../reducer/snapshot.ts";
import type { RunContext } from "../../thread/threadInternals.ts";
import { lookUpLastRun } from "../lookUpLastRun.ts";
import { hasSameMessages, isSameProgress } from "./compareProgress.ts";
import {
  APPLYING,
  type ConnectionPhase,
  createConnection,
  hasEvents,
  isInSkippedRun,
  isStatement,
  type RestartedPhase,
  SKIPPING,
} from "./connection.ts";
import { continuesStream, isContinuation } from "./isContinuation.ts";
import { createRunApplier } from "./runApplier.ts";
import type { ReplayReceiver } from "./types.ts";

/** Options of {@link createReplayReceiver}. */
interface ReplayReceiverOptions {
  readonly runId: string;
  /** Called before the first event changes a followed thread, which is in no run until then. */
  readonly onStart?: () => void;
  /** Called before a followed run that names another run than the last one as its parent. */
  readonly onBranch?: (parentRunId: string) => void;
}

/**
 * Creates the receiver of a run that arrives over several connections. Events that continue the run are reduced into
 * the thread. A replay from the start of the run is reduced into a shadow snapshot. That snapshot is shown when it
 * contains more than the shown one, so that no reply shrinks and grows again. The same holds for a followed thread when
 * a known message is replayed. Complete runs are skipped, and so are runs of other branches. A followed run whose
 * `parentRunId` names an earlier run begins a branch, as in recorded events (`parseEvents`).
 */
export function createReplayReceiver(
  context: RunContext,
  { runId, onStart, onBranch }: ReplayReceiverOptions,
): ReplayReceiver {
  const isFollowing = onStart !== undefined;
  let hasStarted = !isFollowing;
  /** Snapshot without an open run when a connection was lost: another run may have followed. */
  let lastProgress: Snapshot | undefined;
  let phase: ConnectionPhase = APPLYING;
  /** The restart with which the last connection was lost, as long as no connection brings other events. */
  let lostRestart: RestartedPhase | undefined;
  let connection = createConnection(context, true, context.getBaseSnapshot());
  // The first connection of a run of this client repeats nothing.
  connection.hasReceived = connection.hasNewEvents = true;

  const applier = createRunApplier(context, {
    runId,
    isFollowing,
    onNewEvents(events) {
      const hasStatements = events.some(({ type }) => isStatement(type));
      connection.hasNewStatements ||= hasStatements;
      connection.hasNewEvents ||= events.some(({ type }) => !isStatement(type));
    },
  });

  function markReceived(): void {
    if (!hasStarted) onStart?.();
    hasStarted = true;
    if (!connection.hasReceived) setStatus("streaming");
    connection.hasReceived = true;
  }

  function apply(values: readonly unknown[]): void {
    if (values.length === 0) return;
    lostRestart = undefined;
    markReceived();
    connection.hasRunEvents ||= values.some(
      (value) => !isRecord(value) || !isStatement(value.type),
    );
    applier.apply(values);
  }

  /** True when the next run may repeat a known one. A connection after a cursor reaches new runs by itself. */
  function mayRepeatRun(): boolean {
    const { lastRun, hasReceived, isContinued } = connection;
    return lastRun !== undefined || !hasReceived || !isContinued;
  }

  /** Begins a branch when a run names an ended run as its parent that is not the last one. */
  function leaveBranch(parentRunId: unknown): void {
    const last = applier.getSnapshot();
    const isBranch = typeof parentRunId === "string" && last.tracking.runIds.at(-1) !== parentRunId;
    if (!isBranch || isRunOpen(last)) return;
    applier.publishReplay();
    onBranch?.(parentRunId);
  }

  /** Prepares a run that may repeat a known one, and returns the phase of the connection in it. */
  function startRun(
    startedId: string,
    parentRunId: unknown,
  ): "skipping" | "restarted" | "applying" {
    const { startCounts } = connection;
    connection.lastRun ??= lookUpLastRun(context, context.getBaseSnapshot());
    const { lastRun } = connection;
    const count = (startCounts.get(startedId) ?? 0) + 1;
    startCounts.set(startedId, count);
    if (count <= lastRun.completedCount(startedId)) {
      applier.skipRun(startedId);
      return "skipping";
    }
    leaveBranch(parentRunId);
    markReceived();
    connection.hasRunEvents = true;
    const last = applier.getSnapshot();
    const isSameRun = count === 1 && isRunOpen(last) && last.run.runId === startedId;
    // After a skipped run, the open run is replayed.
    if (isSameRun && startCounts.size === 1) return "restarted";
    if (applier.isReplayingOpenRun) applier.continueReplay(startedId, lastRun);
    else if (isSameRun || isRunOpen(context.getBaseSnapshot()))
      applier.replayFromStart(startedId, lastRun);
    else applier.startOtherRun(startedId);
    return "applying";
  }

  /** Processes a RUN_STARTED. @returns The events to apply. */
  function receiveStart(start: Readonly<Record<string, unknown>>): readonly unknown[] {
    const deferred = "deferred" in phase ? phase.deferred : [];
    const startedId = typeof start.runId === "string" && start.runId ? start.runId : runId;
    phase = APPLYING;
    if (mayRepeatRun()) {
      const kind = startRun(startedId, start.parentRunId);
      if (kind === "restarted") phase = { kind, start, deferred, undecided: [] };
      else phase = { kind };
    } else if (isFollowing) {
      leaveBranch(start.parentRunId);
      applier.expectRun(startedId);
    }
    if (phase.kind !== "applying") return [];
    applier.rememberState();
    // A replay of the open run begins after its leading events.
    return applier.isReplayingOpenRun ? [start] : [...deferred, start];
  }

  /** Processes any other event. @returns The events to apply. */
  function receiveEvent(value: unknown): readonly unknown[] {
    switch (phase.kind) {
      case "leading": {
        const { deferred, isSkipping } = phase;
        if (connection.isLeading(value)) {
          deferred.push(value);
          return [];
        }
        phase = isSkipping ? SKIPPING : APPLYING;
        return isSkipping ? [] : [...deferred, value];
      }
      case "restarted": {
        const restart = phase;
        phase = APPLYING;
        return decideRestart(restart, value);
      }
      case "skipping":
        return [];
      case "applying":
        return [value];
    }
  }

  /** Decides whether a restarted run is replayed or continued. @returns The events to apply. */
  function decideRestart(restart: RestartedPhase, value: unknown): readonly unknown[] {
    const { start, deferred, undecided } = restart;
    const { lastRun, isContinued } = connection;
    const received = lastRun?.firstEvents();
    const events = [...undecided, value];
    const isContinuing = (isContinued ? isContinuation : continuesStream)(value, received);
    if (isContinuing === undefined) {
      phase = { ...restart, undecided: events };
      return [];
    }
    if (!lastRun || isContinuing) {
      // The run continues, so its cached events are out of date: it is looked up again when it restarts.
      connection.lastRun = undefined;
      return events;
    }
    applier.replayFromStart(applier.getSnapshot().run.runId ?? "", lastRun);
    applier.rememberState();
    return applier.isReplayingOpenRun ? [start, ...events] : [...deferred, start, ...events];
  }

  /** Applies the events after a restart that no later event has decided, unless they repeat the run. */
  function applyRestart({ undecided }: RestartedPhase): void {
    const { events } = lookUpLastRun(context, context.getBaseSnapshot());
    const seen = new Set(events().map(eventFingerprint));
    if (!hasEvents(seen, undecided.flatMap(readValidEvents))) apply(undecided);
  }

  function receiveEach(values: readonly unknown[]): void {
    let batch: unknown[] = [];
    for (const value of values) {
      if (isRecord(value) && value.type === "RUN_STARTED") {
        apply(batch);
        batch = [...receiveStart(value)];
      } else batch.push(...receiveEvent(value));
    }
    apply(batch);
  }

  /** Remembers what a followed run has reached. A replay of the same content brings nothing new. */
  function recordProgress(next: Snapshot): void {
    if (lastProgress && isSameProgress(next, lastProgress))
      connection.hasNewEvents = connection.hasNewContent = connection.hasNewMessages = false;
    lastProgress = next;
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
    receive(yielded) {
      if (!mayRepeatRun() && !isFollowing) applier.apply(yielded);
      else receiveEach(Array.isArray(yielded) ? yielded : [yielded]);
    },
    get hasDeferredEvents() {
      return phase.kind === "restarted" || applier.hasDeferredEvents;
    },
    handleConnect(isContinued) {
      applier.handleConnect();
      // A connection that continues within a skipped run sends no start of that run.
      phase = { kind: "leading", deferred: [], isSkipping: isContinued && isInSkippedRun(phase) };
      connection = createConnection(context, isContinued, applier.getSnapshot());
    },
    handleDisconnect(isNextContinued, isBroken) {
      // After a cursor, even an event that may come before a replayed run is new.
      if (connection.isContinued && phase.kind === "leading" && !phase.isSkipping)
        apply(phase.deferred);
      if (phase.kind === "restarted") {
        // After a cursor, the server does not send the events again.
        if (isNextContinued) applyRestart(phase);
        else if (phase.undecided.length > 0) lostRestart = phase;
      }
      phase = isInSkippedRun(phase) ? SKIPPING : APPLYING;
      const last = applier.getSnapshot();
      const { hasNewStatements, snapshotBefore } = connection;
      connection.hasNewContent = hasNewStatements && !isSameProgress(last, snapshotBefore);
      connection.hasNewMessages = hasNewStatements && !hasSameMessages(last, snapshotBefore);
      const { phase: runPhase } = last.tracking;
      // The end of a reopened run does not arrive again after a cursor.
      const isOpen = isRunOpen(last) && (isBroken || !isReopened(last));
      const isReplayOver =
        (connection.hasReceived || lastProgress !== undefined) &&
        !isOpen &&
        (runPhase !== "none" || isFollowing);
      if (isReplayOver) applier.publishReplay();
      // A broken connection may have lost the runs after the last one.
      const mayHaveMoreRuns = isBroken && isFollowing;
      if (isReplayOver && mayHaveMoreRuns) recordProgress(applier.getSnapshot());
      const isOver = isReplayOver && !mayHaveMoreRuns;
      if (isOver || isNextContinued || !connection.hasReceived) return isOver;
      // Without a cursor, the next connection replays the run, or continues the shown one.
      applier.discardReplay();
      return false;
    },
    reopenRun: applier.reopenRun,
    applyDeferred() {
      applier.applyDeferred();
      if (phase.kind === "restarted") lostRestart = phase;
      if (lostRestart) applyRestart(lostRestart);
    },
    getSnapshot: applier.getSnapshot,
    get hasReceived() {
      const { hasRunEvents, hasNewEvents, hasNewContent } = connection;
      return hasRunEvents || hasNewEvents || hasNewContent;
    },
    get hasNewEvents() {
      return connection.hasNewEvents;
    },
    get hasNewContent() {
      return connection.hasNewContent;
    },
    get hasNewMessages() {
      return connection.hasNewMessages;
    },
    get isCatchingUp() {
      return applier.isCatchingUp;
    },
    setStatus,
  };
}
