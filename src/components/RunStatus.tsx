import type { ReactNode } from "react";
import { isAnythingGrowing } from "../hooks/rows.ts";
import { useSnapshot } from "../hooks/useSnapshot.ts";
import { useSettings } from "./settings.tsx";
import type { Strings } from "./strings.ts";

/**
 * Shows what the run is doing while nothing is being written: dots while an answer is awaited, a
 * word for anything else.
 *
 * Renders a `<div>` that keeps its height when it has nothing to say, so that the first words of an
 * answer do not move what stands above them.
 *
 * @example Below a transcript of one's own
 * ```tsx
 * <MyTranscript />
 * <RunStatus />
 * ```
 * @selector `.agk-run-status[data-status="submitted"]` Also `streaming`, `executing`, `waiting`,
 * `reconnecting`, `cancelled`, and `quiet` when there is nothing to say.
 * @see https://docs.ag-ui.com/concepts/events
 */
export function RunStatus(): ReactNode {
  const { strings } = useSettings();
  const status = useSnapshot((snapshot): keyof Strings["run"] | "quiet" => {
    const { status, outcome } = snapshot.run;
    if (status === "idle") return outcome === "cancelled" ? "cancelled" : "quiet";
    if (status === "error" || (status === "streaming" && isAnythingGrowing(snapshot)))
      return "quiet";
    return status;
  });
  const isAwaiting = status === "submitted" || status === "streaming";
  return (
    <div className="agk-run-status" data-status={status}>
      {status !== "quiet" && (
        <>
          {isAwaiting && <Dots />}
          <span className={isAwaiting ? "agk-sr-only" : "agk-label"}>{strings.run[status]}</span>
        </>
      )}
    </div>
  );
}

function Dots(): ReactNode {
  return (
    <span className="agk-dots" aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
  );
}
