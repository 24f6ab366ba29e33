import { isRecord } from "../../protocol/isRecord.ts";
import type { Issue } from "../../protocol/issue.ts";
import { editRun, expectReplay } from "../../reducer/runUpdates.ts";
import type { RunStatus, Snapshot } from "../../reducer/snapshot.ts";
import { createEventIngestor, type EventIngestor } from "../run/eventIngestor.ts";
import type { RunContext } from "../thread/threadInternals.ts";
import { isSameProgress } from "./compareProgress.ts";
import { isContinuation } from "./isContinuation.ts";
import {
  createOpeningMatcher,
  isRunOpen,
  type LastRun,
  lookUpLastRun,
  rememberStateBefore,
} from "./lastRun.ts";
import { createReplayFilter } from "./replayFilter.ts";
import { createShadowContext } from "./shadowContext.ts";
import { createShadowSnapshot } from "./shadowSnapshot.ts";

/** Receives the events of a thread over as many connections as needed. */
export interface ReplayReceiver {
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
  /** True when this connection has received events that are not skipped. */
  readonly hasReceived: boolean;
  /** True when this connection has received events that were not seen before. */
  readonly hasNewEvents: boolean;
  /** True while a run is replayed that has not caught up with the shown snapshot. */
  readonly isCatchingUp: boolean;
  setStatus(status: RunStatus): void;
}

/** Options of {@link createReplayReceiver}. */
export interface ReplayReceiverOptions {
  readonly runId: string;
  /** Called before the first event changes a followed thread, which is in no run until then. */
  readonly onStart?: () => void;
}

/**
 * Creates the receiver of a run that arrives over several connections. Events that continue the run are reduced into
 * the thread. A replay from the start of the run is reduced into a shadow snapshot, which is shown when it contains
 * more than the shown one, so that no answer shrinks and grows again. The same holds for a followed thread when a
 * known message is replayed. Complete runs are skipped, and so are runs of other branches.
 */
