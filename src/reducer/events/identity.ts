import type { Event } from "../../protocol/events.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import type { OpenStream, OpenStreams, ReusableKind, StreamedIds } from "../runTracking.ts";
import { getOwn, putOwn } from "../safeRecord.ts";
import { freeId, serverIdOf } from "../serverIds.ts";
import type { Snapshot, SubagentInfo } from "../snapshot.ts";
import type { SnapshotDraft } from "../snapshotDraft.ts";
import { isUnanswered } from "../toolCallStatus.ts";

const NO_IDS: StreamedIds[ReusableKind] = {};

const KINDS = ["text", "reasoning", "toolCalls", "subagentIds"] as const;

/** Returns the ids of all streams of the run for which the producer used the id of an entry, oldest first. */
export function idsOfEntry({
  id,
  earlierIds = [],
  announcedIds = [],
}: OpenStream): readonly string[] {
  return [...earlierIds, id, ...announcedIds];
}

/** Returns the number of streams of the run for which the producer used an id. */
export function countStreams(draft: SnapshotDraft, kind: ReusableKind, producerId: string): number {
  const entry = draft.entry(kind, producerId);
  return entry ? (entry.earlierIds?.length ?? 0) + 1 : 0;
}

/** Returns the other streams of the next entry, which has this id and replaces the entry of the producer's id. */
export function earlierIdsOf(
  draft: SnapshotDraft,
  entry: OpenStream | undefined,
  id: string,
): Partial<OpenStream> {
  if (!entry) return {};
  const { earlierIds, announcedIds, answeredCount, sharedKeys, overtaken } = entry;
  const shared = { answeredCount, sharedKeys };
  // A stream that is interrupted continues where it was.
  if (entry.id === id) return omitUndefined({ ...shared, earlierIds, announcedIds, overtaken });
  const remaining = announcedIds?.[0] === id ? announcedIds.slice(1) : announcedIds;
  return omitUndefined({
    ...shared,
    earlierIds: draft.append(earlierIds ?? [], entry.id),
    announcedIds: remaining?.length ? remaining : undefined,
  });
}

/** Returns the id of the oldest unanswered call under the producer's id of an entry, else of the latest call. */
export function findOldestOpenCall(
  draft: SnapshotDraft,
  toolCallId: string,
  entry: OpenStream,
): string {
  const { id, earlierIds = [], answeredCount = 0 } = entry;
  const isOpen = (other: string) => {
    const info = draft.callInfo(other);
    return info !== undefined && isUnanswered(info);
  };
  // The server may send results of calls that only its snapshots state.
  const announced = entry.isAnnounced && !isOpen(id) && entry.announcedIds?.find(isOpen);
  if (announced) return announced;
  let count = answeredCount;
  while (count < earlierIds.length && !isOpen(earlierIds[count] ?? id)) count++;
  if (count > answeredCount) {
    draft.putTracking("toolCalls", toolCallId, { ...entry, answeredCount: count });
  }
  return earlierIds[count] ?? id;
}

/** Returns the id that the next stream of a run had when the run was received before. */
export function replayedId(
  draft: SnapshotDraft,
  kind: ReusableKind,
  producerId: string,
): string | undefined {
  const { replayedIds } = draft.tracking;
  const ids = replayedIds && getOwn(replayedIds[kind], producerId);
  return ids?.[countStreams(draft, kind, producerId)];
}

/** Remembers the ids of the streams of the run, before another run starts. */
export function rememberStreamedIds(draft: SnapshotDraft): void {
  const { streamedIds, streamRunIds } = draft.tracking;
  // A thread that follows its server shows the id of the next run before that run starts.
  const runId = streamRunIds.at(-1) ?? draft.now.run.runId;
  if (runId === undefined) return;
  const earlier = getOwn(streamedIds, runId);
  const next = {
    text: mergeIds(earlier?.text, draft.tracking.text),
    reasoning: mergeIds(earlier?.reasoning, draft.tracking.reasoning),
    toolCalls: mergeIds(earlier?.toolCalls, draft.tracking.toolCalls),
    subagentIds: mergeIds(earlier?.subagentIds, draft.tracking.subagentIds),
  };
  if (KINDS.every((kind) => next[kind] === (earlier ? earlier[kind] : NO_IDS))) return;
  const copy = { ...streamedIds };
  putOwn(copy, runId, next);
  draft.setTracking({ streamedIds: copy });
}

