import type { HandlersOf } from "../handlers.ts";
import { checkOwner, ownerOf } from "./messageStream.ts";
import { attachEncryptedValue } from "./storeValue.ts";

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
