import type { Message } from "../../../protocol/events.ts";
import type { StreamEntry, TextStreamKind } from "../../runTracking.ts";
import type { SnapshotDraft } from "../../snapshotDraft.ts";
import { isOfKnownRun, isOfOtherRun, replayedId } from "./idsOfRuns.ts";
import { countStreams, reusedId } from "./streamIds.ts";
import { findKey } from "./streamKeys.ts";

interface StreamFacts {
  readonly role: Message["role"];
  /** True when the server has sent content without a start. */
  readonly isJoined: boolean;
  /** False when the earlier stream under the key is that of another agent. */
  readonly isSameSubagent: boolean;
}

/**
 * Returns the id of the message that a stream continues, if the message exists; `undefined` for a stream that begins a
 * message, also under an id that an earlier message has. The first rule that applies decides. A rule names the recorded
 * stream that needs it (`test/recordings`), if there is one.
 *
 * @param key - The key of the stream in the run tracking.
 */
export function findContinuedId(
  draft: SnapshotDraft,
  kind: TextStreamKind,
  key: string,
  { role, isJoined, isSameSubagent }: StreamFacts,
): string | undefined {
  const existing = draft.findEntry(kind, key);
  const replayed = replayedId(draft, kind, key);
  const isOfAgent = role === "assistant" || role === "reasoning";
  // An empty id identifies nothing: only a replay finds the message.
  if (key === "") return replayed;
  // A second stream of this run under the id continues the message. A stream of the agent does not when a tool result came
  // after the first one [strands/chunk-events].
  if (existing && isSameSubagent)
    return !isOfAgent || isSameStep(draft, existing) ? existing.id : replayed;
  // A run that is received again has the messages that it had.
  if (replayed !== undefined) return replayed;
  // Another agent has used the id.
  if (!isSameSubagent) return undefined;
  // A user, a system or a developer has one message under an id.
  if (!isOfAgent) return key;
  // A new run begins a message, also under an id of an earlier run or of its own reasoning [awaken-derived/tool-run].
  if (isNewContent(draft, key, isJoined)) return undefined;
  // A replay continues the loaded message [copilotkit/connect], unless another run of the replay has sent the message.
  return isOfOtherRun(draft, "message", key) ? undefined : key;
}

/** True for content of a run that the thread does not have yet, so that an id of an earlier message is used again. */
function isNewContent(draft: SnapshotDraft, key: string, isJoined: boolean): boolean {
  const { isReplay, phase, isAttached } = draft.tracking;
  // Events outside of a run begin no run in which an id could be used again.
  const isInRun = phase === "active" || isAttached;
  // Content without a start continues a message that was loaded, and not one that another run has streamed.
  return isInRun && !isReplay && (!isJoined || isOfKnownRun(draft, key));
}

/** Returns the id in the snapshot of the message to which a key of the run tracking refers now. */
export function resolveMessage(draft: SnapshotDraft, key: string): string {
  return (draft.findEntry("text", key) ?? draft.findEntry("reasoning", key))?.id ?? key;
}

/** Returns the key in the run tracking of the message to which an event refers. */
export function messageKey(
  draft: SnapshotDraft,
  messageId: string,
  subagentRunId: string | undefined,
): string {
  const kind = draft.findEntry("text", messageId) ? "text" : "reasoning";
  return findKey(draft.tracking[kind], messageId, subagentRunId);
}

/** Returns an unused id for a message whose id another run, or the run itself, has used before. */
export function chooseReusedMessageId(
  draft: SnapshotDraft,
  kind: TextStreamKind,
  serverId: string,
): string {
  // The ids of the run's earlier messages with this id are taken.
  return draft.freeMessageId(reusedId(draft, serverId), countStreams(draft, kind, serverId));
}

/**
 * True when a stream of the agent continues the message of an earlier stream, since no result of a call is after the
 * message. A result whose call is unknown is inserted at the end, so it does not separate two texts.
 */
export function isSameStep(draft: SnapshotDraft, earlier: StreamEntry): boolean {
  if (earlier.isSnapshotOnly || (earlier.resultCountAtEnd ?? 0) === draft.tracking.resultCount)
    return true;
  // A result that the run has sent since may be that of an earlier call, and then precedes the message.
  const { messages } = draft.snapshot;
  for (let position = draft.findPosition(earlier.id) + 1; position < messages.length; position++) {
    const message = messages[position];
    if (message?.role === "tool" && draft.callInfo(message.toolCallId)) return false;
  }
  return true;
}
