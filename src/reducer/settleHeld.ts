import { orphanedArguments, orphanedEncryptedValue } from "../protocol/issueKinds.ts";
import { present } from "../protocol/present.ts";
import type { Draft } from "./draft.ts";
import { settleState } from "./sharedState.ts";
import type { Snapshot } from "./snapshot.ts";
import { storeValue } from "./storeValue.ts";
import { ledgerEntry } from "./streams.ts";
import { edit } from "./transitions.ts";

/** Drops arguments whose call never came, and keeps encrypted values whose entity never came. */
export function settleDraft(draft: Draft): void {
  for (const toolCallId of Object.keys(draft.ledger.heldArguments)) {
    draft.report(orphanedArguments, toolCallId);
    draft.putLedger("heldArguments", toolCallId, undefined);
  }
  for (const [key, encryptedValue] of Object.entries(draft.ledger.heldValues)) {
    draft.putLedger("heldValues", key, undefined);
    const colon = key.indexOf(":");
    const entityId = key.slice(colon + 1);
    if (storeValue(draft, key.slice(0, colon), entityId, encryptedValue)) continue;
    const id = draft.freshId(entityId || "encrypted");
    const span = draft.entry("spans", entityId);
    const subagentRunId = span?.owner;
    const role = "reasoning";
    draft.insert(present({ id, role, content: "", encryptedValue, subagentRunId }));
    draft.putLedger("reasoning", entityId, ledgerEntry(id, false, subagentRunId));
    if (!span) draft.report(orphanedEncryptedValue, entityId);
  }
}

/** Settles what is held, for a run whose stream has ended. */
export function settleHeld<TState>(snapshot: Snapshot<TState>): Snapshot<TState> {
  return edit(snapshot, (draft) => {
    settleDraft(draft);
    settleState(draft);
  });
}
