import type { Snapshot } from "../../reducer/snapshot.ts";

/** @internal Whether a person is waited for, also while handlers beside the question still work. */
export function isAsking({ run, toolCalls }: Snapshot): boolean {
  return (
    run.status === "waiting" ||
    run.pendingToolCallIds.some((id) => toolCalls[id]?.status === "waiting")
  );
}
