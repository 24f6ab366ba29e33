import { type ComponentType, createContext, type ReactNode, useContext } from "react";
import { ReplacedSubagent } from "./ReplacedSubagent.tsx";
import { type SubagentProps, useSettings } from "./settings.tsx";

/**
 * @internal What draws a sub-agent unless the application does: its card holds messages, which hold
 * calls, which hold cards again, so that it cannot be imported where calls are drawn.
 */
export const BuiltInSubagent = createContext<ComponentType<SubagentProps> | undefined>(undefined);

/** @internal The sub-agents that were spawned from one place, in order. */
export function SpawnedBy({ ids }: { readonly ids: readonly string[] | undefined }): ReactNode {
  const Card = useContext(BuiltInSubagent);
  const Given = useSettings().components.Subagent;
  if (Given) return ids?.map((id) => <ReplacedSubagent key={id} id={id} Card={Given} />);
  return Card && ids?.map((id) => <Card key={id} id={id} />);
}
