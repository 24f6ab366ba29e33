import type { Message } from "../../protocol/events.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { finishConnection } from "../../reducer/events/flushDeferredData.ts";
import {
  closeCancelled,
  findAbandonedInterrupts,
} from "../../reducer/interrupts/abandonedInterrupts.ts";
import { isRunning } from "../../reducer/isRunning.ts";
import { replaceConversation } from "../../reducer/messageUpdates.ts";
import { getOwn } from "../../reducer/ownProperty.ts";
import type { RunTracking } from "../../reducer/runTracking.ts";
import { endRun } from "../../reducer/runUpdates.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import type { ThreadInternals } from "../thread/threadInternals.ts";
import { snapshotAtPosition } from "./branchPositions.ts";
import { type EventLog, openLog } from "./eventLog.ts";
import { readAction } from "./logEntries.ts";

/**
 * Jumps to a position of the log: records the jump, and shows the snapshot from there. Undo steps and tool results of the
 * abandoned branch are dropped.
 *
 * @param after - Id of the message after which a new branch starts; absent when a branch is resumed.
 * @param cutTo - Messages that remain, when the snapshot at the position has more.
 */
export function jumpToPosition(
  internals: ThreadInternals,
  to: number,
  after?: string,
  cutTo?: readonly Message[],
): void {
  const log = openLog(internals);
  const current = internals.getBaseSnapshot();
  const { queue, usages, annotations, branches, earlier, tracking } = current;
  const earlierSnapshot = snapshotAtPosition(log, to);
  const restored = withoutCancelled(
    withRunEnded(earlierSnapshot, internals.now()),
    current,
    log,
    to,
  );
  // The queue, usage and annotations belong to the thread, not to a branch.
  const cut = cutTo ? replaceConversation(restored, cutTo) : restored;
  const abandonedRunIds = runIdsOfOtherBranches(cut.tracking, tracking);
  const abandonedInterrupts = findAbandonedInterrupts(current, cut.interrupts);
  const next = {
    ...cut,
    queue,
    usages,
    annotations,
    branches,
    tracking: { ...cut.tracking, abandonedRunIds, abandonedInterrupts },
  };
  internals.changes.recordChange({
    before: { ...earlierSnapshot, branches },
    after: next,
    cause: {
      name: "jump",
      to,
      ...(after !== undefined && { after }),
      ...(cutTo && { isCut: true }),
    },
  });
  internals.undoStack.length = 0;
  // Messages that arrived without a run have no run to continue, so the new branch has no parent.
  const hasRun = !cutTo || to < log.entries.length;
  internals.newBranch.parentRunId = hasRun ? earlierSnapshot.run.runId : undefined;
  for (const id of internals.toolResults.keys())
    if (!getOwn(next.toolCalls, id)) internals.toolResults.delete(id);
  const published = { ...next, ...omitUndefined({ earlier }), branches: log.getBranches() };
  internals.replaceSnapshot(published);
}

/** Closes interrupts of an earlier snapshot that a later run has cancelled. */
function withoutCancelled(
  restored: Snapshot,
  current: Snapshot,
  log: EventLog,
  position: number,
): Snapshot {
  if (restored.interrupts.length === 0) return restored;
  const rest = log.entries.slice(position);
  const jump = rest.findIndex((entry) => readAction(entry)?.name === "jump");
  const end = jump === -1 ? log.entries.length : position + jump;
  const resolvedIds = snapshotAtPosition(log, end)
    .answeredInterrupts.slice(restored.answeredInterrupts.length)
    .flatMap(({ id, answer }) => (answer.status === "resolved" ? id : []));
  return closeCancelled(restored, current, resolvedIds);
}

/** Returns the runs of all other branches for a branch that is shown next. */
function runIdsOfOtherBranches(next: RunTracking, current: RunTracking): readonly string[] {
  const ids = new Set([...current.abandonedRunIds, ...current.runIds]);
  for (const id of next.runIds) ids.delete(id);
  return [...ids];
}

/** Returns a snapshot from the middle of a run as if the run had ended there. */
function withRunEnded(earlierSnapshot: Snapshot, now: number): Snapshot {
  if (!isRunning(earlierSnapshot.run)) return earlierSnapshot;
  const { run, tracking } = earlierSnapshot;
  // Only tool handlers were running. They are not continued.
  if (!tracking.isAttached) return { ...earlierSnapshot, run: { ...run, status: "idle" } };
  return endRun(finishConnection(earlierSnapshot), { at: run.endedAt ?? now, cause: "stopped" });
}
