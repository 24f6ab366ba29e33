import type { HandlersOf } from "./handlers.ts";
import { getOwn } from "./records.ts";
import { checkOwner, ownerOf } from "./streams.ts";

/**
 * A provider's opaque artefact: stored on the message or tool call it names, and sent back with
 * the next input. One whose entity has not appeared is held until it does, or the run ends.
 *
 * @see https://docs.ag-ui.com/concepts/reasoning
 */
export const encryptedValueHandlers: HandlersOf<"REASONING_ENCRYPTED_VALUE"> = {
  REASONING_ENCRYPTED_VALUE(draft, event) {
    const { subtype, entityId, encryptedValue } = event;
    const call = getOwn(draft.now.toolCalls, entityId);
    // Some producers leave the subtype out: then whichever exists is meant.
    const isCall = subtype === "tool-call" || (subtype === undefined && call !== undefined);
    const owner = isCall
      ? ownerOf(draft, "toolCalls", entityId)
      : (ownerOf(draft, "text", entityId) ?? ownerOf(draft, "reasoning", entityId));
    checkOwner(draft, owner, event.subagentRunId, entityId);

    if (isCall) {
      const toolCall = call && draft.ownToolCall(call.messageId, entityId);
      if (toolCall) toolCall.encryptedValue = encryptedValue;
      else draft.putLedger("heldValues", `tool-call:${entityId}`, encryptedValue);
      return;
    }
    const alias = draft.entry("text", entityId) ?? draft.entry("reasoning", entityId);
    const position = draft.find(draft.find(entityId) === -1 && alias ? alias.id : entityId);
    if (draft.now.messages[position]?.role === "activity") return;
    const message = draft.own(position);
    // Ruled out above, for the compiler once more: an activity carries no encrypted value.
    if (message && message.role !== "activity") message.encryptedValue = encryptedValue;
    else draft.putLedger("heldValues", `message:${entityId}`, encryptedValue);
  },
};
