import { orphanedArguments, orphanedEncryptedValue } from "../../protocol/issueCodes.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import type { Snapshot } from "../snapshot.ts";
import type { SnapshotDraft } from "../snapshotDraft.ts";
import { updateSnapshot } from "../updateSnapshot.ts";
import { createStreamEntry } from "./createStreamEntry.ts";
import { flushDeferredValue, parseDeferredKey } from "./deferredValues.ts";
import { decideBlankState } from "./sharedState.ts";
import { flushEarlyResults } from "./toolResults.ts";

/**
 * Drops arguments whose call never arrived, and stores encrypted values whose entity never arrived on messages of their
 * own. Results whose call never arrived update those of the earlier calls with their ids.
 */
export function flushDeferredData(draft: SnapshotDraft): void {
  flushEarlyResults(draft);
  for (const toolCallId of Object.keys(draft.tracking.deferredArguments)) {
    draft.report(orphanedArguments, toolCallId);
    draft.putTracking("deferredArguments", toolCallId, undefined);
  }
  for (const [key, encryptedValue] of Object.entries(draft.tracking.deferredValues)) {
    draft.putTracking("deferredValues", key, undefined);
    if (flushDeferredValue(draft, key, encryptedValue)) continue;
    const { kind, entityId } = parseDeferredKey(key);
    const id = draft.freeMessageId(entityId || "encrypted");
    // The value of a call does not belong to a span that happens to have its id.
    const span = kind === "message" ? draft.findEntry("reasoningSpans", entityId) : undefined;
    const subagentRunId = span?.subagentRunId;
    const role = "reasoning";
    draft.insertMessage(omitUndefined({ id, role, content: "", encryptedValue, subagentRunId }));
    draft.putTracking("reasoning", entityId, createStreamEntry(id, false, subagentRunId));
    if (!span) draft.report(orphanedEncryptedValue, entityId);
  }
}

/** Flushes deferred data after the stream of a run has ended. */
export function finishConnection(snapshot: Snapshot): Snapshot {
  return updateSnapshot(snapshot, (draft) => {
    flushDeferredData(draft);
    decideBlankState(draft);
  });
}
