import { type ReactNode, useEffect, useState } from "react";
import { useThread } from "../../hooks/providers/useThread.ts";
import { useClassName } from "../settings/settings.tsx";
import type { SubagentProps } from "../settings/transcriptPartProps.ts";
import { createUiMemory } from "../state/perThreadState.ts";
import { describeServerMessage } from "../status/describeError.ts";
import type { Strings } from "../strings/strings.ts";
import { useStrings } from "../strings/useStrings.ts";
import { RenderedItemsContext, useMarkRendered } from "../toolCall/renderedItems.ts";
import { Disclosure } from "../ui/Disclosure.tsx";
import { ErrorBoundary } from "../ui/ErrorBoundary.tsx";
import { Icon } from "../ui/Icon.tsx";
import type { IconName } from "../ui/iconPaths.ts";
import { BuiltInSubagentContext } from "./SpawnedSubagents.tsx";
import { SubagentDetails } from "./SubagentDetails.tsx";
import { type SubagentSummary, useSubagentSummary } from "./useSubagentSummary.ts";

/**
 * Renders one sub-agent: a row with its name and current activity that expands to its messages, tool
 * calls, result and nested sub-agents. Expands by itself when the sub-agent needs the user's input, and
 * otherwise stays as the user left it.
 *
 * `MessageList` renders each sub-agent where it was spawned; use this to render one from `useSubagents`
 * elsewhere. Renders a `<details>`.
 *
 * @example List all sub-agents in a panel
 * ```tsx
 * return useSubagents().map(({ id }) => <Subagent key={id} id={id} />);
 * ```
 * @throws AgentKitError `missing-provider` outside both providers.
 * @selector `.agk-subagent[data-status="running"]` Also `finished`, `failed`, `suspended` while it needs the user's
 * input, and `answered` while its answer waits for others. `unfinished` when the run ended first.
 * @see https://docs.ag-ui.com/concepts/events
 */
export function Subagent({ id }: SubagentProps): ReactNode {
  useMarkRendered("subagent", id);
  const { agentId, threadId } = useThread();
  return (
    <BuiltInSubagentContext.Provider value={Subagent}>
      {/* The card renders everything inside it, so a custom card around it renders none of it again. */}
      <RenderedItemsContext.Provider value={undefined}>
        {/* The key separates the state of sub-agents that replace each other. */}
        <SubagentCard key={`${agentId} ${threadId} ${id}`} id={id} />
      </RenderedItemsContext.Provider>
    </BuiltInSubagentContext.Provider>
  );
}

const icons: Readonly<Record<SubagentSummary["status"], IconName>> = {
  running: "running",
  finished: "done",
  suspended: "waiting",
  failed: "alert",
  unfinished: "unfinished",
  answered: "waiting",
};

function SubagentCard({ id }: SubagentProps): ReactNode {
  const className = useClassName("Subagent", "agk-subagent");
  const strings = useStrings();
  const summary = useSubagentSummary(id);
  const [isOpen, setOpen] = useOpenCard(id, summary?.pendingIds ?? "");
  if (!summary) return null;
  const { status, error } = summary;
  return (
    <Disclosure
      className={className}
      status={status}
      unit={`subagent ${id}`}
      isOpen={isOpen}
      onToggle={setOpen}
      summary={
        <>
          <Icon name={icons[status]} />
          <span className="agk-subagent-name" dir="auto">
            {summary.name}
          </span>
          <span className="agk-subagent-about" dir="auto">
            {error ? describeServerMessage(error.message, strings) : summary.description}
          </span>
          <ErrorBoundary fallback={null} resetKeys={[status]}>
            <Status {...summary} />
          </ErrorBoundary>
        </>
      }
    >
      {() => <SubagentDetails id={id} summary={summary} />}
    </Disclosure>
  );
}

/** Renders the current activity while the sub-agent runs, and its status and duration afterwards. */
function Status({ status, activity, startedAt, endedAt }: SubagentSummary): ReactNode {
  const strings = useStrings();
  const tenths = Math.round(((endedAt ?? 0) - (startedAt ?? Number.POSITIVE_INFINITY)) / 100);
  const hasEnded = status === "finished" || status === "failed";
  return (
    <>
      <span className="agk-subagent-status">
        {/* `dir` on the span would align it to the end of its own direction. */}
        <bdi>{(status === "running" && activity) || statusLabel(status, strings)}</bdi>
      </span>
      {hasEnded && tenths > 0 && (
        <span className="agk-duration" dir="auto">
          {strings.seconds(tenths / 10)}
        </span>
      )}
    </>
  );
}

function statusLabel(
  status: SubagentSummary["status"],
  { subagent, toolCall, answers }: Strings,
): string {
  if (status === "unfinished") return toolCall.unfinished;
  return status === "answered" ? answers.waiting : subagent[status];
}

interface OpenState {
  readonly isOpen: boolean;
  /** Pending ids that the card has already opened for. */
  readonly pendingIds: string;
}

/** Survives unmounts, for a card inside another that the user collapses. */
const memory = createUiMemory<OpenState>();

/**
 * Returns whether a card is open. The card opens when a question of the sub-agent becomes pending. It stays open
 * after the answer, so that nothing closes while the user reads.
 */
function useOpenCard(id: string, pendingIds: string): [boolean, (isOpen: boolean) => void] {
  const { store } = useThread();
  const [state, setState] = useState<OpenState>(
    () => memory.get(store, id) ?? { isOpen: false, pendingIds: "" },
  );
  if (pendingIds !== state.pendingIds) {
    const seen = ["", ...state.pendingIds.split("\n")];
    const hasNew = pendingIds.split("\n").some((pendingId) => !seen.includes(pendingId));
    setState({ isOpen: state.isOpen || hasNew, pendingIds });
  }
  useEffect(() => memory.set(store, id, state), [store, id, state]);
  return [state.isOpen, (isOpen) => setState((latest) => ({ ...latest, isOpen }))];
}
