import { type ReactNode, useState } from "react";
import { useSnapshot } from "../../hooks/thread/useSnapshot.ts";
import { haveSameItems } from "../../selectors/compareItems.ts";
import { createRowsSelector } from "../../selectors/createRowsSelector.ts";
import { interruptsInSubagent } from "../../selectors/interruptPlacement.ts";
import { rowId, type TranscriptRow } from "../../selectors/transcriptRows.ts";
import { Checklist } from "../activity/Checklist.tsx";
import { InterruptList } from "../interrupt/Interrupt.tsx";
import { useShowServerErrors } from "../settings/settings.tsx";
import { describeServerMessage } from "../status/describeError.ts";
import { useStrings } from "../strings/useStrings.ts";
import { JsonView } from "../toolCall/JsonView.tsx";
import { WaitingCallWindow } from "../toolCall/waitingCallWindow.tsx";
import { Row } from "../transcript/Row.tsx";
import { WrittenStatesAtStart } from "../transcript/WrittenStates.tsx";
import { useShownItems } from "../ui/useShownItems.tsx";
import type { SubagentSummary } from "./useSubagentSummary.ts";

/** Number of messages and activities that are shown at first: the last. */
const MAX_ROWS = 100;

interface SubagentDetailsProps {
  readonly id: string;
  readonly summary: SubagentSummary;
}

/** @internal Renders the task, steps, transcript, error and result of a sub-agent. */
export function SubagentDetails({ id, summary }: SubagentDetailsProps): ReactNode {
  const strings = useStrings();
  const showServerErrors = useShowServerErrors();
  const { description, steps, status, error, result } = summary;
  const isOver = status === "finished" || status === "failed" || status === "unfinished";
  return (
    <>
      {description !== undefined && (
        <div className="agk-label" dir="auto">
          {description}
        </div>
      )}
      {steps.length > 0 && <Checklist tasks={steps.map((step) => toTask(step, isOver))} />}
      <SubagentTranscript id={id} />
      {error && (
        <div className="agk-problem" dir="auto">
          {showServerErrors ? error.message : describeServerMessage(error.message, strings)}
        </div>
      )}
      {result !== undefined && (
        <div className="agk-section">
          <span className="agk-label">{strings.subagent.result}</span>
          <JsonView value={result} />
        </div>
      )}
    </>
  );
}

/** Returns a step as a task. The end of a run completes its steps without setting `endedAt`. */
function toTask(step: SubagentSummary["steps"][number], isOver: boolean) {
  const { name: label, status, startedAt, endedAt } = step;
  const isOpen = status === "running" || (startedAt !== undefined && endedAt === undefined);
  if (!isOpen) return { label, status: "done" as const };
  return { label, status: isOver ? ("unfinished" as const) : ("active" as const) };
}

/** Renders again when a row appears, settles or disappears, but not while its text streams. */
function SubagentTranscript({ id }: Pick<SubagentDetailsProps, "id">): ReactNode {
  const [selectRows] = useState(() => createRowsSelector(id));
  const rows = useSnapshot(selectRows, haveSameItems);
  const interrupts = useSnapshot((snapshot) => interruptsInSubagent(snapshot, id), haveSameItems);
  return (
    <>
      <InterruptList interrupts={interrupts} />
      <WrittenStatesAtStart ownerId={id} />
      <WaitingCallWindow rows={rows}>{(shown) => <LastRows rows={shown} />}</WaitingCallWindow>
    </>
  );
}

function LastRows({ rows }: { readonly rows: readonly TranscriptRow[] }): ReactNode {
  const { shown, moreButton } = useShownItems(rows, MAX_ROWS, "end");
  return (
    <>
      {moreButton}
      {shown.map((row) => (
        <Row key={rowId(row)} row={row} />
      ))}
    </>
  );
}
