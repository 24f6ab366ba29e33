import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { getOwn } from "../ownProperty.ts";
import type { SnapshotDraft } from "../snapshotDraft.ts";

/** Records the start of a message or of a reasoning span, unless it is recorded. */
export function startTiming(draft: SnapshotDraft, id: string): void {
  if (draft.arrivedAt === undefined || getOwn(draft.snapshot.timings, id)) return;
  draft.putEntry("timings", id, { startedAt: draft.arrivedAt });
}

/** Records the time at which a run sends the messages of the user, unless an earlier run sent them. */
export function startTimingOfSent(draft: SnapshotDraft, ids: Iterable<string>): void {
  for (const id of ids) {
    if (draft.snapshot.messages[draft.findPosition(id)]?.role === "user") startTiming(draft, id);
  }
}

/** Records the end of reasoning, also when the run ends before its end event. */
export function endTiming(draft: SnapshotDraft, id: string, isCutOff = false): void {
  if (draft.arrivedAt === undefined && !isCutOff) return;
  const { startedAt } = getOwn(draft.snapshot.timings, id) ?? {};
  const times = omitUndefined({ startedAt, endedAt: draft.arrivedAt });
  draft.putEntry("timings", id, { ...times, ...(isCutOff && { isCutOff }) });
}
