import { callsOf } from "../../../protocol/callsOf.ts";
import type { Message } from "../../../protocol/events.ts";
import { omitUndefined } from "../../../protocol/omitUndefined.ts";
import type { ReusableKind, StreamEntry } from "../../runTracking.ts";
import type { SnapshotDraft } from "../../snapshotDraft.ts";

/*
 * A server may use one id for several things: it numbers the calls of each run from 0, for instance. So an entity has two
 * kinds of ids:
 *
 * - the server id, which events contain and requests send back. Metadata have it where it differs (`serverIdOf`);
 * - the id, which is unique in a snapshot. Everything outside of the reducer uses only this one.
 *
 * The run tracking has an entry for each server id that the run has used, with the id to which it refers now. Two runs
 * that call a tool under the server id `f:0`, for example:
 *
 *     run-1: TOOL_CALL_START f:0     a new call with the id `f:0`
 *     run-2: TOOL_CALL_START f:0     a new call with the id `f:0@run-2`; the entry of `f:0` refers to it
 *     run-2: TOOL_CALL_RESULT f:0    the result of `f:0@run-2`, by that entry
 *
 * The other files of this folder choose and find the ids of calls, messages and sub-agents; `idsOfRuns.ts` remembers
 * those of earlier runs, so that a replay of `run-2` finds `f:0@run-2` again.
 */

/** Returns the ids of all streams of the run under the server id of an entry, oldest first. */
export function idsOfEntry({
  id,
  earlierIds = [],
  snapshotOnlyIds = [],
}: StreamEntry): readonly string[] {
  return [...earlierIds, id, ...snapshotOnlyIds];
}

/** Returns a predicate for the messages that the current run has sent, or whose calls it has sent. */
export function createRunFilter({ tracking }: SnapshotDraft): (message: Message) => boolean {
  const { text, reasoning, activities, toolCalls } = tracking;
  const streams = [text, reasoning, activities, toolCalls].flatMap((entries) =>
    Object.values(entries),
  );
  const ids = new Set(streams.flatMap(idsOfEntry));
  return (message) => [message, ...callsOf(message)].some(({ id }) => ids.has(id));
}

/** Returns how many streams of the run have used a server id. */
export function countStreams(draft: SnapshotDraft, kind: ReusableKind, serverId: string): number {
  const entry = draft.findEntry(kind, serverId);
  return entry ? (entry.earlierIds?.length ?? 0) + 1 : 0;
}

/**
 * Returns the fields of an entry about the other streams under its server id.
 *
 * @param entry - The entry that the next one replaces.
 * @param id - The id in the snapshot of the next entry.
 */
export function otherIdsOf(
  draft: SnapshotDraft,
  entry: StreamEntry | undefined,
  id: string,
): Partial<StreamEntry> {
  if (!entry) return {};
  const { earlierIds, snapshotOnlyIds, answeredCount, sharedKeys, statedAhead } = entry;
  const unchanged = { answeredCount, sharedKeys };
  // The stream continues the same message, so its progress is kept.
  if (entry.id === id)
    return omitUndefined({ ...unchanged, earlierIds, snapshotOnlyIds, statedAhead });
  const remaining = snapshotOnlyIds?.[0] === id ? snapshotOnlyIds.slice(1) : snapshotOnlyIds;
  return omitUndefined({
    ...unchanged,
    earlierIds: draft.appendItem(earlierIds ?? [], entry.id),
    snapshotOnlyIds: remaining?.length ? remaining : undefined,
  });
}

/** Returns the id of a further entity under a server id: `f:0@run-2`. Outside of a run, returns the server id. */
export function reusedId(draft: SnapshotDraft, serverId: string): string {
  const { runId } = draft.snapshot.run;
  return runId === undefined ? serverId : `${serverId}@${runId}`;
}
