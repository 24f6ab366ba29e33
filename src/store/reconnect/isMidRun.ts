import type { Snapshot } from "../../reducer/snapshot.ts";

/** Whether a stored thread was in the middle of a run. */
export function wasRunning({ tracking }: Snapshot): boolean {
  return tracking.phase === "active" || (tracking.isAttached && tracking.phase === "none");
}
