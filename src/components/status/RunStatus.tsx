import type { ReactNode } from "react";
import { IgnoreErrorDisplay, useHasErrorPlace } from "../../hooks/thread/useErrorVisibility.ts";
import { useSnapshot } from "../../hooks/thread/useSnapshot.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { isAskedBySubagents } from "../../selectors/interruptPlacement.ts";
import { selectToolCall } from "../../selectors/toolCallView.ts";
import { isAnythingGrowing } from "../../selectors/transcriptRows.ts";
import { isUnsent } from "../composer/isUnsent.ts";
import { useClass, usePart, useSettings } from "../settings/settings.tsx";
import type { Strings } from "../strings/strings.ts";
import { lazyPart } from "../ui/lazyPart.tsx";
import { ErrorRow } from "./ErrorRow.tsx";
import { LoadFailed } from "./LoadFailed.tsx";
import { useIsOffline } from "./useIsOffline.ts";

/** Few agents go round in circles. */
const Halted = lazyPart<object>(() => import("./Halted.tsx").then((file) => file.Halted), {
  Failed: LoadFailed,
});

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
  const isThoughtSeen = reasoning !== "hidden";
  const isOffline = useIsOffline();
  const hasErrorPlace = useHasErrorPlace();
  const Failure = usePart("ErrorRow", ErrorRow);
  const status = useSnapshot((snapshot): keyof Strings["run"] | Wordless => {
    const { status, outcome, stopReason } = snapshot.run;
    if (isUnsent(snapshot)) return "halted";
    if (status === "idle") {
      if (stopReason && stopReason !== "follow-up") return "halted";
      if (isOffline) return "disconnected";
      return outcome === "cancelled" ? "cancelled" : "quiet";
    }
    if (status === "error") return hasErrorPlace ? "quiet" : "failed";
    // The card of who asks says so, and is open.
    if (status === "waiting" && isAskedBySubagents(snapshot)) return "quiet";
    const isSeen = status === "streaming" && isAnythingGrowing(snapshot, isThoughtSeen);
    return isSeen ? "quiet" : status;
  });
  const word = isOffline && status === "reconnecting" ? "offline" : status;
  const tools = useSnapshot(runningTools);
  const words: Readonly<Record<string, string | undefined>> = strings.run;
  const said =
    word === "executing" && tools ? strings.runningTools(tools.split("\n")) : words[word];
  const isAwaiting = status === "submitted" || status === "streaming";
  return (
    <div
      className={useClass("RunStatus", "agk-run-status")}
      data-status={status}
      // Takes the focus of a button that is pressed and goes.
      tabIndex={hasErrorPlace ? undefined : -1}
    >
      {word === "halted" && <Halted />}
      {word === "failed" && (
        <IgnoreErrorDisplay.Provider value={true}>
          <Failure />
        </IgnoreErrorDisplay.Provider>
      )}
      {said && (
        <>
          {(isAwaiting || word === "reconnecting") && <Dots />}
          <span className={isAwaiting ? "agk-sr-only" : "agk-label"}>{said}</span>
        </>
      )}
    </div>
  );
}

/** What is said by a part of its own, or not at all. */
type Wordless = "halted" | "failed" | "quiet";

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