export function createReplayReceiver(
  context: RunContext,
  { runId, onStart }: ReplayReceiverOptions,
): ReplayReceiver {
  const isFollowing = onStart !== undefined;
  const shadow = createShadowSnapshot(context);
  const filter = createReplayFilter(context.changes);
  let knownIssues: readonly Issue[] = [];
  let hasStarted = !isFollowing;
  let hasReceived = true;
  let hasNewEvents = true;
  /** Snapshot without an open run when a connection was lost: another run may have followed. */
  let settled: Snapshot | undefined;

  const own = createShadowContext(context, {
    shadow,
    filter,
    isFollowing,
    knownIssues: () => knownIssues,
    onCaughtUp: show,
    onNewEvents() {
      hasNewEvents = true;
    },
  });
  let live = createEventIngestor(own, runId);
  let reader = live;

  /** First events that may come before a replayed run; `undefined` after them. */
  let opening: unknown[] | undefined;
  let isOpening = createOpeningMatcher(context);
  /** Id of the run that is rebuilt, until its start was replayed. */
  let rebuiltId: string | undefined;
  let lastRun: LastRun | undefined;
  /** Number of starts by run. */
  let startCounts = new Map<string, number>();
  let isContinued = true;
  /** Id of a run of which nothing was shown when the last connection was lost. */
  let hiddenRunId: string | undefined;
  /** Repeated start of the open run after a cursor: the next event shows whether the run is replayed. */
  let restart: { readonly value: unknown } | undefined;
  let isSkipping = false;
  let isRebuilding = false;

  function show(): void {
    if (shadow.snapshot) live = reader;
    shadow.show();
  }

  function markReceived(): void {
    if (!hasStarted) onStart?.();
    hasStarted = true;
    if (!hasReceived) setStatus("streaming");
    hasReceived = true;
  }

  /**
   * Decides what happens with a run that starts.
   *
   * @returns True when the next event decides.
   */
  function startRun(startedId: string): boolean {
    lastRun ??= lookUpLastRun(context, context.getSnapshot());
    const count = (startCounts.get(startedId) ?? 0) + 1;
    startCounts.set(startedId, count);
    isSkipping = count <= lastRun.completedCount(startedId);
    if (isSkipping) return false;
    markReceived();
    const last = own.getSnapshot();
    const isSameRun = count === 1 && isRunOpen(last) && last.run.runId === startedId;
    // After a skipped run, the open run is replayed.
    if (isSameRun && isContinued && startCounts.size === 1) return true;
    if (isRebuilding) rebuild(startedId, lastRun);
    else if (isSameRun || isRunOpen(context.getSnapshot())) replayFromStart(startedId, lastRun);
    else {
      if (startedId === hiddenRunId) filter.startKnownReplay(startedId);
      expectRun(startedId);
    }
    return false;
  }

  /** Replays the open run from its start. */
  function replayFromStart(startedId: string, run: LastRun): void {
    if (!isRunOpen(context.getSnapshot())) {
      shadow.discard();
      filter.startKnownReplay(startedId);
      expectRun(startedId);
      return;
    }
    isRebuilding = true;
    rebuiltId = context.getSnapshot().run.runId ?? "";
    knownIssues = context.getSnapshot().issues;
    shadow.start(run.snapshotBefore());
    reader = createEventIngestor(own, runId);
    rebuild(startedId, run);
  }

  /** Starts a run that may repeat known messages. */
  function expectRun(startedId: string): void {
    if (isFollowing && !shadow.snapshot) {
      const shown = context.getSnapshot();
      // `stop()` must cancel this run.
      context.commit({ ...shown, run: { ...shown.run, runId: startedId } });
      shadow.start(context.getSnapshot());
    }
    own.commit(expectReplay(own.getSnapshot(), startedId), "frame");
  }

  /** Remembers the state before a followed run, whose start the log may not have. */
  function rememberState(): void {
    if (isFollowing) own.commit(rememberStateBefore(own.getSnapshot()), "frame");
  }

  /** Continues with the open run, or with a run that is replayed before it and may have another id. */
  function rebuild(startedId: string, { events }: LastRun): void {
    if (rebuiltId === undefined) return;
    filter.startReplay(rebuiltId, events);
    if (startedId !== rebuiltId) own.commit(expectReplay(own.getSnapshot(), startedId), "frame");
    else rebuiltId = undefined;
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
    replayFromStart(own.getSnapshot().run.runId ?? "", run);
    rememberState();
    return isRebuilding ? [start, value] : [...before, start, value];
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
          if (startRun(startedId)) {
            restart = { value };
            continue;
          }
        } else if (isFollowing) expectRun(startedId);
        if (!isSkipping) rememberState();
        // A rebuilt run has its opening events already.
        if (!isRebuilding) batch.push(...(opening ?? []));
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
    reader(values);
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
    receive(yielded) {
      if (!lastRun && hasReceived && isContinued && !isFollowing) reader(yielded);
      else receiveEach(Array.isArray(yielded) ? yielded : [yielded]);
    },
    handleConnect(continues) {
      isContinued = continues;
      opening = [];
      isOpening = createOpeningMatcher(context);
      rebuiltId = undefined;
      lastRun = undefined;
      startCounts = new Map();
      restart = undefined;
      // A connection that continues within a skipped run sends no start of that run.
      isSkipping = isSkipping && continues;
      isRebuilding = false;
      hasReceived = false;
      hasNewEvents = false;
    },
    handleDisconnect(continues, isBroken) {
      // After a cursor, even a known opening event is new.
      if (isContinued && opening && !restart) reduce(opening);
      opening = restart = undefined;
      const { phase } = own.getSnapshot().tracking;
      const isSettled =
        (hasReceived || settled !== undefined) &&
        phase !== "active" &&
        (phase !== "none" || isFollowing);
      if (isSettled) show();
      const isOver = isSettled && !(isBroken && mayHaveMore(own.getSnapshot()));
      if (isOver || continues || !hasReceived) return isOver;
      const { snapshot } = shadow;
      hiddenRunId = snapshot && isRunOpen(snapshot) ? snapshot.run.runId : undefined;
      // Without a cursor, the next connection replays the run, or continues the shown one.
      shadow.discard();
      filter.endReplay();
      knownIssues = [];
      reader = live;
      return false;
    },
    get hasReceived() {
      return hasReceived;
    },
    get hasNewEvents() {
      return hasNewEvents;
    },
    get isCatchingUp() {
      return shadow.snapshot !== undefined;
    },
    setStatus,
  };
}
