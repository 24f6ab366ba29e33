import { isRecord } from "../../protocol/isRecord.ts";
import { editRun } from "../../reducer/runUpdates.ts";
import type { RunStatus, Snapshot } from "../../reducer/snapshot.ts";
import type { EventIngestor } from "../run/eventIngestor.ts";
import type { RunContext } from "../thread/threadInternals.ts";
import { isSameProgress } from "./compareProgress.ts";
import { isContinuation } from "./isContinuation.ts";
import { createOpeningMatcher, isRunOpen, type LastRun, lookUpLastRun } from "./lastRun.ts";
import { createRunReplay } from "./runReplay.ts";

/** Receives the events of a thread over as many connections as needed. */
export interface ReplayReceiver {
  /** True when the thread follows its server without a run of its own. */
  readonly isFollowing: boolean;
  /** Receives what the agent has yielded. */
  readonly receive: EventIngestor;
  /** Starts a connection. @param isContinued - True when the agent was asked to continue after a cursor. */
  handleConnect(isContinued: boolean): void;
  /**
   * Ends a connection.
   *
   * @param isContinued - True when the next connection continues after a cursor.
   * @param isBroken - True when the connection was lost, false when the server has closed it.
   * @returns True when everything was received.
   */
  handleDisconnect(isContinued: boolean, isBroken: boolean): boolean;
  /** Returns the snapshot that events are applied to. */
  getSnapshot(): Snapshot;
  /** True when this connection has received events that are not skipped. */
  readonly hasReceived: boolean;
  /** True when this connection has received events that were not seen before. */
  readonly hasNewEvents: boolean;
  /** True while a run is replayed that has not caught up with the shown snapshot. */
  readonly isCatchingUp: boolean;
  setStatus(status: RunStatus): void;
}

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
 * the thread. A replay from the start of the run is reduced into a shadow snapshot, which is shown when it contains
 * more than the shown one, so that no answer shrinks and grows again. The same holds for a followed thread when a
 * known message is replayed. Complete runs are skipped, and so are runs of other branches. A followed run whose
 * `parentRunId` names an earlier run begins a branch, as in recorded events (`parseEvents`).
 */
