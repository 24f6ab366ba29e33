import type { Snapshot } from "../../reducer/snapshot.ts";

/** Whether a stored thread was in the middle of a run. */
export function isMidRun({ ledger }: Snapshot): boolean {
  return ledger.phase === "active" || (ledger.isAttached && ledger.phase === "none");
}
