import { type ReactNode, type RefObject, useCallback, useContext, useRef, useState } from "react";
import { useIsomorphicLayoutEffect } from "../../hooks/internal/useIsomorphicLayoutEffect.ts";
import { useOptionalAgentId, useOptionalThread } from "../../hooks/providers/useThread.ts";
import { useMatchingRenderer } from "../../hooks/renderers/useRenderers.ts";
import {
  findToolRenderer,
  type ToolRenderer,
  toolRenderersOf,
} from "../../hooks/tools/toolRenderers.ts";
import { useToolLabels } from "../../hooks/tools/useToolLabel.ts";
import { haveSameItems } from "../../selectors/compareItems.ts";
import { needsUser, type ToolCallView } from "../../selectors/toolCallView.ts";
import {
  ApprovalHeadingContext,
  useApprovalGroup,
} from "../interrupt/approveAll/useApprovalGroup.tsx";
import { useClassName, useSettings } from "../settings/settings.tsx";
import type { ToolGroupProps } from "../settings/transcriptPartProps.ts";
import { createUiMemory } from "../state/perThreadState.ts";
import { useStrings } from "../strings/useStrings.ts";
import { openState, useHeightAnimation } from "../ui/Disclosure.tsx";
import { hasFocus } from "../ui/focus.ts";
import { Icon } from "../ui/Icon.tsx";
import type { IconName } from "../ui/iconPaths.ts";
import { useShownItems } from "../ui/useShownItems.tsx";
import { type CardStatus, cardStatusOf } from "./ToolCallCard.tsx";
import { renderToolCall } from "./ToolCallSlot.tsx";
import { HiddenCallsContext, useHiddenCalls } from "./waitingCallWindow.tsx";

/**
 * Shows the tool calls of one message. Three or more calls are collapsed into one row with their labels and their
 * status, which expands to show each card.
 *
 * Calls that concern the user are never collapsed and keep their order. Such a call waits, has failed, was interrupted,
 * has a result that reads like an error, or has interrupts or sub-agents. Calls with a custom card (by a renderer or
 * `components.ToolCallCard`) are not collapsed either, and do not count towards the three. A card that the user has
 * opened stays, and no visible card is collapsed while the focus is in one of them. Calls of consecutive messages are
 * not grouped. When many calls wait, it renders the first ones, and more on demand. Renders a `<div>`, with a `<button>`
 * for the row.
 *
 * A chat passes `renderCall`. Without it, below a provider, cards are rendered as in a chat; sub-agents then only with
 * `components.Subagent`, or within a `MessageList`.
 *
 * @example Collapse from two calls on, or never
 * ```tsx
 * const Pairs = (props: ToolGroupProps) => <ToolGroup {...props} from={2} />;
 * <Chat components={{ ToolGroup: Pairs }} />
 * <Chat components={{ ToolGroup: ({ calls, renderCall }) => calls.map(renderCall) }} />
 * ```
 * @example Show only the tool calls of a reply
 * ```tsx
 * const Work = ({ calls = [] }: AssistantMessageItemProps) => <ToolGroup calls={calls} />;
 * ```
 * @throws AgentKitError `missing-provider` outside `AgentProvider` and `ThreadProvider`, unless `renderCall` is given.
 * @selector `.agk-tool-group`
 * @selector `.agk-tool-group[data-approvals]` Its open cards are approvals of one tool, in one frame with one heading;
 * `one-question` when the heading has the question of all of them.
 * @selector `.agk-tool-row[data-status="running"]` The row of collapsed calls. Also `waiting`,
 * `failed`, `unfinished`, `warning`, `complete` and `denied`, by the most urgent call in it.
 * @see https://docs.ag-ui.com/concepts/tools
 */
