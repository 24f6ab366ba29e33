import { findToolCall } from "../findToolCall.ts";
import type { HandlersOf } from "../handlers.ts";
import type { SnapshotDraft } from "../snapshotDraft.ts";
import { isUnanswered } from "../toolCallStatus.ts";
import { referredCallKey } from "./calls/callKeys.ts";
import { attachEncryptedValue, deferredKey } from "./deferredValues.ts";
import { findStream } from "./findStream.ts";
import { resolveCall } from "./identity/callIds.ts";
import { isOfKnownRun } from "./identity/idsOfRuns.ts";
import { isSameStep, messageKey } from "./identity/messageIds.ts";
import { reportOtherSubagent } from "./identity/streamKeys.ts";

/**
 * Handles a provider's opaque value: stores it on the message or tool call it names, to be sent back with
 * the next input. A value whose entity has not arrived is deferred until it starts or the run ends.
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
    const entityId = isCall ? callKey : messageKey(draft, event.entityId, subagentRunId);
    const stream = isCall
      ? findStream(draft, "toolCalls", entityId)
      : (findStream(draft, "text", entityId) ?? findStream(draft, "reasoning", entityId));
    reportOtherSubagent(draft, stream, subagentRunId, event.entityId);

    const kind = isCall ? "tool-call" : "message";
    const isNext = isOfNextEntity(draft, isCall, entityId);
    const isStored = !isNext && attachEncryptedValue(draft, kind, entityId, encryptedValue);
    // A stored value replaces an earlier deferred one.
    const deferred = isStored ? undefined : encryptedValue;
    draft.putTracking("deferredValues", deferredKey(kind, entityId, isNext), deferred);
  },
};

/**
 * True when a value seems to precede the entity that it names: the next call or text with the id. The known one is then of
 * an earlier run, or it has a value already and a result has followed.
 */
function isOfNextEntity(draft: SnapshotDraft, isCall: boolean, entityId: string): boolean {
  if (draft.tracking.phase !== "active") return false;
  if (isCall) {
    const id = resolveCall(draft, entityId);
    const info = draft.callInfo(id);
    if (!info || isUnanswered(info)) return false;
    const call = findToolCall(draft.snapshot, id);
    return !draft.findEntry("toolCalls", entityId) || call?.toolCall.encryptedValue !== undefined;
  }
  const entry = draft.findEntry("text", entityId) ?? draft.findEntry("reasoning", entityId);
  if (!entry) return isOfKnownRun(draft, entityId);
  const message = draft.snapshot.messages[draft.findPosition(entry.id)];
  const hasValue = message?.role !== "activity" && message?.encryptedValue !== undefined;
  return hasValue && !entry.isOpen && !isSameStep(draft, entry);
}
