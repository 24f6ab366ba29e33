import type { ReasoningVisibility } from "agui-kit";
import type { ReactNode } from "react";
import { SidePanel } from "./SidePanel.tsx";

interface ReasoningPanelProps {
  readonly visibility: ReasoningVisibility;
  readonly onChange: (visibility: ReasoningVisibility) => void;
}

const choices: readonly (readonly [ReasoningVisibility, string, string])[] = [
  ["shown", "Shown", "Open while it streams, then one line"],
  ["collapsed", "Collapsed", "One line that you can open"],
  ["hidden", "Hidden", "Not on the page, but still sent back"],
];

/** Lets the user choose how much of the agent's reasoning is shown. */
export function ReasoningPanel({ visibility, onChange }: ReasoningPanelProps): ReactNode {
  return (
    <SidePanel label="Reasoning" summary={visibility}>
      <fieldset className="choices">
        <legend>Reasoning is</legend>
        {choices.map(([value, title, about]) => (
          <label key={value}>
            <input
              type="radio"
              name="reasoning"
              value={value}
              checked={visibility === value}
              onChange={() => onChange(value)}
            />
            <span>
              {title}
              <span className="card-note">{about}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </SidePanel>
  );
}
