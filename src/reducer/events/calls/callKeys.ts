import type { EventOf } from "../../../protocol/events.ts";
import { attributionMismatch } from "../../../protocol/issueCodes.ts";
import { getOwn } from "../../ownProperty.ts";
import type { RunTracking, StreamEntry } from "../../runTracking.ts";
import type { SnapshotDraft } from "../../snapshotDraft.ts";
import { isUnanswered } from "../../toolCallStatus.ts";
import { resolveCall } from "../identity/callIds.ts";
import { idsOfEntry } from "../identity/streamIds.ts";
import { checkSubagent } from "../messageStream.ts";

/**
 * Returns the key of an agent's call in the run tracking. Agents of one run may use the same id:
 *
 * ```text
 * TOOL_CALL_START c1            key "c1"       the first agent that uses the id, or an agent without a call under it
 * TOOL_CALL_START c1 of s1      key "c1@s1"    another agent; "c1" lists the key in `sharedKeys`
 * ```
 */
export function ownCallKey(
  { toolCalls }: Pick<RunTracking, "toolCalls">,
  toolCallId: string,
  subagentRunId: string | undefined,
): string {
  const first = getOwn(toolCalls, toolCallId);
  if (!first?.sharedKeys || agentOf(first) === subagentRunId) return toolCallId;
  const key = sharedKey(toolCallId, subagentRunId);
  return getOwn(toolCalls, key) ? key : toolCallId;
}

/**
 * Returns the sub-agent by which calls with one id are distinguished; `undefined` for the agent itself. A sub-agent
 * that was inherited from an earlier message does not count: an event of the run has not named it.
 */
function agentOf({ subagentRunId, inheritedFrom }: StreamEntry): string | undefined {
  return inheritedFrom === "history" ? undefined : subagentRunId;
}

function sharedKey(toolCallId: string, subagentRunId: string | undefined): string {
  return `${toolCallId}@${subagentRunId ?? "agent"}`;
}

/** A call that an event names. */
interface CallReference {
  readonly toolCallId: string;
  /** The sub-agent of the event; absent also where the server does not state it. */
  readonly subagentRunId?: string | undefined;
}

/**
 * Returns the key in the run tracking of the call that an event names. Where agents share the id, an event without a
 * sub-agent belongs to a call that waits for it.
 *
 * @param findWaiting - Selects from the keys of all calls under the id, oldest first.
 */
function callKeyOf(
  draft: SnapshotDraft,
  { toolCallId, subagentRunId }: CallReference,
  findWaiting: (keys: readonly string[]) => string | undefined,
): string {
  const key = ownCallKey(draft.tracking, toolCallId, subagentRunId);
  const { sharedKeys } = draft.entry("toolCalls", toolCallId) ?? {};
  if (!sharedKeys || key !== toolCallId || subagentRunId !== undefined) return key;
  return findWaiting([toolCallId, ...sharedKeys]) ?? key;
}

/** Returns the key in the run tracking of the call whose arguments an event continues or ends. */
export function openCallKey(draft: SnapshotDraft, reference: CallReference): string {
  return callKeyOf(draft, reference, (keys) => {
    const open = keys.filter((key) => draft.entry("toolCalls", key)?.isOpen);
    const isOfAgent = (key: string) => {
      const entry = draft.entry("toolCalls", key);
      return entry !== undefined && !agentOf(entry);
    };
    return open.find(isOfAgent) ?? open.at(-1);
  });
}

/** Returns the key in the run tracking of the call to which an event refers, by preference one without a result. */
export function referredCallKey(draft: SnapshotDraft, reference: CallReference): string {
  const isWaiting = (id: string) => {
    const info = draft.callInfo(id);
    return info !== undefined && isUnanswered(info);
  };
  return callKeyOf(draft, reference, (keys) =>
    keys.find((key) => {
      const entry = draft.entry("toolCalls", key);
      return entry && idsOfEntry(entry).some(isWaiting);
    }),
  );
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
  const { toolCallId, parentMessageId = "", subagentRunId: stated } = event;
  const first = toolCallId === "" ? undefined : draft.entry("toolCalls", toolCallId);
  const parent = draft.entry("text", parentMessageId);
  const subagentRunId = stated ?? (parent && !parent.hasOnlyCalls ? agentOf(parent) : undefined);
  if (!first || agentOf(first) === subagentRunId) return toolCallId;
  // A repeated start need not name the parent message from which the call has its sub-agent.
  const isUnstated = stated === undefined && (first.inheritedFrom || !first.subagentRunId);
  if (isUnstated && !(subagentRunId && agentOf(first))) return toolCallId;
  const key = sharedKey(toolCallId, subagentRunId);
  if (draft.entry("toolCalls", key)) return key;
  if (subagentRunId === undefined) {
    // A start need not state the sub-agent, which the call may have from its parent message.
    if (!first.isOpen) return toolCallId;
    draft.report(attributionMismatch, toolCallId);
  } else checkSubagent(draft, first, subagentRunId, toolCallId);
  const sharedKeys = draft.append(first.sharedKeys ?? [], key);
  draft.putTracking("toolCalls", toolCallId, { ...first, sharedKeys });
  return key;
}