/** Adds the ids of entries; a replay that was cut off is shorter than what is known. */
function mergeIds(earlierIds = NO_IDS, entries: OpenStreams): StreamedIds[ReusableKind] {
  const added = Object.entries(entries).filter(
    ([producerId, entry]) =>
      (getOwn(earlierIds, producerId)?.length ?? 0) < idsOfEntry(entry).length,
  );
  if (added.length === 0) return earlierIds;
  const merged = { ...earlierIds };
  for (const [producerId, entry] of added) putOwn(merged, producerId, idsOfEntry(entry));
  return merged;
}

/** The runs of streams by kind and id, for each record of the runs that are known. */
const owners = new WeakMap<object, ReadonlyMap<string, string>>();

type Entity = "message" | "call" | "subagent";

const ENTITIES: Readonly<Record<ReusableKind, Entity>> = {
  text: "message",
  reasoning: "message",
  toolCalls: "call",
  subagentIds: "subagent",
};

/** Returns the run that has streamed a message, a call or a sub-agent; `undefined` where it was loaded. */
function findOwner(draft: SnapshotDraft, kind: Entity, id: string): string | undefined {
  const { streamedIds } = draft.tracking;
  let runs = owners.get(streamedIds);
  if (!runs) {
    const pairs = Object.entries(streamedIds).flatMap(([runId, ids]) =>
      KINDS.flatMap((field) =>
        Object.values(ids[field])
          .flat()
          .map((other) => [keyOf(ENTITIES[field], other), runId] as const),
      ),
    );
    runs = new Map(pairs);
    owners.set(streamedIds, runs);
  }
  return runs.get(keyOf(kind, id));
}

const keyOf = (kind: Entity, id: string) => `${kind} ${id}`;

/**
 * True for a message, a call or a sub-agent that another run of the attached stream has sent, or that comes before the
 * content of a located run. A server may replay a run of an earlier stream under another run id.
 */
export function isOfOtherRun(draft: SnapshotDraft, kind: Entity, id: string): boolean {
  const owner = findOwner(draft, kind, id);
  const { streamRunIds, startsAfter } = draft.tracking;
  if (owner !== undefined && owner !== draft.now.run.runId && streamRunIds.includes(owner))
    return true;
  if (startsAfter === null) return false;
  const position = draft.find((kind === "call" && draft.callInfo(id)?.messageId) || id);
  return position !== -1 && position <= draft.find(startsAfter);
}

/** True for a message that a remembered run has sent. */
export function isOfEarlierRun(draft: SnapshotDraft, messageId: string): boolean {
  return findOwner(draft, "message", messageId) !== undefined;
}

/** Returns the id in the snapshot of the call to which the producer's id refers now. */
export function resolveCall(draft: SnapshotDraft, toolCallId: string): string {
  const entry = draft.entry("toolCalls", toolCallId);
  if (entry) return entry.id;
  // Calls under other ids exist only beside a call with this id.
  return draft.callInfo(toolCallId) ? latestCall(draft, toolCallId) : toolCallId;
}

/** Returns the id of the last call with a producer's id, which is known to exist. */
function latestCall(draft: SnapshotDraft, producerId: string): string {
  const { messages } = draft.now;
  for (let at = messages.length - 1; at >= 0; at--) {
    const message = messages[at];
    if (message?.role !== "assistant") continue;
    const call = message.toolCalls?.findLast((other) => serverIdOf(other) === producerId);
    if (call) return call.id;
  }
  return producerId;
}

/** Returns the id in the snapshot of the message to which the producer's id refers now. */
export function resolveMessage(draft: SnapshotDraft, messageId: string): string {
  return (draft.entry("text", messageId) ?? draft.entry("reasoning", messageId))?.id ?? messageId;
}

/** Returns an unused id for a message whose id another run, or the run itself, has used before. */
export function reusedMessageId(
  draft: SnapshotDraft,
  kind: "text" | "reasoning",
  producerId: string,
): string {
  // The ids of the run's earlier messages with this id are taken.
  return draft.freshId(reusedId(draft, producerId), countStreams(draft, kind, producerId));
}

function reusedId(draft: SnapshotDraft, producerId: string): string {
  const { runId } = draft.now.run;
  return runId === undefined ? producerId : `${producerId}@${runId}`;
}

/**
 * Returns the id of the call that starts again; `undefined` for a new call. A call that has a result is over: its id
 * names another call from then on.
 */
