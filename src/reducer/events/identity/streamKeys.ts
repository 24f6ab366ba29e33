import { attributionMismatch } from "../../../protocol/issueCodes.ts";
import { findToolCall } from "../../findToolCall.ts";
import { getOwn } from "../../ownProperty.ts";
import type { StreamEntries, StreamEntry } from "../../runTracking.ts";
import type { SnapshotDraft } from "../../snapshotDraft.ts";
import { serverSubagentId } from "./subagentIds.ts";

/** Kinds of streams of which several agents of a run may use one id at the same time. */
type SharedKind = "text" | "reasoning" | "reasoningSpans" | "toolCalls";

/**
 * Returns the key in the run tracking of the stream to which an event refers. Agents of one run may use the same id:
 *
 * ```text
 * TOOL_CALL_START c1            key "c1"       the first agent that uses the id, or an agent without a stream under it
 * TOOL_CALL_START c1 of s1      key "c1@s1"    another agent; "c1" lists the key in `sharedKeys`
 * ```
 *
 * An event without a sub-agent belongs to a stream that waits for it, when several agents share the id. If several
 * streams wait, the event belongs to that of the agent itself. If none waits, the event belongs to the last stream.
 *
 * @param isWaiting - True for a stream to which an event without a sub-agent may belong. @defaultValue open streams
 * @param position - Position of the stream among several that wait. @defaultValue the last one
 */
export function findKey(
  entries: StreamEntries,
  id: string,
  subagentRunId: string | undefined,
  isWaiting: (entry: StreamEntry | undefined) => unknown = (entry) => entry?.isOpen,
  position = -1,
): string {
  const sharedKeys = getOwn(entries, id)?.sharedKeys;
  if (!sharedKeys) return id;
  if (subagentRunId !== undefined) {
    const key = sharedKey(id, subagentRunId);
    return getOwn(entries, key) ? key : id;
  }
  const waiting = [id, ...sharedKeys].filter((key) => isWaiting(getOwn(entries, key)));
  return (
    waiting.find((key) => !agentOf(getOwn(entries, key))) ??
    waiting.at(position) ??
    sharedKeys.at(-1) ??
    id
  );
}

/**
 * Returns the sub-agent by which streams with one id are distinguished; `undefined` for the agent itself. A sub-agent
 * that was inherited from an earlier message does not count: an event of the run has not named it.
 */
export function agentOf(entry: StreamEntry | undefined): string | undefined {
  return entry?.inheritedFrom === "history" ? undefined : entry?.subagentRunId;
}

/** Returns the key of the stream of an agent that is not the first one under an id. */
export function sharedKey(id: string, subagentRunId = AGENT): string {
  return `${id}@${subagentRunId}`;
}

/** Stands for the agent itself among sub-agents. */
const AGENT = "agent";

/**
 * Returns the key in the run tracking of a stream that starts. A stream of another agent than the first one under the id
 * has a key of its own. A start without a sub-agent is that of the agent itself while another stream under the id is
 * open or has content. Else it repeats the start of the last one.
 *
 * @param isStated - True for a message of a messages snapshot, which is the whole stream of its agent.
 */
export function startKey(
  draft: SnapshotDraft,
  kind: SharedKind,
  id: string,
  subagentRunId: string | undefined,
  isStated = false,
): string {
  const first = id === "" ? undefined : draft.entry(kind, id);
  // The text of a message that holds calls may be that of another agent.
  if (!first || first.hasOnlyCalls || agentOf(first) === subagentRunId) return id;
  const key = sharedKey(id, subagentRunId);
  if (draft.entry(kind, key)) return key;
  if (!isStated) {
    const last = findKey(draft.tracking[kind], id, subagentRunId);
    const ended = draft.entry(kind, last);
    if (subagentRunId === undefined && !ended?.isOpen && !isWhole(draft, kind, ended)) return last;
    checkSubagent(draft, first, subagentRunId ?? AGENT, id);
  }
  const sharedKeys = draft.append(first.sharedKeys ?? [], key);
  draft.putTracking(kind, id, { ...first, sharedKeys });
  return key;
}

/** True for the ended stream of a sub-agent that has text or arguments, so that its id is free for the agent itself. */
function isWhole(draft: SnapshotDraft, kind: SharedKind, entry: StreamEntry | undefined): boolean {
  if (!entry || entry.isSnapshotOnly) return false;
  // In a replay, the content is that of the connection before, until the stream brings it again.
  if (draft.awaitsReplay(kind === "reasoningSpans" ? "reasoning" : kind, entry.id)) return false;
  const { content } = draft.snapshot.messages[draft.find(entry.id)] ?? {};
  const call = findToolCall(draft.snapshot, entry.id)?.toolCall;
  return Boolean(call ? call.function.arguments : content);
}

/** Returns false, and may record an issue, when the sub-agent of an event is not that of the stream that it continues. */
export function checkSubagent(
  draft: SnapshotDraft,
  stream: StreamEntry | undefined,
  subagentRunId: string | undefined,
  subject: string,
): boolean {
  if (subagentRunId === undefined || !stream || stream.subagentRunId === subagentRunId) return true;
  const isReused =
    serverSubagentId(draft.snapshot, stream.subagentRunId) ===
    serverSubagentId(draft.snapshot, subagentRunId);
  if (!isReused) draft.report(attributionMismatch, subject);
  return false;
}
