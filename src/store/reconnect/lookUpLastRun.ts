import type { Event } from "../../protocol/events.ts";
import { TRACKING_AT_RUN_START } from "../../reducer/createSnapshot.ts";
import { dropMessages } from "../../reducer/dropMessages.ts";
import { idsOfEntry } from "../../reducer/events/identity/streamIds.ts";
import { isRunOpen } from "../../reducer/runPhase.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { updateSnapshot } from "../../reducer/updateSnapshot.ts";
import { agentEvents } from "../eventLog/applyEntries.ts";
import { openLog } from "../eventLog/eventLog.ts";
import { readAction } from "../eventLog/logEntries.ts";
import { runIdsIn } from "../eventLog/runsInEntry.ts";
import type { ThreadInternals } from "../thread/threadInternals.ts";

/** The last run of a thread, looked up in its log, with the counts of all runs. */
export interface LastRun {
  /**
   * Returns how often a run is complete in the log: a replay of it is skipped. Runs of other branches count as
   * complete.
   */
  completedCount(runId: string): number;
  /** Returns the snapshot before the first event of the last run. */
  snapshotBefore(): Snapshot;
  /** Returns the events of the last run that the log has. */
  events(): readonly Event[];
  /** Returns the first events after the start of the last run; `undefined` when the log does not have them. */
  firstEvents(): readonly Event[] | undefined;
  /** Returns the snapshot before the last run was ended; `undefined` when the log does not have it. */
  snapshotBeforeEnd(): Snapshot | undefined;
  /** Cursor of the last event of the last run, when the agent sends cursors. */
  readonly cursor?: string;
}

/**
 * Looks up the last run of a thread. Snapshots are computed on demand, because each applies the log from its start.
 *
 * @param current - The snapshot during the run.
 */
export function lookUpLastRun(
  base: Pick<ThreadInternals, "changes" | "options">,
  current: Snapshot,
): LastRun {
  const log = openLog(base);
  const path = [...log.pathEntries()];
  const lastActionIndex = (name: string) =>
    path.findLastIndex(([, entry]) => readAction(entry)?.name === name);
  const snapshotAtIndex = (index: number) => log.snapshotAt(path[index]?.[0] ?? 0);
  const lastId = current.run.runId;
  const startCounts = runsIn(log.entries, new Set(path.map(([position]) => position)));
  const runIndex = lastActionIndex("run");
  const start = path.findLastIndex(
    ([, entry]) => entry.type === "RUN_STARTED" && entry.runId === lastId,
  );
  // Issues of the first batch are logged before its events.
  const [, beforeStart] = path[start - 1] ?? [];
  const before = beforeStart && readAction(beforeStart);
  const hasIssuesBefore = before?.name === "issues" && !before.value.isDropped;
  const firstIndex = hasIssuesBefore ? start - 1 : start;
  const isLogged = start > runIndex && runIndex >= 0;
  const endIndex = lastActionIndex("end");
  const lastEvent = path.findLast(([, entry]) => {
    const action = readAction(entry);
    return !action || action.name === "cursor" || action.name === "run";
  });
  const cursorAction = lastEvent && readAction(lastEvent[1]);
  const runEntries = isLogged ? path.slice(start).map(([, entry]) => entry) : [];
  return {
    completedCount(runId) {
      const isKnown = current.tracking.runIds.includes(runId);
      const count = Math.max(startCounts.get(runId) ?? 0, isKnown ? 1 : 0);
      return runId === lastId && isRunOpen(current) ? count - 1 : count;
    },
    snapshotBefore: once(() => (isLogged ? snapshotAtIndex(firstIndex) : withoutLastRun(current))),
    events: once(() => (isLogged ? agentEvents(snapshotAtIndex(start), runEntries) : [])),
    firstEvents: once(() => {
      const [, ...later] = runEntries;
      const change = later.findIndex(isChange);
      const whole = change < 0 ? later : later.slice(0, change);
      const first = whole.filter((entry) => !readAction(entry));
      // After any other change, the log does not tell what the run sent first.
      return !isLogged || hasIssuesBefore || (change >= 0 && first.length === 0)
        ? undefined
        : first;
    }),
    snapshotBeforeEnd: once(() =>
      endIndex > runIndex && runIndex >= 0 ? snapshotAtIndex(endIndex) : undefined,
    ),
    ...(cursorAction?.name === "cursor" && { cursor: String(cursorAction.value.cursor) }),
  };
}

/** True for an entry that is neither an event nor a cursor nor a change of the status. */
function isChange(entry: Event): boolean {
  const action = readAction(entry);
  if (!action || action.name === "cursor") return false;
  const { patch } = action.value;
  return !Array.isArray(patch) || patch.some(({ path }) => path !== "/run/status");
}

/** Caches the first result: the log grows meanwhile. */
function once<T>(find: () => T): () => T {
  let cached: { readonly value: T } | undefined;
  return () => {
    cached ??= { value: find() };
    return cached.value;
  };
}

/**
 * Counts how often each run has started, on all branches: a server replays the runs of all branches.
 *
 * @param path - The positions of the entries on the current branch.
 */
function runsIn(entries: readonly Event[], path: ReadonlySet<number>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const abandonedRunIds = new Set<string>();
  for (const [position, entry] of entries.entries()) {
    // A run that was interrupted before its first event may have been carried out by the server.
    if (readAction(entry) && !path.has(position))
      for (const runId of runIdsIn(entry)) abandonedRunIds.add(runId);
    if (entry.type === "RUN_STARTED") counts.set(entry.runId, (counts.get(entry.runId) ?? 0) + 1);
  }
  for (const runId of abandonedRunIds) if (!counts.has(runId)) counts.set(runId, 1);
  return counts;
}

/** Returns the snapshot before the last run, as far as a snapshot alone allows. */
function withoutLastRun(current: Snapshot): Snapshot {
  const { tracking } = current;
  const { text, reasoning, toolCalls, activities, subagents, sentEdits } = tracking;
  const ids = [text, reasoning, activities, toolCalls, subagents].flatMap((entries) =>
    Object.values(entries).flatMap(idsOfEntry),
  );
  return updateSnapshot(dropMessages(current, ids), (draft) => {
    const { runId } = draft.snapshot.run;
    draft.setTracking({
      ...TRACKING_AT_RUN_START,
      phase: "none",
      isAttached: true,
      connectionRunIds: [],
      runIds: tracking.runIds.filter((id) => id !== runId),
    });
    draft.setField("steps", []);
    // With pending edits, only the current state has what the run was sent.
    if (sentEdits && sentEdits.edits.length === 0) {
      draft.setField("state", sentEdits.state);
      if (current.edits.length === 0) draft.setField("visibleState", sentEdits.state);
    }
  });
}
