import type { Event } from "../../../protocol/events.ts";
import { CollectionIndex } from "../../indexes/collectionIndex.ts";
import { getOwn } from "../../ownProperty.ts";
import { freeId } from "../../serverIds.ts";
import type { Snapshot, SubagentInfo } from "../../snapshot.ts";
import type { SnapshotDraft } from "../../snapshotDraft.ts";
import { isOfOtherRun, replayedId } from "./idsOfRuns.ts";
import { countStreams, otherIdsOf, reusedId } from "./streamIds.ts";

/** Returns the id in the snapshot of the sub-agent to which a server id refers now. */
export function resolveSubagent(draft: SnapshotDraft, serverId: string): string {
  const tracked =
    draft.findEntry("subagentIds", serverId)?.id ?? replayedId(draft, "subagentIds", serverId);
  if (tracked !== undefined) return tracked;
  // The first sub-agent of a server id has that id in the snapshot too. Without it, there are no others.
  if (!getOwn(draft.snapshot.subagents, serverId)) return serverId;
  return latestIds.of(draft.snapshot.subagents, listLatest).get(serverId) ?? serverId;
}

/** Ids of the last sub-agents of a conversation, by server id. */
const latestIds = new CollectionIndex<Snapshot["subagents"], string>();

const listLatest = (subagents: Snapshot["subagents"]) =>
  Object.values(subagents).map((info) => [serverIdOfSubagent(info), info.id] as const);

const serverIdOfSubagent = ({ id, serverId = id }: SubagentInfo) => serverId;

/** Adds a sub-agent to the snapshot, or replaces the one with its id. */
export function putSubagent(draft: SnapshotDraft, info: SubagentInfo): void {
  const isNew = !getOwn(draft.snapshot.subagents, info.id);
  draft.putEntry("subagents", info.id, info);
  if (isNew) latestIds.existing(draft.snapshot.subagents)?.set(serverIdOfSubagent(info), info.id);
}

/**
 * Returns the id in the snapshot of a sub-agent that starts, and records it. A suspended sub-agent resumes under its id; after
 * an ended one, another sub-agent starts.
 */
export function resolveStartedSubagent(draft: SnapshotDraft, serverId: string): string {
  const current = resolveSubagent(draft, serverId);
  const info = getOwn(draft.snapshot.subagents, current);
  const runEntry = draft.findEntry("subagents", current);
  const isCurrent = !info || info.status === "suspended" || runEntry?.isOpen;
  return recordSubagentId(draft, serverId, isCurrent ? current : chooseSubagentId(draft, serverId));
}

/** Returns the id in the snapshot of a sub-agent that starts after one with the same server id has ended. */
function chooseSubagentId(draft: SnapshotDraft, serverId: string): string {
  const replayed = replayedId(draft, "subagentIds", serverId);
  if (replayed !== undefined) return replayed;
  const current = resolveSubagent(draft, serverId);
  if (mayRepeatSubagent(draft, serverId, current)) return current;
  // The ids of the run's earlier sub-agents with this id are taken.
  const firstNumber = countStreams(draft, "subagentIds", serverId);
  return freeId(
    reusedId(draft, serverId),
    (id) => !!getOwn(draft.snapshot.subagents, id),
    firstNumber,
  );
}

/** True when a replay may start a loaded sub-agent again: one that no run of this connection has started. */
function mayRepeatSubagent(draft: SnapshotDraft, serverId: string, id: string): boolean {
  const { isReplay, replayedIds } = draft.tracking;
  if (!isReplay || draft.findEntry("subagents", id)) return false;
  if (isOfOtherRun(draft, "subagent", id)) return false;
  // A run that the thread has without sub-agents repeats none, unless its content names one.
  return replayedIds === null || draft.findEntry("subagentIds", serverId) !== undefined;
}

/** Remembers the id in the snapshot of a sub-agent that the run names. */
function recordSubagentId(draft: SnapshotDraft, serverId: string, id: string): string {
  const entry = draft.findEntry("subagentIds", serverId);
  if (entry?.id !== id) {
    const nextEntry = { id, isOpen: false, ...otherIdsOf(draft, entry, id) };
    draft.putTracking("subagentIds", serverId, nextEntry);
  }
  return id;
}

/**
 * Replaces the server's id of the sub-agent of an event by its id in the snapshot. The handler of SUBAGENT_STARTED
 * chooses the id of a new sub-agent, so that its event stays as it is.
 */
export function withSubagentId<T extends Event>(draft: SnapshotDraft, event: T): T {
  const { subagentRunId }: Readonly<Record<string, unknown>> = event;
  if (typeof subagentRunId !== "string" || event.type === "SUBAGENT_STARTED") return event;
  const id = resolveSubagent(draft, subagentRunId);
  // A replay must find the sub-agent of its content, although a later one has the id by then.
  const isContent = /^(TEXT|REASONING|TOOL)_/.test(event.type);
  if (isContent && getOwn(draft.snapshot.subagents, id)) recordSubagentId(draft, subagentRunId, id);
  return id === subagentRunId ? event : { ...event, subagentRunId: id };
}

/** Returns the server id of a sub-agent. */
export function serverSubagentId(
  { subagents }: Pick<Snapshot, "subagents">,
  id: string | undefined,
): string | undefined {
  return (id !== undefined && getOwn(subagents, id)?.serverId) || id;
}
