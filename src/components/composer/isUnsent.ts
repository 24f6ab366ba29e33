import type { Snapshot } from "../../reducer/snapshot.ts";

/** @internal Whether everything was answered, and the run that was to carry the answers did not get to it. */
export function isUnsent({ run, interrupts }: Snapshot): boolean {
  const isResting = run.status === "idle" || run.status === "waiting";
  if (!isResting || interrupts.length === 0 || run.pendingToolCallIds.length > 0) return false;
  return interrupts.every(({ answer }) => answer);
}