export function ToolGroup(
  props: Pick<ToolGroupProps, "calls"> & Partial<ToolGroupProps>,
): ReactNode {
  const { calls, renderCall = renderToolCall, from = 3 } = props;
  const group = useRef<HTMLDivElement>(null);
  const row = useRef<HTMLDivElement>(null);
  const { countedCalls, isCollapsible, isExpanded, collapsedIds, isOpenedByUser, toggle } =
    useCollapsedCalls(calls, from, group, row);
  const counts = countStatuses(countedCalls);
  const collapsed = new Set(collapsedIds);
  const hiddenInRows = useContext(HiddenCallsContext);
  const { hiddenIds, moreNote } = useHiddenCalls(hiddenInRows ? NO_CALLS : calls);
  const hidden = hiddenInRows ?? hiddenIds;
  const visible = calls.filter(({ toolCall: { id } }) => !collapsed.has(id) && !hidden.has(id));
  const mustStay = (call: ToolCallView) => needsUser(call) || isOpenedByUser(call.toolCall.id);
  const others = visible.filter((call) => !mustStay(call));
  const { shown, moreButton } = useShownItems(others, MAX_CARDS, "end");
  const rendered = new Set([...visible.filter(mustStay), ...shown]);
  // A card of the application stays beside the question about its call.
  const approvals = useApprovalGroup(countedCalls.length === calls.length ? calls : NO_CALLS);
  const renderWithHeading = (call: ToolCallView) =>
    call === approvals?.first ? [approvals.heading, renderCall(call)] : [renderCall(call)];
  return (
    <div
      className={useClassName("ToolGroup", "agk-tool-group")}
      ref={group}
      data-approvals={approvals && (approvals.hasSharedQuestion ? "one-question" : "")}
    >
      {isCollapsible && (
        <div className="agk-tool-row" data-status={mostUrgentOf(counts)} ref={row}>
          <GroupRow
            calls={countedCalls}
            counts={counts}
            isExpanded={isExpanded}
            onToggle={toggle}
          />
        </div>
      )}
      {moreButton}
      {/* Always at this index, so that the other cards keep their state when a third call arrives. */}
      <ApprovalHeadingContext.Provider value={approvals?.context ?? null}>
        {calls.flatMap((call) => (rendered.has(call) ? renderWithHeading(call) : []))}
      </ApprovalHeadingContext.Provider>
      {moreNote}
    </div>
  );
}

/** Icons by the status of a group, most urgent first: a group has the first status that one of its calls has. */
const icons = {
  waiting: "waiting",
  running: "running",
  failed: "alert",
  unfinished: "unfinished",
  warning: "alert",
  complete: "done",
  denied: "denied",
} as const satisfies Partial<Record<CardStatus, IconName>>;

type GroupStatus = keyof typeof icons;

/** Number of cards that a group renders at first: the last. */
const MAX_CARDS = 50;
/** Most labels of tools in the row, and their longest part, in characters. */
const MAX_LABELS = 20;
const MAX_LABEL = 60;

/** Expanded groups by the id of their first call, also when the card around the group was closed meanwhile. */
const expandedState = createUiMemory<boolean>();

const NONE: readonly string[] = [];
const NO_CALLS: readonly ToolCallView[] = [];

function useCollapsedCalls(
  calls: readonly ToolCallView[],
  from: number,
  group: RefObject<HTMLElement | null>,
  row: RefObject<HTMLElement | null>,
) {
  const store = useOptionalThread()?.store;
  const persistKey = calls[0]?.toolCall.id;
  const [isOpen, setIsOpen] = useState(() => expandedState.get(store, persistKey) ?? false);
  const customIds = useCustomCallIds(calls);
  const hasCustomCard = useSettings().components.ToolCallCard !== undefined;
  const countedCalls = hasCustomCard
    ? []
    : calls.filter((call) => !customIds.includes(call.toolCall.id));
  const collapsibleIds = countedCalls
    .filter((call) => !concernsUser(call))
    .map(({ toolCall }) => toolCall.id);
  const isCollapsible = countedCalls.length >= from && collapsibleIds.length > 0;
  const isOpenedByUser = (id: string) => openState.get(store, `call ${id}`) === true;

  const [collapsedIds, setCollapsedIds] = useState(() =>
    isCollapsible && !isOpen ? collapsibleIds.filter((id) => !isOpenedByUser(id)) : NONE,
  );
  const isExpanded = isOpen || collapsedIds.length === 0;
  useIsomorphicLayoutEffect(() => {
    const isFocusInCards = hasFocus(group.current) && !hasFocus(row.current);
    // A visible card that the user works with must not disappear when another call arrives or its call resumes.
    const collapsed = new Set(collapsedIds);
    const mustStay = (id: string) => !collapsed.has(id) && (isFocusInCards || isOpenedByUser(id));
    const next = isCollapsible && !isOpen ? collapsibleIds.filter((id) => !mustStay(id)) : NONE;
    if (!haveSameItems(next, collapsedIds)) setCollapsedIds(next);
  });
  const animateHeight = useHeightAnimation(group, ".agk-tool-group");
  const toggle = () => {
    animateHeight();
    expandedState.set(store, persistKey, !isExpanded);
    setIsOpen(!isExpanded);
    setCollapsedIds(isExpanded ? collapsibleIds : NONE);
  };
  return { countedCalls, isCollapsible, isExpanded, collapsedIds, isOpenedByUser, toggle };
}

