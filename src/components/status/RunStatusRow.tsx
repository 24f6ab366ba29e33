import { type ReactNode, useEffect, useState } from "react";
import { useIsOffline } from "../../hooks/internal/useIsOffline.ts";
import { useThread } from "../../hooks/providers/useThread.ts";
import { IgnoreErrorDisplay, useHasErrorDisplay } from "../../hooks/thread/errorDisplay.ts";
import { useAgentRun } from "../../hooks/thread/useAgentRun.ts";
import { useSnapshot } from "../../hooks/thread/useSnapshot.ts";
import { useToolLabels } from "../../hooks/tools/useToolLabel.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { interruptsForUser, isOnlySubagentWaiting } from "../../selectors/interruptPlacement.ts";
import { hasUnsentAnswers } from "../../selectors/runPredicates.ts";
import { isAnythingStreaming } from "../../selectors/streamingIds.ts";
import { selectToolCall } from "../../selectors/toolCallView.ts";
import { useClassName, useComponent, useSettings } from "../settings/settings.tsx";
import { openCards } from "../state/cardCounts.ts";
import { usePerThreadState } from "../state/perThreadState.ts";
import type { Strings } from "../strings/strings.ts";
import { useStrings } from "../strings/useStrings.ts";
import { OnceButton } from "../ui/OnceButton.tsx";
import { ErrorRow } from "./ErrorRow.tsx";

/**
 * Shows the state of the run while no text streams.
 *
 * Dots appear while a reply is awaited. They have a label after 20 seconds (`slowMs` of the agent), and while the server
 * still stops the previous run. Otherwise a label appears, with the labels of running frontend tools, but none while
 * a default card asks the user. Without a network, the label reports that while the thread reconnects or is idle.
 * When the thread stopped because tools repeated themselves, a button offers to continue. When the run failed, an
 * `ErrorRow` appears, unless the page already shows an error row for the thread. Each `MessageList` has such a row;
 * closed popups and sidebars do not count.
 *
 * Renders a `<div>` that keeps its height while it is empty, so that the first tokens of a reply do not
 * move the content above.
 *
 * @example Below a transcript of your own
 * ```tsx
 * <MyTranscript />
 * <RunStatusRow />
 * ```
 * @selector `.agk-run-status[data-status="submitted"]` Also `streaming`, `executing`, `waiting`,
 * `reconnecting`, `failed`, `cancelled`, `paused`, `disconnected`, and `quiet` without a label.
 * @see https://docs.ag-ui.com/concepts/events
 */
export function RunStatusRow(): ReactNode {
  const strings = useStrings();
  const { reasoning } = useSettings();
  const isReasoningVisible = reasoning !== "hidden";
  const isOffline = useIsOffline();
  const isErrorShown = useHasErrorDisplay();
  const ErrorRowPart = useComponent("ErrorRow", ErrorRow);
  const cards = usePerThreadState(openCards);
  const status = useSnapshot((snapshot): keyof Strings["run"] | UnlabelledStatus => {
    const { status, outcome, stopReason } = snapshot.run;
    if (hasUnsentAnswers(snapshot)) return "paused";
    if (status === "idle") {
      if (stopReason && stopReason !== "no-follow-up") return "paused";
      if (isOffline) return "disconnected";
      return outcome === "cancelled" ? "cancelled" : "quiet";
    }
    if (status === "error") return isErrorShown ? "quiet" : "failed";
    // The open cards of the sub-agents show that they wait.
    if (status === "waiting" && isOnlySubagentWaiting(snapshot)) return "quiet";
    if (status === "waiting" && hasCardPerQuestion(snapshot, cards)) return "waitingInCards";
    const isGrowthVisible =
      status === "streaming" && isAnythingStreaming(snapshot, isReasoningVisible);
    return isGrowthVisible ? "quiet" : status;
  });
  const isAwaiting = status === "submitted" || status === "streaming";
  const isServerBusy = useSnapshot(({ run }) => run.isServerBusy === true);
  const { slowMs = SLOW_MS } = useThread().agent;
  const isSlow = useIsSlow(isAwaiting, slowMs);
  const delay = status === "submitted" && isServerBusy ? "serverBusy" : isSlow ? "slow" : undefined;
  const labelKey = isOffline && status === "reconnecting" ? "offline" : (delay ?? status);
  const tools = useSnapshot(runningTools);
  const runningLabels = useToolLabels(tools.split("\n"));
  const labels: Readonly<Record<string, string | undefined>> = strings.run;
  const text =
    labelKey === "executing" && tools ? strings.runningTools(runningLabels) : labels[labelKey];
  return (
    <div
      className={useClassName("RunStatusRow", "agk-run-status")}
      data-status={status === "waitingInCards" ? "waiting" : status}
      // Takes the focus when the retry button unmounts.
      tabIndex={isErrorShown ? undefined : -1}
    >
      {labelKey === "paused" && <ContinueRow />}
      {labelKey === "failed" && (
        <IgnoreErrorDisplay.Provider value={true}>
          <ErrorRowPart />
        </IgnoreErrorDisplay.Provider>
      )}
      {text && (
        <>
          {(isAwaiting || labelKey === "reconnecting") && <Dots />}
          <span className={isAwaiting && !delay ? "agk-sr-only" : "agk-label"}>{text}</span>
        </>
      )}
    </div>
  );
}

/** Default time without anything to show after which a reply counts as slow, in milliseconds. */
const SLOW_MS = 20_000;

/** Returns true when a reply has been awaited for so many milliseconds. */
function useIsSlow(isAwaiting: boolean, slowMs: number): boolean {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!isAwaiting) return;
    const timer = setTimeout(() => setIsSlow(true), slowMs);
    return () => {
      clearTimeout(timer);
      setIsSlow(false);
    };
  }, [isAwaiting, slowMs]);
  return isAwaiting && isSlow;
}

/** True when cards ask everything that the run waits for, so that a label would repeat it. */
function hasCardPerQuestion(snapshot: Snapshot, cards: ReadonlyMap<string, number>): boolean {
  const questions = interruptsForUser(snapshot);
  const hasPendingCalls = snapshot.run.pendingToolCallIds.length > 0;
  return questions.length > 0 && !hasPendingCalls && questions.every(({ id }) => cards.has(id));
}

/** Statuses without a label in this row. */
type UnlabelledStatus = "paused" | "failed" | "quiet" | "waitingInCards";

/** Returns the names of the running frontend tools, without duplicates and joined by line breaks. */
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

/** Shows why the thread did not run the agent again, with a button that continues. */
function ContinueRow(): ReactNode {
  const { stopReason } = useStrings();
  // With the input of the last run, as the next automatic run would have had.
  const { retry } = useAgentRun();
  const reason = useSnapshot((snapshot) => {
    if (hasUnsentAnswers(snapshot)) return stopReason.unsentAnswers;
    return snapshot.run.stopReason === "repeated-call"
      ? stopReason.repeatedCall
      : stopReason.maxAutomaticRuns;
  });
  return (
    <>
      <span className="agk-label">{reason}</span>
      <OnceButton label={stopReason.continue} onPress={() => retry()} />
    </>
  );
}
