import { callsOf } from "../../../protocol/callsOf.ts";
import type { Message, ToolCall } from "../../../protocol/events.ts";
import { getOwn, putOwn } from "../../ownProperty.ts";
import type { ReusableKind, StreamEntries, StreamedIds } from "../../runTracking.ts";
import type { SnapshotDraft } from "../../snapshotDraft.ts";
import { countStreams, idsOfEntry } from "./streamIds.ts";

const NO_IDS: StreamedIds[ReusableKind] = {};

const REUSABLE_KINDS = ["text", "reasoning", "toolCalls", "subagentIds"] as const;

/** Returns the id in the snapshot of the content that the next stream of a replayed run repeats, if it is known. */
export function replayedId(
  draft: SnapshotDraft,
  kind: ReusableKind,
  serverId: string,
): string | undefined {
  const { replayedIds } = draft.tracking;
  const ids = replayedIds && getOwn(replayedIds[kind], serverId);
  return ids?.[countStreams(draft, kind, serverId)];
}

/** Remembers the ids of the streams of the run, before another run starts. */
export function rememberStreamedIds(draft: SnapshotDraft): void {
  const { streamedIds, connectionRunIds } = draft.tracking;
  // A thread that follows its server shows the id of the next run before that run starts.
  const runId = connectionRunIds.at(-1) ?? draft.snapshot.run.runId;
  if (runId === undefined) return;
  const earlier = getOwn(streamedIds, runId);
  const merged = {
    text: mergeIds(earlier?.text, draft.tracking.text),
    reasoning: mergeIds(earlier?.reasoning, draft.tracking.reasoning),
    toolCalls: mergeIds(earlier?.toolCalls, draft.tracking.toolCalls),
    subagentIds: mergeIds(earlier?.subagentIds, draft.tracking.subagentIds),
  };
  if (REUSABLE_KINDS.every((kind) => merged[kind] === (earlier ? earlier[kind] : NO_IDS))) return;
  const copy = { ...streamedIds };
  putOwn(copy, runId, merged);
  draft.setTracking({ streamedIds: copy });
}

/** Adds the ids of entries. A replay that was cut off has fewer ids under a server id than are known: those stay. */
function mergeIds(knownIds = NO_IDS, entries: StreamEntries): StreamedIds[ReusableKind] {
  const added = Object.entries(entries).filter(
    ([serverId, entry]) => (getOwn(knownIds, serverId)?.length ?? 0) < idsOfEntry(entry).length,
  );
  if (added.length === 0) return knownIds;
  const merged = { ...knownIds };
  for (const [serverId, entry] of added) putOwn(merged, serverId, idsOfEntry(entry));
  return merged;
}

/** Run ids by `entityKey`, for each value of `streamedIds`. */
const runsByEntity = new WeakMap<object, ReadonlyMap<string, string>>();

type EntityKind = "message" | "call" | "subagent";

const ENTITY_KINDS: Readonly<Record<ReusableKind, EntityKind>> = {
  text: "message",
  reasoning: "message",
  toolCalls: "call",
  subagentIds: "subagent",
};

/** Returns the id of the run that has streamed a message, a call or a sub-agent; `undefined` for a loaded one. */
function findRunOfEntity(
  { tracking: { streamedIds } }: Pick<SnapshotDraft, "tracking">,
  kind: EntityKind,
  id: string,
): string | undefined {
  let runs = runsByEntity.get(streamedIds);
  if (!runs) {
    const pairs = Object.entries(streamedIds).flatMap(([runId, ids]) =>
      REUSABLE_KINDS.flatMap((streamKind) =>
        Object.values(ids[streamKind])
          .flat()
          .map((entityId) => [entityKey(ENTITY_KINDS[streamKind], entityId), runId] as const),
      ),
    );
    runs = new Map(pairs);
    runsByEntity.set(streamedIds, runs);
  }
  return runs.get(entityKey(kind, id));
}

const entityKey = (kind: EntityKind, id: string) => `${kind} ${id}`;

/**
 * True for a message, call or sub-agent that another run of the current connection has sent. Also true for one that
 * precedes the content of the current run (`startsAfter`). A run of an earlier connection does not count: servers may
 * replay it under another id.
 */
export function isOfOtherRun(draft: SnapshotDraft, kind: EntityKind, id: string): boolean {
  const runId = findRunOfEntity(draft, kind, id);
  const { connectionRunIds, startsAfter } = draft.tracking;
  if (runId !== undefined && runId !== draft.snapshot.run.runId && connectionRunIds.includes(runId))
    return true;
  if (startsAfter === null) return false;
  const position = draft.findPosition((kind === "call" && draft.callInfo(id)?.messageId) || id);
  return position !== -1 && position <= draft.findPosition(startsAfter);
}

/** True for a message that a run of the current connection has sent, and that was remembered when the next run started. */
export function isOfConnection(draft: Pick<SnapshotDraft, "tracking">, messageId: string): boolean {
  const runId = findRunOfEntity(draft, "message", messageId);
  return runId !== undefined && draft.tracking.connectionRunIds.includes(runId);
}

/** True for a message that a remembered run has sent: an earlier run, or the current one when it is replayed. */
export function isOfKnownRun(draft: Pick<SnapshotDraft, "tracking">, messageId: string): boolean {
  return findRunOfEntity(draft, "message", messageId) !== undefined;
}

/**
 * True for a message of the agent that a remembered run has sent. A snapshot may have given the message another id since
 * then, but not its calls.
 */
export function isReplyOfKnownRun(draft: Pick<SnapshotDraft, "tracking">, reply: Message): boolean {
  const isCallOfKnownRun = ({ id }: ToolCall) => findRunOfEntity(draft, "call", id) !== undefined;
  return isOfKnownRun(draft, reply.id) || callsOf(reply).some(isCallOfKnownRun);
}
