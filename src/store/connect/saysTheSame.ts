import { share } from "../../reducer/share.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";

/** Whether a thread has come no further, neither in what it holds nor in its runs. */
export function saysTheSame(next: Snapshot, shown: Snapshot): boolean {
  if (next.ledger.runIds.length !== shown.ledger.runIds.length) return false;
  const keys = ["messages", "state", "interrupts"] as const;
  return keys.every((key) => Object.is(share(shown[key], next[key]), shown[key]));
}
