import type { ReactNode } from "react";
import { IgnoreErrorDisplay, useHasErrorDisplay } from "../../hooks/thread/errorDisplay.ts";
import { useAgentRun } from "../../hooks/thread/useAgentRun.ts";
import { useSnapshot } from "../../hooks/thread/useSnapshot.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { isAskedBySubagents } from "../../selectors/interruptPlacement.ts";
import { selectToolCall } from "../../selectors/toolCallView.ts";
import { isAnythingGrowing } from "../../selectors/transcriptRows.ts";
import { hasUnsentAnswers } from "../../selectors/waitingForUser.ts";
import { useClassName, useComponent, useSettings } from "../settings/settings.tsx";
import type { Strings } from "../strings/strings.ts";
import { useStrings } from "../strings/useStrings.ts";
import { OnceButton } from "../suggestions/OnceButton.tsx";
import { ErrorRow } from "./ErrorRow.tsx";
import { useIsOffline } from "./useIsOffline.ts";

/**
 * Shows what the run is doing while nothing is being written: dots while an answer is awaited, a
 * word for anything else, with the names of the page's tools while they run; and that there is no network,
 * while it reconnects or has nothing to do. When the agent was not run again because its tools went round
 * in circles, it says so and offers to continue. When the run failed, it shows the `ErrorRow`, which offers
 * to try again, unless the page has one for the thread, as each `MessageList` has; what is in a closed popup or
 * sidebar is not counted.
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
 * `reconnecting`, `failed`, `cancelled`, `halted`, `disconnected`, and `quiet` when there is nothing to say.
 * @see https://docs.ag-ui.com/concepts/events
 */
export function RunStatus(): ReactNode {
  const { strings, reasoning } = useSettings();
  const isReasoningVisible = reasoning !== "hidden";
  const isOffline = useIsOffline();
  const hasErrorDisplay = useHasErrorDisplay();
  const ErrorRowPart = useComponent("ErrorRow", ErrorRow);
  const status = useSnapshot((snapshot): keyof Strings["run"] | UnlabelledStatus => {
    const { status, outcome, stopReason } = snapshot.run;
    if (hasUnsentAnswers(snapshot)) return "halted";
    if (status === "idle") {
      if (stopReason && stopReason !== "follow-up") return "halted";
      if (isOffline) return "disconnected";
      return outcome === "cancelled" ? "cancelled" : "quiet";
    }
    if (status === "error") return hasErrorDisplay ? "quiet" : "failed";
    // The card of who asks says so, and is open.
    if (status === "waiting" && isAskedBySubagents(snapshot)) return "quiet";
    const isGrowthVisible =
      status === "streaming" && isAnythingGrowing(snapshot, isReasoningVisible);
    return isGrowthVisible ? "quiet" : status;
  });
  const labelKey = isOffline && status === "reconnecting" ? "offline" : status;
  const tools = useSnapshot(runningTools);
  const labels: Readonly<Record<string, string | undefined>> = strings.run;
  const text =
    labelKey === "executing" && tools ? strings.runningTools(tools.split("\n")) : labels[labelKey];
  const isAwaiting = status === "submitted" || status === "streaming";
  return (
    <div
      className={useClassName("RunStatus", "agk-run-status")}
      data-status={status}
      // Takes the focus of a button that is pressed and goes.
      tabIndex={hasErrorDisplay ? undefined : -1}
    >
      {labelKey === "halted" && <ContinueRow />}
      {labelKey === "failed" && (
        <IgnoreErrorDisplay.Provider value={true}>
          <ErrorRowPart />
        </IgnoreErrorDisplay.Provider>
      )}
      {text && (
        <>
          {(isAwaiting || labelKey === "reconnecting") && <Dots />}
          <span className={isAwaiting ? "agk-sr-only" : "agk-label"}>{text}</span>
        </>
      )}
    </div>
  );
}

/** What is said by a part of its own, or not at all. */
type UnlabelledStatus = "halted" | "failed" | "quiet";

/** The names of the page's tools that run, each once; a name has no line breaks. */
function runningTools(snapshot: Snapshot): string {
  const names = snapshot.run.pendingToolCallIds.map((id) => {
    const call = selectToolCall(snapshot, id);
    return call?.status === "running" && call.toolCall.function.name;
  });
  return [...new Set(names.filter(Boolean))].join("\n");
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

/** Why the agent was not run again, and what runs it. */
function ContinueRow(): ReactNode {
  const { halt } = useStrings();
  // With what the last run was given, as the thread would have gone on by itself.
  const { retry } = useAgentRun();
  const reason = useSnapshot((snapshot) => {
    if (hasUnsentAnswers(snapshot)) return halt.unsent;
    return snapshot.run.stopReason === "repeated-call" ? halt.repeatedCall : halt.maxSteps;
  });
  return (
    <>
      <span className="agk-label">{reason}</span>
      <OnceButton label={halt.goOn} onPress={() => retry()} />
    </>
  );
}
