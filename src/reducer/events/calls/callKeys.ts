import type { EventOf } from "../../../protocol/events.ts";
import type { StreamEntry } from "../../runTracking.ts";
import type { SnapshotDraft } from "../../snapshotDraft.ts";
import { isUnanswered } from "../../toolCallStatus.ts";
import { resolveCall } from "../identity/callIds.ts";
import { idsOfEntry } from "../identity/streamIds.ts";
import { agentOf, findKey, registerStart } from "../identity/streamKeys.ts";
import { parentKeyOf } from "./parentMessage.ts";

/** A call that an event names. */
export interface CallReference {
  readonly toolCallId: string;
  /** The sub-agent of the event; absent also where the server does not state it. */
  readonly subagentRunId?: string | undefined;
}

/**
 * Returns the key in the run tracking of the call to which an event refers. An event without a sub-agent
 * belongs to a call without a result, when several agents share the id.
 */
export function referredCallKey(
  draft: SnapshotDraft,
  { toolCallId, subagentRunId }: CallReference,
): string {
  const isWaiting = (id: string) => {
    const info = draft.callInfo(id);
    return info !== undefined && isUnanswered(info);
  };
  const hasWaiting = (entry?: StreamEntry) => entry && idsOfEntry(entry).some(isWaiting);
  return findKey(draft.tracking.toolCalls, toolCallId, subagentRunId, hasWaiting, 0);
}

/** Returns the id in the snapshot of the call to which an event refers. */
export function resolveReferredCall(draft: SnapshotDraft, reference: CallReference): string {
  return resolveCall(draft, referredCallKey(draft, reference));
}

/**
 * Returns the key in the run tracking of a call that starts. Agents of a run may number their calls alike: a call of
 * another agent under the same id has a key of its own.
 */
export function startCallKey(draft: SnapshotDraft, event: EventOf<"TOOL_CALL_START">): string {
  const { toolCallId, subagentRunId: stated } = event;
  const first = draft.findEntry("toolCalls", toolCallId);
  const parent = draft.findEntry("text", parentKeyOf(draft, event));
  const subagentRunId = stated ?? (parent?.hasOnlyCalls ? undefined : agentOf(parent));
  // A repeated start need not name the parent message from which the call has its sub-agent.
  const isUnstated = stated === undefined && (first?.inheritedFrom || !first?.subagentRunId);
  if (isUnstated && !(subagentRunId && agentOf(first))) return toolCallId;
  return registerStart(draft, "toolCalls", toolCallId, subagentRunId);
}
