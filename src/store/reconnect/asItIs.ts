import type { Snapshot } from "../../reducer/snapshot.ts";
import type { RunResult } from "../thread/threadOptions.ts";

/** What comes of asking about a thread of which nothing new was told: how its last run has ended. */
export function currentRunResult({ run }: Snapshot): RunResult {
  const { outcome = "success", result } = run;
  return { outcome, result, newMessages: [] };
}
