import { type ReactNode, useId } from "react";
import { humanize } from "../../selectors/humanize.ts";
import { useClass } from "../settings/settings.tsx";
import { useStrings } from "../strings/useStrings.ts";
import { useShareChoiceWithAgent, useSubagentChoice } from "./subagentChoice.ts";

interface SubagentSelectProps {
  readonly subagents: readonly { readonly name: string; readonly description?: string }[];
}

/** @internal What is chosen from; what is public is `SubagentPicker`, which loads it. */
export function SubagentSelect({ subagents }: SubagentSelectProps): ReactNode {
  const { subagentPicker: words } = useStrings();
  const [choice, choose] = useSubagentChoice();
  const id = useId();
  // One that the agent of the moment does not have is no choice.
  const chosen = subagents.find(({ name }) => name === choice);
  const value = chosen?.name;
  useShareChoiceWithAgent(value);
  return (
    <div className={useClass("SubagentPicker", "agk-subagent-picker")}>
      <label htmlFor={id}>{words.label}</label>
      <select
        className="agk-subagent-select"
        id={id}
        value={value ?? ""}
        title={chosen?.description}
        onChange={(event) => choose(event.target.value)}
      >
        <option value="">{words.any}</option>
        {subagents.map(({ name, description }) => (
          <option key={name} value={name} title={description}>
            {humanize(name)}
          </option>
        ))}
      </select>
    </div>
  );
}
