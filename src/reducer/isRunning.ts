import type { RunInfo } from "./snapshot.ts";

/** Returns true while a run is under way: neither ended nor waiting for an answer of the user. */
export function isRunning({ status }: Pick<RunInfo, "status">): boolean {
  return status !== "idle" && status !== "waiting" && status !== "error";
}
