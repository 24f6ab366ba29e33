import { findToolCall } from "../findToolCall.ts";
import type { HandlersOf } from "../handlers.ts";
import type { SnapshotDraft } from "../snapshotDraft.ts";
import { isUnanswered } from "../toolCallStatus.ts";
import { referredCallKey } from "./calls/callKeys.ts";
import { attachEncryptedValue, deferredKey } from "./deferredValues.ts";
import { resolveCall } from "./identity/callIds.ts";
import { isOfEarlierRun } from "./identity/idsOfRuns.ts";
import { isSameStep, messageKey } from "./identity/messageIds.ts";
import { checkSubagent } from "./identity/streamKeys.ts";
import { findStream } from "./streamEntries.ts";

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
    checkSubagent(draft, stream, subagentRunId, event.entityId);

    const kind = isCall ? "tool-call" : "message";
    const isNext = isOfNext(draft, isCall, entityId);
    const isStored = !isNext && attachEncryptedValue(draft, kind, entityId, encryptedValue);
    // A stored value replaces an earlier deferred one.
    const deferred = isStored ? undefined : encryptedValue;
    draft.putTracking("deferredValues", deferredKey(kind, entityId, isNext), deferred);
  },
};

/**
 * True when a value seems to precede the entity that it names. The known entity is of an earlier run; or it is a call
 * with a result, or a text before one, that has a value already.
 */
function isOfNext(draft: SnapshotDraft, isCall: boolean, entityId: string): boolean {
  if (draft.tracking.phase !== "active") return false;
  if (isCall) {
    const id = resolveCall(draft, entityId);
    const info = draft.callInfo(id);
    if (!info || isUnanswered(info)) return false;
    const call = findToolCall(draft.snapshot, id);
    return !draft.entry("toolCalls", entityId) || call?.toolCall.encryptedValue !== undefined;
  }
  const entry = draft.entry("text", entityId) ?? draft.entry("reasoning", entityId);
  if (!entry) return isOfEarlierRun(draft, entityId);
  const message = draft.snapshot.messages[draft.find(entry.id)];
  const hasValue = message?.role !== "activity" && message?.encryptedValue !== undefined;
  return hasValue && !entry.isOpen && !isSameStep(draft, entry);
}
