import { type Snapshot, useAgentRun, useSharedState, useSnapshot, useStateEdits } from "agui-kit";
import { type ReactNode, useRef, useState } from "react";
import { describeDroppedEdits } from "./describeDroppedEdits.ts";

/** Shows the state of the user's edits, with buttons to send and undo them. */
export function EditBar(): ReactNode {
  const { edits, dropped, canUndo, undo, reset, dismiss } = useStateEdits();
  const [state, setState] = useSharedState();
  const { isRunning, status } = useAgentRun();
  const bar = useRef<HTMLDivElement>(null);
  const hasEdits = edits.length > 0;
  // True when the user has sent the edits during a run, so that they are sent after it.
  const [isDue, setDue] = useState(false);
  const hasFailed = useSnapshot(hasEndedBadly);
  if (isDue && (!hasEdits || hasFailed)) setDue(false);
  const isEmpty = JSON.stringify(state ?? {}) === "{}";
  // The buttons stay rendered while disabled, so that none moves under a finger.
  const isShown = hasEdits || canUndo || !isEmpty || dropped.length > 0;
  const handleDismiss = () => {
    // The pressed button disappears together with its message.
    bar.current?.focus({ preventScroll: true });
    void dismiss();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups the fields of a form
    <div
      className="edit-bar"
      hidden={!isShown}
      ref={bar}
      role="group"
      aria-label="Your changes"
      tabIndex={-1}
    >
      <div role="alert">
        {dropped.length > 0 && (
          <div className="dropped">
            <strong>Your change was overwritten</strong>
            <ul>
              {describeDroppedEdits(dropped).map((words) => (
                <li key={words}>{words}</li>
              ))}
            </ul>
            <button type="button" className="plain-button" onClick={handleDismiss}>
              OK
            </button>
          </div>
        )}
      </div>
      <p className="edit-notice" role="status">
        {hasEdits && `✎ Not sent yet: ${nextChance(isRunning, isDue)}`}
      </p>
      <div className="card-buttons">
        <button
          type="button"
          className="main-button"
          disabled={!hasEdits || isDue}
          onClick={() => {
            setDue(isRunning || status === "waiting");
            setState((now: unknown) => now, { run: true });
          }}
        >
          Send my changes
        </button>
        <button
          type="button"
          className="plain-button"
          disabled={!canUndo}
          onClick={() => void undo()}
        >
          Undo
        </button>
        <button
          type="button"
          className="plain-button"
          disabled={isEmpty}
          title="Empties the card"
          onClick={() => reset()}
        >
          Reset
        </button>
      </div>
    </div>
  );
}

/** Returns true when the last run ended in a way that stops automatic sending. */
function hasEndedBadly({ run: { status, outcome, stopReason } }: Snapshot): boolean {
  const isHalted = stopReason !== undefined && stopReason !== "no-follow-up";
  return status === "error" || (status === "idle" && (outcome === "cancelled" || isHalted));
}

function nextChance(isRunning: boolean, isDue: boolean): string {
  if (isDue) return "will be sent when the agent is done";
  return isRunning ? "the agent continues without it" : "will be sent with your next message";
}
