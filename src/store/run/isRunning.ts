import type { RunInfo } from "../../reducer/snapshot.ts";

/** Whether a run is under way: not over, and not waiting for a person. */
export function isRunning({ status }: Pick<RunInfo, "status">): boolean {
  return status !== "idle" && status !== "waiting" && status !== "error";
}
