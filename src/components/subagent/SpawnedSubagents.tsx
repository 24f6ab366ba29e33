import { type ComponentType, createContext, type ReactNode, useContext } from "react";
import { useSettings } from "../settings/settings.tsx";
import type { SubagentProps } from "../settings/transcriptProps.ts";
import { withFallback } from "../settings/withFallback.tsx";
import { lazyPart } from "../ui/lazyPart.tsx";
import type { CallComponent, ReplacedSubagentProps } from "./CustomSubagent.tsx";

/**
 * @internal What draws a sub-agent unless the application does: its card holds messages, which hold
 * calls, which hold cards again, so that it cannot be imported where calls are drawn.
 */
export const BuiltInSubagent = createContext<ComponentType<SubagentProps> | undefined>(undefined);

/** Few applications draw sub-agents themselves. Where it cannot be loaded, the kit draws them. */
const ReplacedSubagent = lazyPart<ReplacedSubagentProps>(
  () => import("./CustomSubagent.tsx").then((file) => file.CustomSubagent),
  { Failed: InPlaceOfIt },
);

function InPlaceOfIt({ id }: SubagentProps): ReactNode {
  const Card = useContext(BuiltInSubagent);
  return Card && <Card id={id} />;
}

interface SpawnedByProps {
  readonly ids: readonly string[] | undefined;
  /** What draws a call; it shows sub-agents in turn, so that it cannot be imported here either. */
  readonly Call: CallComponent;
}

/** @internal The sub-agents that were spawned from one place, in order. */
export function SpawnedSubagents({ ids, Call }: SpawnedByProps): ReactNode {
  const Card = useContext(BuiltInSubagent);
  const Given = useSettings().components.Subagent;
  if (Given) {
    const Own = withFallback(Given, InPlaceOfIt);
    return ids?.map((id) => <ReplacedSubagent key={id} id={id} Card={Own} Call={Call} />);
  }
  return Card && ids?.map((id) => <Card key={id} id={id} />);
}
