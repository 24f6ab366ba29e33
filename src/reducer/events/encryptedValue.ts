import type { HandlersOf } from "../handlers.ts";
import type { SnapshotDraft } from "../snapshotDraft.ts";
import { referredCallKey } from "./calls/callKeys.ts";
import { resolveCall } from "./identity/callIds.ts";
import { resolveMessage } from "./identity/messageIds.ts";
import { checkSubagent, findStream } from "./messageStream.ts";

/**
 * Handles a provider's opaque value: stores it on the message or tool call it names, to be sent back with
 * the next input. A value whose entity has not arrived is deferred until it does or the run ends.
 *
 * @see https://docs.ag-ui.com/concepts/reasoning
 */
export const encryptedValueHandlers: HandlersOf<"REASONING_ENCRYPTED_VALUE"> = {
  REASONING_ENCRYPTED_VALUE(draft, event) {
    const { subtype, encryptedValue, subagentRunId } = event;
    const callKey = referredCallKey(draft, { toolCallId: event.entityId, subagentRunId });
    const call = draft.callInfo(resolveCall(draft, callKey));
    // Some servers omit the subtype; the id then names whichever entity exists.
    const isCall = subtype === "tool-call" || (subtype === undefined && call !== undefined);
    const entityId = isCall ? callKey : event.entityId;
    const stream = isCall
      ? findStream(draft, "toolCalls", entityId)
      : (findStream(draft, "text", entityId) ?? findStream(draft, "reasoning", entityId));
    checkSubagent(draft, stream, subagentRunId, event.entityId);

    const kind = isCall ? "tool-call" : "message";
    const isStored = attachEncryptedValue(draft, kind, entityId, encryptedValue);
    // A stored value replaces an earlier deferred one.
    const deferred = isStored ? undefined : encryptedValue;
    draft.putTracking("deferredValues", `${kind}:${entityId}`, deferred);
  },
};

/**
 * Stores an encrypted value on the message or tool call it names; returns false when that does not exist.
 * An activity has no field for an encrypted value.
 */
export function attachEncryptedValue(
  draft: SnapshotDraft,
  subtype: string,
  entityId: string,
  value: string,
): boolean {
  if (subtype === "tool-call") {
    const call = draft.ownToolCall(resolveCall(draft, entityId));
    if (call) call.encryptedValue = value;
    return call !== undefined;
  }
  // A message of the run may have another id than its server id.
  const position = draft.find(resolveMessage(draft, entityId));
  if (draft.snapshot.messages[position]?.role === "activity") return true;
  const message = draft.own(position);
  // Repeats the check above for the compiler.
  if (!message || message.role === "activity") return false;
  message.encryptedValue = value;
  return true;
}