export function findRepeatedCall(draft: SnapshotDraft, producerId: string): string | undefined {
  const entry = draft.entry("toolCalls", producerId);
  const replayed = replayedId(draft, "toolCalls", producerId);
  const replayedCall = replayed !== undefined && draft.callInfo(replayed) ? replayed : undefined;
  // An empty id identifies nothing.
  if (producerId === "") return replayedCall;
  if (entry?.isAnnounced) return entry.id;
  if (entry?.announcedIds) return entry.announcedIds[0];
  if (entry) {
    // A result that came before the start of its call ends no call.
    return entry.isAnswered && draft.callInfo(entry.id) ? replayedCall : entry.id;
  }
  if (replayedCall !== undefined) return replayedCall;
  const id = resolveCall(draft, producerId);
  const info = draft.callInfo(id);
  if (!info) return undefined;
  const { isReplay, startsAfter } = draft.tracking;
  const isLoaded = isReplay && !isOfOtherRun(draft, "call", id);
  return isLoaded || (startsAfter === null && isUnanswered(info)) ? id : undefined;
}

/** Returns an unused id for a new call. */
export function chooseCallId(draft: SnapshotDraft, producerId: string): string {
  if (producerId !== "" && !draft.callInfo(producerId)) return producerId;
  // The ids of the run's earlier calls with this id are taken.
  const start = countStreams(draft, "toolCalls", producerId);
  return freeId(reusedId(draft, producerId || "call"), (id) => !!draft.callInfo(id), start);
}

/** Returns the id in the snapshot of the sub-agent to which the producer's id refers now. */
export function resolveSubagent(draft: SnapshotDraft, producerId: string): string {
  const tracked =
    draft.entry("subagentIds", producerId)?.id ?? replayedId(draft, "subagentIds", producerId);
  if (tracked !== undefined) return tracked;
  // The first sub-agent of a server id has this id, so others are searched only beside it.
  if (!getOwn(draft.now.subagents, producerId)) return producerId;
  const isNamed = ({ id, serverId = id }: SubagentInfo) => serverId === producerId;
  return Object.values(draft.now.subagents).findLast(isNamed)?.id ?? producerId;
}

/** Returns the id in the snapshot of the sub-agent that starts: a suspended one resumes, an ended one does not. */
export function startSubagent(draft: SnapshotDraft, producerId: string): string {
  const current = resolveSubagent(draft, producerId);
  const info = getOwn(draft.now.subagents, current);
  const own = draft.entry("subagents", current);
  const isCurrent = !info || info.status === "suspended" || own?.isOpen;
  return nameSubagent(draft, producerId, isCurrent ? current : nextSubagent(draft, producerId));
}

/** Returns the id of the sub-agent that starts after one with the same id has ended. */
function nextSubagent(draft: SnapshotDraft, producerId: string): string {
  const replayed = replayedId(draft, "subagentIds", producerId);
  if (replayed !== undefined) return replayed;
  const { isReplay, replayedIds } = draft.tracking;
  const current = resolveSubagent(draft, producerId);
  // A replay names a sub-agent of its run, unless the run is known and had none.
  const isNamed = replayedIds === null || draft.entry("subagentIds", producerId) !== undefined;
  const isOwn = !draft.entry("subagents", current) && !isOfOtherRun(draft, "subagent", current);
  if (isReplay && isNamed && isOwn) return current;
  // The ids of the run's earlier sub-agents with this id are taken.
  const start = countStreams(draft, "subagentIds", producerId);
  return freeId(reusedId(draft, producerId), (id) => !!getOwn(draft.now.subagents, id), start);
}

/** Remembers the id in the snapshot of a sub-agent that the run names. */
function nameSubagent(draft: SnapshotDraft, producerId: string, id: string): string {
  const entry = draft.entry("subagentIds", producerId);
  if (entry?.id !== id) {
    const named = { id, isOpen: false, ...earlierIdsOf(draft, entry, id) };
    draft.putTracking("subagentIds", producerId, named);
  }
  return id;
}

/** Returns an event with the id that its sub-agent has in the snapshot. A start decides about its id itself. */
export function withSubagentId<T extends Event>(draft: SnapshotDraft, event: T): T {
  const { subagentRunId }: Readonly<Record<string, unknown>> = event;
  if (typeof subagentRunId !== "string" || event.type === "SUBAGENT_STARTED") return event;
  const id = resolveSubagent(draft, subagentRunId);
  // A replay must find the sub-agent of its content, although a later one has the id by then.
  const isContent = /^(TEXT|REASONING|TOOL)_/.test(event.type);
  if (isContent && getOwn(draft.now.subagents, id)) nameSubagent(draft, subagentRunId, id);
  return id === subagentRunId ? event : { ...event, subagentRunId: id };
}

/** Returns the producer's id of a sub-agent. */
export function serverSubagentId(
  { subagents }: Pick<Snapshot, "subagents">,
  id: string | undefined,
): string | undefined {
  return (id !== undefined && getOwn(subagents, id)?.serverId) || id;
}