interface RowProps {
  readonly calls: readonly ToolCallView[];
  readonly counts: StatusCounts;
  readonly isExpanded: boolean;
  readonly onToggle: () => void;
}

function GroupRow({ calls, counts, isExpanded, onToggle }: RowProps): ReactNode {
  const { toolCall, work } = useStrings();
  const status = mostUrgentOf(counts);
  const { complete: done, ...otherCounts } = counts;
  const labels = useToolLabels([...new Set(calls.map(nameOf))]);
  const isJustDone = counts.complete === calls.length;
  const isMixed = !Object.values(counts).includes(calls.length);
  return (
    <button type="button" className="agk-summary" aria-expanded={isExpanded} onClick={onToggle}>
      <Icon name={icons[status]} />
      <span className="agk-duration" dir="auto">
        {work.toolCalls(calls.length)}
      </span>{" "}
      <span className="agk-tool-label">{work.toolLabels(shortListOf(labels))}</span>{" "}
      <span className={isJustDone ? "agk-sr-only" : "agk-status"} dir="auto">
        {isMixed ? work.toolCallCounts({ ...otherCounts, done }) : toolCall[status]}
      </span>
      <Icon name="chevron" />
    </button>
  );
}

/** Returns the ids of the calls that the application has a renderer for. */
function useCustomCallIds(calls: readonly ToolCallView[]): readonly string[] {
  const agentId = useOptionalAgentId();
  const find = useCallback(
    (lists: readonly (readonly ToolRenderer[])[]) =>
      // Joined into a string, because equal strings are identical. No id has a line break in practice.
      calls
        .filter((call) => findToolRenderer(lists, call, agentId))
        .map(({ toolCall }) => toolCall.id)
        .join("\n"),
    [calls, agentId],
  );
  return useMatchingRenderer(toolRenderersOf, find)?.split("\n") ?? NONE;
}

function nameOf({ toolCall }: ToolCallView): string {
  return toolCall.function.name;
}

/** Returns the first labels of a list, without the ends of very long ones. */
function shortListOf(labels: readonly string[]): readonly string[] {
  const short = labels
    .slice(0, MAX_LABELS)
    .map((label) => (label.length > MAX_LABEL ? `${label.slice(0, MAX_LABEL)}…` : label));
  return labels.length > MAX_LABELS ? [...short, "…"] : short;
}

/** Returns true for a call that is never collapsed, apart from calls with a custom card. */
function concernsUser(call: ToolCallView): boolean {
  const { status, info, interrupts, subagents } = call;
  return (
    status === "waiting" ||
    status === "failed" ||
    cardStatusOf(call) === "warning" ||
    info.inputRequestedAt !== undefined ||
    interrupts.length > 0 ||
    subagents !== undefined
  );
}

/**
 * Maps the status of a card to that of a group, which does not distinguish streaming, pending, answered and running.
 */
function groupStatusOf(call: ToolCallView): GroupStatus {
  const status = cardStatusOf(call);
  return status === "streaming" || status === "pending" || status === "answered"
    ? "running"
    : status;
}

type StatusCounts = Readonly<Record<GroupStatus, number>>;

/** Counts the calls of each status, in one pass: a row renders with each call that arrives. */
function countStatuses(calls: readonly ToolCallView[]): StatusCounts {
  const counts = {
    waiting: 0,
    running: 0,
    failed: 0,
    unfinished: 0,
    warning: 0,
    complete: 0,
    denied: 0,
  };
  for (const call of calls) counts[groupStatusOf(call)] += 1;
  return counts;
}

function mostUrgentOf(counts: StatusCounts): GroupStatus {
  // `Object.keys` is typed as `string[]`.
  const byUrgency = Object.keys(icons) as GroupStatus[];
  return byUrgency.find((status) => counts[status] > 0) ?? "complete";
}