export function createReplayReceiver(
  context: RunContext,
  { runId, onStart, onBranch }: ReplayReceiverOptions,
): ReplayReceiver {
  const isFollowing = onStart !== undefined;
  let hasStarted = !isFollowing;
  let hasReceived = true;
  let hasNewEvents = true;
  /** Snapshot without an open run when a connection was lost: another run may have followed. */
  let settled: Snapshot | undefined;

  const replay = createRunReplay(context, {
    runId,
    isFollowing,
    onNewEvents() {
      hasNewEvents = true;
    },
  });

  /** First events that may come before a replayed run; `undefined` after them. */
  let opening: unknown[] | undefined;
  let isOpening = createOpeningMatcher(context);
  let lastRun: LastRun | undefined;
  /** Number of starts by run. */
  let startCounts = new Map<string, number>();
  let isContinued = true;
  /** Repeated start of the open run after a cursor: the next event shows whether the run is replayed. */
  let restart: { readonly value: unknown } | undefined;
  let isSkipping = false;

  function markReceived(): void {
    if (!hasStarted) onStart?.();
    hasStarted = true;
    if (!hasReceived) setStatus("streaming");
    hasReceived = true;
  }

  /** Begins a branch when a run names an ended run as its parent that is not the last one. */
  function leaveBranch(parentRunId: unknown): void {
    const last = replay.getSnapshot();
    const isBranch = typeof parentRunId === "string" && last.tracking.runIds.at(-1) !== parentRunId;
    if (!isBranch || isRunOpen(last)) return;
    replay.show();
    onBranch?.(parentRunId);
  }

  /**
   * Decides what happens with a run that starts.
   *
   * @returns True when the next event decides.
   */
  function startRun(startedId: string, parentRunId: unknown): boolean {
    lastRun ??= lookUpLastRun(context, context.getSnapshot());
    const count = (startCounts.get(startedId) ?? 0) + 1;
    startCounts.set(startedId, count);
    isSkipping = count <= lastRun.completedCount(startedId);
    if (isSkipping) {
      replay.skipRun(startedId);
      return false;
    }
    leaveBranch(parentRunId);
    markReceived();
    const last = replay.getSnapshot();
    const isSameRun = count === 1 && isRunOpen(last) && last.run.runId === startedId;
    // After a skipped run, the open run is replayed.
    if (isSameRun && isContinued && startCounts.size === 1) return true;
    if (replay.isRebuilding) replay.rebuild(startedId, lastRun);
    else if (isSameRun || isRunOpen(context.getSnapshot()))
      replay.replayFromStart(startedId, lastRun);
    else replay.startOtherRun(startedId);
    return false;
  }

  /** True when the server may have more runs after the last one, which a lost connection could not send. */
  function mayHaveMore(next: Snapshot): boolean {
    if (!isFollowing) return false;
    // A replay of the same content brings nothing new.
    if (settled && isSameProgress(next, settled)) hasNewEvents = false;
    settled = next;
    return true;
  }

  /** Decides whether a restarted run is replayed or continued. @returns The events to reduce. */
  function decideRestart(start: unknown, value: unknown): readonly unknown[] {
    const before = opening ?? [];
    opening = restart = undefined;
    const run = lastRun;
    if (!run || isContinuation(value, run.firstEvents())) {
      // Look the run up again at its next start: it has more events by then.
      lastRun = undefined;
      return [value];
    }
    replay.replayFromStart(replay.getSnapshot().run.runId ?? "", run);
    replay.rememberState();
    return replay.isRebuilding ? [start, value] : [...before, start, value];
  }

  function receiveEach(values: readonly unknown[]): void {
    let batch: unknown[] = [];
    for (const value of values) {
      if (isRecord(value) && value.type === "RUN_STARTED") {
        reduce(batch);
        batch = [];
        restart = undefined;
        const startedId = typeof value.runId === "string" && value.runId ? value.runId : runId;
        // A connection that continues after a cursor reaches the next run by itself.
        if (lastRun || !hasReceived || !isContinued) {
          if (startRun(startedId, value.parentRunId)) {
            restart = { value };
            continue;
          }
        } else if (isFollowing) {
          leaveBranch(value.parentRunId);
          replay.expectRun(startedId);
        }
        if (!isSkipping) replay.rememberState();
        // A rebuilt run has its opening events already.
        if (!replay.isRebuilding) batch.push(...(opening ?? []));
        opening = undefined;
      } else if (restart) {
        batch.push(...decideRestart(restart.value, value));
        continue;
      } else if (opening && isOpening(value)) {
        opening.push(value);
        continue;
      } else {
        batch.push(...(opening ?? []));
        opening = undefined;
      }
      batch.push(value);
    }
    reduce(batch);
  }

  function reduce(values: readonly unknown[]): void {
    if (values.length === 0 || isSkipping) return;
    markReceived();
    replay.apply(values);
  }

  function setStatus(status: RunStatus): void {
    const { run } = context.getSnapshot();
    if (run.status === status) return;
    const next = editRun(context.getSnapshot(), { status });
    // Before the first event there is no run to log.
    if (hasStarted) context.commit(next, "now");
    else context.replaceSnapshot(next);
  }

  return {
    isFollowing,
    receive(yielded) {
      if (!lastRun && hasReceived && isContinued && !isFollowing) replay.apply(yielded);
      else receiveEach(Array.isArray(yielded) ? yielded : [yielded]);
    },
    handleConnect(continues) {
      replay.handleConnect();
      isContinued = continues;
      opening = [];
      isOpening = createOpeningMatcher(context);
      lastRun = undefined;
      startCounts = new Map();
      restart = undefined;
      // A connection that continues within a skipped run sends no start of that run.
      isSkipping = isSkipping && continues;
      hasReceived = false;
      hasNewEvents = false;
    },
    handleDisconnect(continues, isBroken) {
      // After a cursor, even a known opening event is new.
      if (isContinued && opening && !restart) reduce(opening);
      opening = restart = undefined;
      const { phase } = replay.getSnapshot().tracking;
      const isSettled =
        (hasReceived || settled !== undefined) &&
        phase !== "active" &&
        (phase !== "none" || isFollowing);
      if (isSettled) replay.show();
      const isOver = isSettled && !(isBroken && mayHaveMore(replay.getSnapshot()));
      if (isOver || continues || !hasReceived) return isOver;
      // Without a cursor, the next connection replays the run, or continues the shown one.
      replay.discard();
      return false;
    },
    getSnapshot: replay.getSnapshot,
    get hasReceived() {
      return hasReceived;
    },
    get hasNewEvents() {
      return hasNewEvents;
    },
    get isCatchingUp() {
      return replay.isCatchingUp;
    },
    setStatus,
  };
}
