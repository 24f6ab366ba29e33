import { type ComponentType, createContext, type ReactNode, useContext } from "react";
import { useSettings } from "../settings/settings.tsx";
import type { SubagentProps } from "../settings/transcriptPartProps.ts";
import { withBuiltInFallback } from "../settings/withBuiltInFallback.tsx";
import { type CallComponent, CustomSubagent } from "./CustomSubagent.tsx";

/**
 * @internal The kit's own `Subagent`. A context breaks an import cycle: a sub-agent renders messages,
 * which render tool calls, which render sub-agents.
 */
export const BuiltInSubagent = createContext<ComponentType<SubagentProps> | undefined>(undefined);

function BuiltInCard({ id }: SubagentProps): ReactNode {
  const Card = useContext(BuiltInSubagent);
  return Card && <Card id={id} />;
}

interface SpawnedSubagentsProps {
  readonly ids: readonly string[] | undefined;
  /** Component for tool calls. A prop, because its module imports this one. */
  readonly Call: CallComponent;
}

/** @internal Renders the sub-agents that one message or tool call spawned, in order. */
export function SpawnedSubagents({ ids, Call }: SpawnedSubagentsProps): ReactNode {
  const { Subagent } = useSettings().components;
  if (!Subagent) return ids?.map((id) => <BuiltInCard key={id} id={id} />);
  const Card = withBuiltInFallback(Subagent, BuiltInCard);
  return ids?.map((id) => <CustomSubagent key={id} id={id} Card={Card} Call={Call} />);
}
