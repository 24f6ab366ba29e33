import type { ReactNode } from "react";
import { useSnapshot } from "../../hooks/thread/useSnapshot.ts";
import { subagentName } from "../../selectors/subagentName.ts";
import { useClass } from "../settings/settings.tsx";
import type { SubagentProps } from "../settings/transcriptProps.ts";
import { LoadFailed } from "../status/LoadFailed.tsx";
import { RenderedItemsContext, useMarkRendered } from "../toolCall/renderedItems.ts";
import { Icon } from "../ui/Icon.tsx";
import { lazyPart, type Retry } from "../ui/lazyPart.tsx";
import { BuiltInSubagent } from "./SpawnedSubagents.tsx";

/** One that cannot be loaded becomes a sentence and a way on, not a broken page. */
const Card = lazyPart<SubagentProps>(
  () => import("./SubagentCard.tsx").then((file) => file.SubagentCard),
  { Loading, Failed: NotLoaded },
);

/**
 * Shows one sub-agent: a slim row with its name and what it does right now, which opens into what it
 * said, called and reported, with the sub-agents it spawned in turn. It opens by itself when it needs
 * the person, and remembers what the person did.
 *
 * `MessageList` shows each in the place it was spawned from; use this to show one from
 * `useSubagents` elsewhere. Its code is loaded when the first one is shown. Renders a `<details>`.
 *
 * @example All of them, in a panel
 * ```tsx
 * return useSubagents().map(({ id }) => <Subagent key={id} id={id} />);
 * ```
 * @throws AgentKitError `missing-provider` outside both providers.
 * @selector `.agk-subagent[data-status="running"]` Also `finished`, `failed`, `suspended` while it
 * waits for the person, `answered` while the answer waits for others, and `unfinished` when its run
 * ended before it did.
 * @see https://docs.ag-ui.com/concepts/events
 */
export function Subagent({ id }: SubagentProps): ReactNode {
  useMarkRendered("subagent", id);
  return (
    <BuiltInSubagent.Provider value={Subagent}>
      {/* What is inside is shown by this card, and not by what it stands in. */}
      <RenderedItemsContext.Provider value={undefined}>
        <Card id={id} />
      </RenderedItemsContext.Provider>
    </BuiltInSubagent.Provider>
  );
}

/** The row as it will be when it is closed. */
function Loading({ id }: SubagentProps): ReactNode {
  const name = useSnapshot((snapshot) => subagentName(snapshot, id));
  return (
    <div className={useClass("Subagent", "agk-subagent")} aria-busy="true">
      <div className="agk-summary">
        <Icon name="arc" />
        <span className="agk-subagent-name">{name}</span>
      </div>
    </div>
  );
}

function NotLoaded({ onRetry }: Retry): ReactNode {
  return (
    <div className={useClass("Subagent", "agk-subagent")}>
      <div className="agk-summary">
        <LoadFailed onRetry={onRetry} />
      </div>
    </div>
  );
}
