import type { StreamKind } from "../../../protocol/completion/streamReferences.ts";
import { attributionMismatch } from "../../../protocol/issueCodes.ts";
import { findToolCall } from "../../findToolCall.ts";
import { getOwn } from "../../ownProperty.ts";
import type { StreamEntries, StreamEntry } from "../../runTracking.ts";
import type { SnapshotDraft } from "../../snapshotDraft.ts";
import { serverSubagentId } from "./subagentIds.ts";

/** Kinds of streams of which several agents of a run may use one id at the same time. */
type SharedKind = Exclude<StreamKind, "activities" | "subagentIds">;

/*
 * Agents of one run may use the same id. No recorded server does so; a server that runs several agents in parallel may
 * number the messages and calls of each of them from 1. The run tracking has a key for each of their streams:
 *
 *     TOOL_CALL_START c1          key "c1"       the first agent that uses the id
 *     TOOL_CALL_START c1 of s1    key "c1@s1"    another agent; the entry of "c1" lists this key in `sharedKeys`
 *
 * An entity that is new in a stream of another agent gets the key as its id, if no other entity has that id.
 */

/** The agent itself, in the key of a stream. */
const AGENT = "agent";

/** Returns the key of the stream of an agent that is not the first one under an id. */
export function sharedKey(id: string, subagentRunId = AGENT): string {
  return `${id}@${subagentRunId}`;
}

/**
 * Returns the key in the run tracking of the stream to which an event refers. The first rule that applies decides.
 *
 * @param isWaiting - True for a stream to which an event without a sub-agent may belong. @defaultValue open streams
 * @param index - Index of the stream among several that wait, as in `Array.prototype.at`. @defaultValue the last one
 */
export function findKey(
  entries: StreamEntries,
  id: string,
  subagentRunId: string | undefined,
  isWaiting: (entry: StreamEntry | undefined) => unknown = (entry) => entry?.isOpen,
  index = -1,
): string {
  const sharedKeys = getOwn(entries, id)?.sharedKeys;
  // A single agent uses the id.
  if (!sharedKeys) return id;
  // The event names its sub-agent.
  if (subagentRunId !== undefined) {
    const key = sharedKey(id, subagentRunId);
    return getOwn(entries, key) ? key : id;
  }
  const waiting = [id, ...sharedKeys].filter((key) => isWaiting(getOwn(entries, key)));
  // A stream of the agent itself waits for the event.
  const agentKey = waiting.find((key) => !agentOf(getOwn(entries, key)));
  if (agentKey !== undefined) return agentKey;
  // A stream of a sub-agent waits, or else the last stream continues.
  return waiting.at(index) ?? sharedKeys.at(-1) ?? id;
}

/**
 * Returns the sub-agent by which streams with one id are distinguished; `undefined` for the agent itself. A sub-agent
 * that was inherited from an earlier message does not count: an event of the run has not named it.
 */
export function agentOf(entry: StreamEntry | undefined): string | undefined {
  return entry?.inheritedFrom === "history" ? undefined : entry?.subagentRunId;
}

/**
 * Returns the key in the run tracking of a stream that starts. Adds the key of another agent to the entry of the id, and
 * reports a faulty sub-agent. The first rule that applies decides.
 *
 * @param isStated - True for a message of a messages snapshot, which is the whole stream of its agent.
 */
export function registerStart(
  draft: SnapshotDraft,
  kind: SharedKind,
  id: string,
  subagentRunId: string | undefined,
  isStated = false,
): string {
  const first = draft.findEntry(kind, id);
  // The run has not used the id, or the id is empty and identifies nothing.
  if (!first || id === "") return id;
  // The same agent starts again. The text of a message that holds calls may be that of any agent.
  if (first.hasOnlyCalls || agentOf(first) === subagentRunId) return id;
  const key = sharedKey(id, subagentRunId);
  // The agent has a stream of its own under the id.
  if (draft.findEntry(kind, key)) return key;
  if (!isStated) {
    // A start that names no sub-agent repeats the start of the last stream, which has no content yet.
    const last = findKey(draft.tracking[kind], id, subagentRunId);
    if (subagentRunId === undefined && isWithoutContent(draft, kind, last)) return last;
    reportOtherSubagent(draft, first, subagentRunId ?? AGENT, id);
  }
  // Another agent uses the id.
  const sharedKeys = draft.appendItem(first.sharedKeys ?? [], key);
  draft.putTracking(kind, id, { ...first, sharedKeys });
  return key;
}

/** True for a stream that has ended without text or arguments, so that the agent itself may start it again. */
function isWithoutContent(draft: SnapshotDraft, kind: SharedKind, key: string): boolean {
  const entry = draft.findEntry(kind, key);
  if (entry?.isOpen) return false;
  if (!entry || entry.isSnapshotOnly) return true;
  // In a replay, the content is that of the connection before, until the stream brings it again.
  if (draft.awaitsReplay(kind === "reasoningSpans" ? "reasoning" : kind, entry.id)) return true;
  const { content } = draft.snapshot.messages[draft.findPosition(entry.id)] ?? {};
  const call = findToolCall(draft.snapshot, entry.id)?.toolCall;
  return !(call ? call.function.arguments : content);
}

/** True unless an event names another sub-agent than that of the stream. */
export function isOfSubagent(
  stream: StreamEntry | undefined,
  subagentRunId: string | undefined,
): boolean {
  return subagentRunId === undefined || !stream || stream.subagentRunId === subagentRunId;
}

/**
 * Reports an event that names another sub-agent than that of the stream.
 *
 * @param subject - The id in the event, for the issue.
 */
export function reportOtherSubagent(
  draft: SnapshotDraft,
  stream: StreamEntry | undefined,
  subagentRunId: string | undefined,
  subject: string,
): void {
  if (isOfSubagent(stream, subagentRunId)) return;
  // A sub-agent that starts again has another id in the snapshot, and the same one on the server.
  const isSameOnServer =
    serverSubagentId(draft.snapshot, stream?.subagentRunId) ===
    serverSubagentId(draft.snapshot, subagentRunId);
  if (!isSameOnServer) draft.report(attributionMismatch, subject);
}
