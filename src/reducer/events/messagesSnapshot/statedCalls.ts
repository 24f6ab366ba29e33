import type { ToolCall } from "../../../protocol/events.ts";
import { findToolCall } from "../../findToolCall.ts";
import { getOwn } from "../../ownProperty.ts";
import { hasCreatedId, serverIdOf } from "../../serverIds.ts";
import type { SnapshotDraft } from "../../snapshotDraft.ts";
import { isUnanswered } from "../../toolCallStatus.ts";

/** Returns the oldest call that a snapshot has stated, that no stream has started, and for which a condition holds. */
function findStatedCall(draft: SnapshotDraft, isMatch: (call: ToolCall) => boolean) {
  return draft.tracking.snapshotOnlyCalls.find((id) => {
    const call = findToolCall(draft.snapshot, id)?.toolCall;
    return call !== undefined && isMatch(call);
  });
}

/** Returns the id of the oldest call of a tool that a snapshot states with an empty id and that has not started. */
export function claimUnnamedCall(draft: SnapshotDraft, toolName: string): string | undefined {
  return findStatedCall(draft, (call) => call.function.name === toolName && hasCreatedId(call));
}

/** Removes a call that starts from those that only snapshots have stated. */
export function markCallStarted(draft: SnapshotDraft, id: string): void {
  const { snapshotOnlyCalls } = draft.tracking;
  if (snapshotOnlyCalls.includes(id))
    draft.setTracking({ snapshotOnlyCalls: snapshotOnlyCalls.filter((other) => other !== id) });
}

/**
 * Removes a call that has been streamed when a snapshot has stated it before under another id: the same function, and
 * still without a result. Returns the id of the stated call then.
 */
export function mergeIntoStatedCall(draft: SnapshotDraft, id: string): string | undefined {
  const { snapshotOnlyCalls, statedEntries } = draft.tracking;
  if (snapshotOnlyCalls.length === 0) return undefined;
  const { toolCall, info } = findToolCall(draft.snapshot, id) ?? {};
  if (!toolCall || !info || !isUnanswered(info)) return undefined;
  if (getOwn(statedEntries.toolCalls, serverIdOf(toolCall))?.id === id) return undefined;
  const { name, arguments: text } = toolCall.function;
  const stated = findStatedCall(
    draft,
    ({ id: other, function: { name: otherName, arguments: otherText } }) => {
      const statedInfo = draft.callInfo(other);
      const isUnansweredCall = statedInfo !== undefined && isUnanswered(statedInfo);
      return other !== id && isUnansweredCall && otherName === name && otherText === text;
    },
  );
  if (stated === undefined) return undefined;
  markCallStarted(draft, stated);
  removeCall(draft, id, info.messageId);
  return stated;
}

/** Removes a call, and its message if that has nothing else. */
function removeCall(draft: SnapshotDraft, id: string, messageId: string): void {
  const position = draft.findPosition(messageId);
  const message = draft.ownMessage(position);
  if (message?.role !== "assistant") return;
  draft.putEntry("toolCalls", id, undefined);
  const toolCalls = message.toolCalls?.filter((call) => call.id !== id) ?? [];
  if (toolCalls.length > 0) message.toolCalls = toolCalls;
  else delete message.toolCalls;
  if (toolCalls.length === 0 && !message.content)
    draft.setField("messages", draft.snapshot.messages.toSpliced(position, 1));
}
