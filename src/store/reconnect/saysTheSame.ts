import type { Snapshot } from "../../reducer/snapshot.ts";
import { replaceEqualDeep } from "../../reducer/structuralSharing.ts";

/** Whether a thread has come no further, neither in what it holds nor in its runs. */
export function isSameProgress(next: Snapshot, shown: Snapshot): boolean {
  if (next.tracking.runIds.length !== shown.tracking.runIds.length) return false;
  const keys = ["messages", "state", "interrupts"] as const;
  return keys.every((key) => Object.is(replaceEqualDeep(shown[key], next[key]), shown[key]));
}
