import { getOwn, putOwn } from "../../ownProperty.ts";
import type { ReusableKind, StreamEntries, StreamedIds } from "../../runTracking.ts";
import type { SnapshotDraft } from "../../snapshotDraft.ts";
import { countStreams, idsOfEntry } from "./streamIds.ts";

const NO_IDS: StreamedIds[ReusableKind] = {};

const REUSABLE_KINDS = ["text", "reasoning", "toolCalls", "subagentIds"] as const;

/** Returns the id that the next stream of a run had when the run was received before. */
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
  const next = {
    text: mergeIds(earlier?.text, draft.tracking.text),
    reasoning: mergeIds(earlier?.reasoning, draft.tracking.reasoning),
    toolCalls: mergeIds(earlier?.toolCalls, draft.tracking.toolCalls),
    subagentIds: mergeIds(earlier?.subagentIds, draft.tracking.subagentIds),
  };
  if (REUSABLE_KINDS.every((kind) => next[kind] === (earlier ? earlier[kind] : NO_IDS))) return;
  const copy = { ...streamedIds };
  putOwn(copy, runId, next);
  draft.setTracking({ streamedIds: copy });
}

/** Adds the ids of entries; a replay that was cut off is shorter than what is known. */
function mergeIds(earlierIds = NO_IDS, entries: StreamEntries): StreamedIds[ReusableKind] {
  const added = Object.entries(entries).filter(
    ([serverId, entry]) => (getOwn(earlierIds, serverId)?.length ?? 0) < idsOfEntry(entry).length,
  );
  if (added.length === 0) return earlierIds;
  const merged = { ...earlierIds };
  for (const [serverId, entry] of added) putOwn(merged, serverId, idsOfEntry(entry));
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
function findOwner(
  { tracking: { streamedIds } }: Pick<SnapshotDraft, "tracking">,
  kind: Entity,
  id: string,
): string | undefined {
  let runs = owners.get(streamedIds);
  if (!runs) {
    const pairs = Object.entries(streamedIds).flatMap(([runId, ids]) =>
      REUSABLE_KINDS.flatMap((field) =>
        Object.values(ids[field])
          .flat()
          .map((other) => [entityKey(ENTITIES[field], other), runId] as const),
      ),
    );
    runs = new Map(pairs);
    owners.set(streamedIds, runs);
  }
  return runs.get(entityKey(kind, id));
}

const entityKey = (kind: Entity, id: string) => `${kind} ${id}`;

/**
 * True for a message, call or sub-agent that another run of the attached connection has sent. Also true for one that
 * comes before the content of a located run. A server may replay a run of an earlier connection under another run id.
 */
export function isOfOtherRun(draft: SnapshotDraft, kind: Entity, id: string): boolean {
  const owner = findOwner(draft, kind, id);
  const { connectionRunIds, startsAfter } = draft.tracking;
  if (owner !== undefined && owner !== draft.snapshot.run.runId && connectionRunIds.includes(owner))
    return true;
  if (startsAfter === null) return false;
  const position = draft.find((kind === "call" && draft.callInfo(id)?.messageId) || id);
  return position !== -1 && position <= draft.find(startsAfter);
}

/** True for a message that an earlier run of the attached connection has sent. */
export function isOfConnection(draft: Pick<SnapshotDraft, "tracking">, messageId: string): boolean {
  const owner = findOwner(draft, "message", messageId);
  return owner !== undefined && draft.tracking.connectionRunIds.includes(owner);
}

/** True for a message that a remembered run has sent. */
export function isOfEarlierRun(
  snapshot: Pick<SnapshotDraft, "tracking">,
  messageId: string,
): boolean {
  return findOwner(snapshot, "message", messageId) !== undefined;
}
