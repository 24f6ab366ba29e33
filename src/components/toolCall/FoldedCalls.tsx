import { type ReactNode, useCallback, useRef, useState } from "react";
import { useIsomorphicLayoutEffect } from "../../hooks/internal/useIsomorphicLayoutEffect.ts";
import { useOptionalAgentId, useOptionalThread } from "../../hooks/providers/useThread.ts";
import { useMatchingRenderer } from "../../hooks/renderers/useRenderers.ts";
import {
  findToolRenderer,
  type ToolRenderer,
  toolRenderersOf,
} from "../../hooks/tools/toolRenderers.ts";
import { haveSameItems } from "../../selectors/haveSameItems.ts";
import type { ToolCallView } from "../../selectors/toolCallView.ts";
import { useSettings } from "../settings/settings.tsx";
import { createUiMemory } from "../state/uiMemory.ts";
import { useStrings } from "../strings/useStrings.ts";
import type { ToolCallCounts } from "../strings/workStrings.ts";
import { hasFocus } from "../ui/activeElement.ts";
import { openState } from "../ui/Disclosure.tsx";
import { Icon, type IconName } from "../ui/Icon.tsx";

/** A group is in the first of these states in which one of its calls is. */
const icons = {
  waiting: "pause",
  running: "arc",
  failed: "alert",
  complete: "check",
  denied: "cross",
} as const satisfies Partial<Record<ToolCallView["status"], IconName>>;

type GroupStatus = keyof typeof icons;

/** What the person has opened, also when the card around it was closed meanwhile. */
const memory = createUiMemory<boolean>();

const NOTHING: readonly string[] = [];

/** @internal */
export interface FoldedCallsProps {
  readonly calls: readonly ToolCallView[];
  readonly from: number;
  /** Ids of the calls that are not shown. */
  readonly folded: readonly string[];
  readonly onFold: (ids: readonly string[]) => void;
  /** The cards below the row, where they wait for it. */
  readonly children?: ReactNode;
}

/** @internal The row into which calls are folded. Which ones these are, it tells the group that it is in. */
export function CollapsedToolCalls(props: FoldedCallsProps): ReactNode {
  const { calls, from, folded, onFold, children } = props;
  const row = useRef<HTMLDivElement>(null);
  const store = useOptionalThread()?.store;
  const rememberAs = calls[0]?.toolCall.id;
  const [isOpen, setOpen] = useState(() => memory.get(store, rememberAs) ?? false);
  const drawn = useDrawnNames(calls);
  const isReplaced = useSettings().components.ToolCall !== undefined;
  const own = isReplaced ? [] : calls.filter((call) => !drawn.includes(nameOf(call)));
  const calm = own.filter((call) => !needsPerson(call)).map(({ toolCall }) => toolCall.id);
  const isFolding = own.length >= from && calm.length > 0;
  const isExpanded = isOpen || folded.length === 0;
  useIsomorphicLayoutEffect(() => {
    const isAtWork = hasFocusBeside(row.current);
    // Nothing goes from under somebody's hands: neither as a third call comes, nor when one runs again.
    const isHeld = (id: string) =>
      !folded.includes(id) && (isAtWork || openState.get(store, `call ${id}`));
    const next = isFolding && !isOpen ? calm.filter((id) => !isHeld(id)) : NOTHING;
    if (!haveSameItems(next, folded)) onFold(next);
  });
  const toggle = () => {
    memory.set(store, rememberAs, !isExpanded);
    setOpen(!isExpanded);
    onFold(isExpanded ? calm : NOTHING);
  };
  return (
    <>
      {isFolding && (
        <div className="agk-tool-row" data-status={statusOf(own)} ref={row}>
          <Row calls={own} isExpanded={isExpanded} onToggle={toggle} />
        </div>
      )}
      {children}
    </>
  );
}

interface RowProps extends Pick<FoldedCallsProps, "calls"> {
  readonly isExpanded: boolean;
  readonly onToggle: () => void;
}

function Row({ calls, isExpanded, onToggle }: RowProps): ReactNode {
  const { toolCall, work } = useStrings();
  const status = statusOf(calls);
  const counts = countCalls(calls);
  const isMixed = !Object.values(counts).includes(calls.length);
  return (
    <button type="button" className="agk-summary" aria-expanded={isExpanded} onClick={onToggle}>
      <Icon name={icons[status]} />
      <span className="agk-duration" dir="auto">
        {work.toolCalls(calls.length)}
      </span>{" "}
      <span className="agk-tool-name">{work.toolNames([...new Set(calls.map(nameOf))])}</span>{" "}
      <span className="agk-status" dir="auto">
        {isMixed ? work.toolCallCounts(counts) : toolCall[status]}
      </span>
      <Icon name="chevron" />
    </button>
  );
}

/** Whether the focus is in one of the cards that stand beside the row. */
function hasFocusBeside(row: HTMLElement | null): boolean {
  return hasFocus(row?.parentElement) && !hasFocus(row);
}

/** The names of those tools that the application draws, whatever becomes of their calls. */
function useDrawnNames(calls: readonly ToolCallView[]): readonly string[] {
  const agentId = useOptionalAgentId();
  // As a text, which stays the same while the calls go on. A name has no line breaks.
  const names = calls.map(nameOf).join("\n");
  const find = useCallback(
    (lists: readonly (readonly ToolRenderer[])[]) =>
      names
        .split("\n")
        .filter((name) => findToolRenderer(lists, name, agentId))
        .join("\n"),
    [names, agentId],
  );
  return useMatchingRenderer(toolRenderersOf, find)?.split("\n") ?? NOTHING;
}

function nameOf({ toolCall }: ToolCallView): string {
  return toolCall.function.name;
}

function needsPerson({ status, info, interrupts, subagents }: ToolCallView): boolean {
  return (
    status === "waiting" ||
    status === "failed" ||
    info.inputRequestedAt !== undefined ||
    interrupts.length > 0 ||
    subagents !== undefined
  );
}

/** How it is in the row: whether it is prepared or runs makes no difference there. */
function phaseOf({ status }: ToolCallView): GroupStatus {
  return status === "streaming" || status === "pending" ? "running" : status;
}

function statusOf(calls: readonly ToolCallView[]): GroupStatus {
  const phases = calls.map(phaseOf);
  // Every key of it is one.
  const known = Object.keys(icons) as GroupStatus[];
  return known.find((phase) => phases.includes(phase)) ?? "complete";
}

function countCalls(calls: readonly ToolCallView[]): ToolCallCounts {
  const count = (phase: GroupStatus) => calls.filter((call) => phaseOf(call) === phase).length;
  return {
    running: count("running"),
    waiting: count("waiting"),
    done: count("complete"),
    failed: count("failed"),
    denied: count("denied"),
  };
}
