import { type ComponentType, createContext, type ReactNode, useContext } from "react";
import { useSnapshot, useSnapshotWhile } from "../../hooks/thread/useSnapshot.ts";
import { haveSameItems } from "../../selectors/compareItems.ts";
import { subagentsWaitingForUser } from "../../selectors/interruptPlacement.ts";
import { useSettings } from "../settings/settings.tsx";
import type { SubagentProps } from "../settings/transcriptPartProps.ts";
import { withBuiltInFallback } from "../settings/withBuiltInFallback.tsx";
import { useStrings } from "../strings/useStrings.ts";
import { PartBoundary } from "../ui/PartBoundary.tsx";
import { useShownItems } from "../ui/useShownItems.tsx";
import { useShownQuestions } from "../ui/useShownQuestions.tsx";
import { type CallComponent, CustomSubagent } from "./CustomSubagent.tsx";

/**
 * @internal The kit's own `Subagent`. A context breaks an import cycle: a sub-agent renders messages,
 * which render tool calls, which render sub-agents.
 */
export const BuiltInSubagentContext = createContext<ComponentType<SubagentProps> | undefined>(
  undefined,
);

function BuiltInCard({ id }: SubagentProps): ReactNode {
  const Card = useContext(BuiltInSubagentContext);
  return Card && <Card id={id} />;
}

interface SubagentBoundaryProps extends SubagentProps {
  readonly children: ReactNode;
}

/** Renders a card again after it has thrown when the record of its sub-agent changes: not with each token. */
function SubagentBoundary({ id, children }: SubagentBoundaryProps): ReactNode {
  const record = useSnapshot(({ subagents }) => subagents[id]);
  return <PartBoundary resetKeys={[record]}>{children}</PartBoundary>;
}

interface SpawnedSubagentsProps {
  readonly ids: readonly string[] | undefined;
  /** Component for tool calls. A prop, because its module imports this one. */
  readonly Call: CallComponent;
}

/** Number of sub-agents, counted from the last one, that are rendered before the user asks for more. */
const MAX_SUBAGENTS = 50;

const NONE: readonly string[] = [];

/**
 * @internal Renders the sub-agents that one message or tool call spawned, in order: the last of many, and the first in
 * which the user is asked.
 */
export function SpawnedSubagents({ ids = NONE, Call }: SpawnedSubagentsProps): ReactNode {
  const { Subagent } = useSettings().components;
  const { interrupt } = useStrings();
  const { shown, moreButton } = useShownItems(ids, MAX_SUBAGENTS, "end");
  const hasMore = moreButton !== null;
  const waitingIds = useSnapshotWhile(
    hasMore,
    (snapshot) => {
      if (!hasMore) return NONE;
      const waiting = subagentsWaitingForUser(snapshot);
      return ids.slice(0, -shown.length).filter((id) => waiting.has(id));
    },
    haveSameItems,
  );
  const { shown: shownWaiting, moreNote } = useShownQuestions(waitingIds, interrupt.moreQuestions);
  const Card = Subagent && withBuiltInFallback(Subagent, BuiltInCard);
  const renderCard = (id: string) => (
    <SubagentBoundary key={id} id={id}>
      {Card ? <CustomSubagent id={id} Card={Card} Call={Call} /> : <BuiltInCard id={id} />}
    </SubagentBoundary>
  );
  return (
    <>
      {moreButton}
      {shownWaiting.map(renderCard)}
      {moreNote}
      {shown.map(renderCard)}
    </>
  );
}
