import { type ReactNode, useId } from "react";
import { useCapabilities } from "../../hooks/thread/useCapabilities.ts";
import { humanize } from "../../selectors/humanize.ts";
import { useClassName } from "../settings/settings.tsx";
import { useStrings } from "../strings/useStrings.ts";
import { useShareChoiceWithAgent, useSubagentChoice } from "./subagentChoice.ts";

/**
 * Lets the user choose which sub-agent does the work. Renders nothing unless the agent's capabilities
 * list sub-agents (`multiAgent.subagents`, unless `multiAgent.supported` is false).
 *
 * The chosen name goes into the `context` of every run; the agent decides how to use it. Pickers of the
 * same thread share the choice. `Chat` renders one above its composer. Renders a `<div>` with a
 * `<select>`.
 *
 * @example Use it beside a custom composer
 * ```tsx
 * <SubagentPicker />
 * <MyComposer />
 * ```
 * @throws AgentKitError `missing-provider` outside both providers.
 * @selector `.agk-subagent-picker`
 * @see https://docs.ag-ui.com/concepts/capabilities
 */
export function SubagentPicker(): ReactNode {
  const { supported, subagents = [] } = useCapabilities()?.multiAgent ?? {};
  return supported !== false && subagents.length > 0 && <SubagentSelect subagents={subagents} />;
}

interface SubagentSelectProps {
  readonly subagents: readonly { readonly name: string; readonly description?: string }[];
}

function SubagentSelect({ subagents }: SubagentSelectProps): ReactNode {
  const { subagentPicker: labels } = useStrings();
  const [choice, setChoice] = useSubagentChoice();
  const id = useId();
  // Ignores a choice that the current agent does not offer.
  const chosen = subagents.find(({ name }) => name === choice);
  useShareChoiceWithAgent(chosen?.name);
  return (
    <div className={useClassName("SubagentPicker", "agk-subagent-picker")}>
      <label htmlFor={id}>{labels.label}</label>
      <select
        className="agk-subagent-select"
        id={id}
        value={chosen?.name ?? ""}
        title={chosen?.description}
        onChange={(event) => setChoice(event.target.value)}
      >
        <option value="">{labels.automatic}</option>
        {subagents.map(({ name, description }) => (
          <option key={name} value={name} title={description}>
            {humanize(name)}
          </option>
        ))}
      </select>
    </div>
  );
}
