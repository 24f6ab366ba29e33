import { omitUndefined } from "../../protocol/omitUndefined.ts";
import type { ObservedRun } from "./observedRun.ts";
import type { ConformanceEnding, ConformanceRun } from "./report.ts";

const ENDINGS = { stop: "stopped", timeout: "timeout", flood: "endless" } as const;

function nameOf({ endedBy, error, after }: ObservedRun): ConformanceEnding {
  if (endedBy !== "agent") return ENDINGS[endedBy];
  if (error) return "failed";
  return after.run.outcome ?? "incomplete";
}

/** How a run came to its end, and what was said about it. */
export function endingOf(run: ObservedRun): Pick<ConformanceRun, "ending" | "error"> {
  const words = run.error?.message ?? run.after.run.error?.message;
  return omitUndefined({ ending: nameOf(run), error: words });
}
