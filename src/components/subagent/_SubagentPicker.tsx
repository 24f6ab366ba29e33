import type { ReactNode } from "react";
import { useCapabilities } from "../../hooks/thread/useCapabilities.ts";
import { lazyPart } from "../ui/lazyPart.tsx";

/** One that cannot be loaded is missing, and the agent chooses as it would. */
const Select = lazyPart(() => import("./SubagentPicker.tsx").then((file) => file.SubagentSelect));

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
  const subagents = useCapabilities()?.multiAgent?.subagents ?? [];
  return subagents.length > 0 && <Select subagents={subagents} />;
}
