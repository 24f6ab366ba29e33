import { type ReactNode, useId } from "react";
import { humanize } from "../hooks/humanize.ts";
import { useCapabilities } from "../hooks/useCapabilities.ts";
import { useSettings } from "./settings.tsx";
import { useSubagentChoice, useTellChoice } from "./subagentChoice.ts";

/**
 * Lets the person say which sub-agent is to do the work, where the agent says that it has some; nothing
 * otherwise.
 *
 * The agent is told with every run, in the context of its input; what it makes of that is its own
 * affair. The choice is the thread's, so that two pickers of one conversation show the same. The chat
 * shows it above its composer by itself. Renders a `<div>` with a `<select>`.
 *
 * @example Beside a composer of one's own
 * ```tsx
 * <SubagentPicker />
 * <MyComposer />
 * ```
 * @throws AgentKitError `missing-provider` outside both providers.
 * @selector `.agk-subagent-picker`
 * @see https://docs.ag-ui.com/concepts/capabilities
 */
export function SubagentPicker(): ReactNode {
  const { subagentPicker: words } = useSettings().strings;
  const subagents = useCapabilities()?.multiAgent?.subagents ?? [];
  const [choice, choose] = useSubagentChoice();
  const id = useId();
  // One that the agent of the moment does not have is no choice.
  const chosen = subagents.find(({ name }) => name === choice);
  const value = chosen?.name;
  useTellChoice(value);
  if (subagents.length === 0) return null;
  return (
    <div className="agk-subagent-picker">
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
