import type { Draft } from "../draft.ts";
import type { HandlersOf } from "../handlers.ts";
import { checkOwner, ownerOf } from "./messageStream.ts";

/**
 * A provider's opaque artefact: stored on the message or tool call it names, and sent back with
 * the next input. One whose entity has not appeared is held until it does, or the run ends.
 *
 * @see https://docs.ag-ui.com/concepts/reasoning
 */
export const encryptedValueHandlers: HandlersOf<"REASONING_ENCRYPTED_VALUE"> = {
  REASONING_ENCRYPTED_VALUE(draft, event) {
    const { subtype, entityId, encryptedValue } = event;
    const call = draft.callInfo(entityId);
    // Some producers leave the subtype out: then whichever exists is meant.
    const isCall = subtype === "tool-call" || (subtype === undefined && call !== undefined);
    const owner = isCall
      ? ownerOf(draft, "toolCalls", entityId)
      : (ownerOf(draft, "text", entityId) ?? ownerOf(draft, "reasoning", entityId));
    checkOwner(draft, owner, event.subagentRunId, entityId);

    const kind = isCall ? "tool-call" : "message";
    const isStored = attachEncryptedValue(draft, kind, entityId, encryptedValue);
    // What was held for it before is out of date.
    const held = isStored ? undefined : encryptedValue;
    draft.putTracking("deferredValues", `${kind}:${entityId}`, held);
  },
};

/**
 * Stores an encrypted value on the message or tool call it names; tells whether that is there. An
 * activity has no place for one.
 */
export function attachEncryptedValue(
  draft: Draft,
  subtype: string,
  entityId: string,
  value: string,
): boolean {
  if (subtype === "tool-call") {
    const call = draft.ownToolCall(entityId);
    if (call) call.encryptedValue = value;
    return call !== undefined;
  }
  // A message that could not have its producer's id is meant by it all the same.
  const alias = draft.entry("text", entityId) ?? draft.entry("reasoning", entityId);
  const own = draft.find(entityId);
  const position = own === -1 && alias ? draft.find(alias.id) : own;
  if (draft.now.messages[position]?.role === "activity") return true;
  const message = draft.own(position);
  // Ruled out above, for the compiler once more.
  if (!message || message.role === "activity") return false;
  message.encryptedValue = value;
  return true;
}
