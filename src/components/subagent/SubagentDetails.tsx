import { type ReactNode, useState } from "react";
import { useSnapshot } from "../../hooks/thread/useSnapshot.ts";
import { createRowsSelector } from "../../selectors/createRowsSelector.ts";
import { haveSameItems } from "../../selectors/haveSameItems.ts";
import { interruptsInSubagent } from "../../selectors/interruptPlacement.ts";
import { rowId } from "../../selectors/transcriptRows.ts";
import { Checklist } from "../activity/Checklist.tsx";
import { InterruptList } from "../interrupt/Interrupt.tsx";
import { useStrings } from "../strings/useStrings.ts";
import { JsonView } from "../toolCall/_JsonView.tsx";
import { Row } from "../transcript/Row.tsx";
import type { SubagentFacts } from "./useSubagentSummary.ts";

interface SubagentDetailsProps {
  readonly id: string;
  readonly facts: SubagentFacts;
}

/** @internal What a sub-agent was to do, how far it is, all it said, and what came of it. */
export function SubagentDetails({ id, facts }: SubagentDetailsProps): ReactNode {
  const strings = useStrings();
  const { description, steps, error, result } = facts;
  return (
    <>
      {description !== undefined && (
        <div className="agk-label" dir="auto">
          {description}
        </div>
      )}
      {steps.length > 0 && <Checklist tasks={steps.map(toTask)} />}
      <Rows id={id} />
      {error && (
        <div className="agk-problem" dir="auto">
          {error.message}
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

function toTask({ name, status }: SubagentFacts["steps"][number]) {
  return { label: name, status: status === "running" ? ("active" as const) : ("done" as const) };
}

/** Renders again when a line comes, settles or goes, and not while one grows. */
function Rows({ id }: Pick<SubagentDetailsProps, "id">): ReactNode {
  const [selectRows] = useState(() => createRowsSelector(id));
  const rows = useSnapshot(selectRows, haveSameItems);
  const asked = useSnapshot((snapshot) => interruptsInSubagent(snapshot, id), haveSameItems);
  return (
    <>
      <InterruptList interrupts={asked} />
      {rows.map((row) => (
        <Row key={rowId(row)} row={row} />
      ))}
    </>
  );
}
