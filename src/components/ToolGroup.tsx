import {
  Fragment,
  type ReactNode,
  type SyntheticEvent,
  useCallback,
  useRef,
  useState,
} from "react";
import type { ToolCallView } from "../hooks/toolCallViews.ts";
import { findToolRenderer, type ToolRenderer, toolRenderersOf } from "../hooks/toolRenderers.ts";
import { useNearestAgentId } from "../hooks/useNearestAgentId.ts";
import { useNearestThread } from "../hooks/useNearestThread.ts";
import { useFoundRenderer } from "../hooks/useRenderers.ts";
import { createMemory } from "./createMemory.ts";
import { Icon, type IconName } from "./Icon.tsx";
import type { ToolGroupProps } from "./parts.ts";
import { useClass, useSettings } from "./settings.tsx";
import type { ToolCallCounts } from "./strings/messageStrings.ts";

/** The state of a group is the first of these in which one of its calls is. */
const icons = {
  waiting: "pause",
  running: "arc",
  failed: "alert",
  complete: "check",
  denied: "cross",
} as const satisfies Partial<Record<ToolCallView["status"], IconName>>;

type GroupStatus = keyof typeof icons;

/** What the person has opened, also when the card around it was closed meanwhile. */
const memory = createMemory<boolean>();

const NOBODY: readonly string[] = [];

/**
 * Shows the tool calls of one message. From three on they are folded into one slim row that says what they
 * are and how far, and opens to show each; fewer stand as they are.
 *
 * What needs the person is never folded, and keeps its place among the others: a call that waits, failed, was
 * asked about or has sub-agents, one that the application draws itself (these are not counted either), and
 * one in which the person has the focus. Calls of messages that follow one another are not put
 * together. Renders a `<div>`, with a `<button>` for the row.
 *
 * @example From two on, or never
 * ```tsx
 * const Pairs = (props: ToolGroupProps) => <ToolGroup {...props} from={2} />;
 * <Chat components={{ ToolGroup: Pairs }} />
 * <Chat components={{ ToolGroup: ({ calls, renderCall }) => calls.map(renderCall) }} />
 * ```
 * @selector `.agk-tool-group`
 * @selector `.agk-tool-row[data-status="running"]` The row of those that are folded. Also `waiting`,
 * `failed`, `complete` and `denied`, by what is most urgent in it.
 * @see https://docs.ag-ui.com/concepts/tools
 */
export function ToolGroup({ calls, renderCall, from = 3 }: ToolGroupProps): ReactNode {
  const row = useRef<HTMLDivElement>(null);
  const store = useNearestThread()?.store;
  const rememberAs = calls[0]?.toolCall.id;
  const [isOpen, setOpen] = useState(() => memory.get(store, rememberAs) ?? false);
  const [held, setHeld] = useState(NOBODY);
  const drawn = useDrawnNames(calls);
  const own = calls.filter((call) => !drawn.includes(nameOf(call)));
  const isFolded = own.length >= from && !own.every(needsPerson);
  const isShown = (call: ToolCallView) =>
    !isFolded ||
    isOpen ||
    needsPerson(call) ||
    !own.includes(call) ||
    held.includes(call.toolCall.id);
  // Nothing goes from under somebody's hands: neither when a third call comes, nor when one runs again.
  const hold = ({ target }: SyntheticEvent) => {
    if (target instanceof Node && row.current?.contains(target)) return;
    setHeld(calls.filter(isShown).map(({ toolCall }) => toolCall.id));
  };
  const toggle = () => {
    memory.set(store, rememberAs, !isOpen);
    setOpen(!isOpen);
    setHeld(NOBODY);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears of the cards inside; a click need not focus
    <div className={useClass("ToolGroup", "agk-tool-group")} onFocus={hold} onPointerDown={hold}>
      {calls.map((call) => (
        <Fragment key={call.toolCall.id}>
          {isFolded && call === own[0] && (
            <div className="agk-tool-row" data-status={statusOf(own)} ref={row}>
              <Row calls={own} isOpen={isOpen} onToggle={toggle} />
            </div>
          )}
          {isShown(call) && renderCall(call)}
        </Fragment>
      ))}
    </div>
  );
}

interface RowProps extends Pick<ToolGroupProps, "calls"> {
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function Row({ calls, isOpen, onToggle }: RowProps): ReactNode {
  const { toolCall, toolGroup } = useSettings().strings;
  const status = statusOf(calls);
  const counts = countCalls(calls);
  const isMixed = !Object.values(counts).includes(calls.length);
  return (
    <button type="button" className="agk-summary" aria-expanded={isOpen} onClick={onToggle}>
      <Icon name={icons[status]} />
      <span className="agk-duration">{toolGroup.calls(calls.length)}</span>
      <span className="agk-tool-name">{[...new Set(calls.map(nameOf))].join(", ")}</span>
      <span className="agk-status">{isMixed ? toolGroup.progress(counts) : toolCall[status]}</span>
      <Icon name="chevron" />
    </button>
  );
}

/** The names of those tools that the application draws, whatever becomes of their calls. */
function useDrawnNames(calls: readonly ToolCallView[]): readonly string[] {
  const agentId = useNearestAgentId();
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
  return useFoundRenderer(toolRenderersOf, find)?.split("\n") ?? NOBODY;
}

function nameOf({ toolCall }: ToolCallView): string {
  return toolCall.function.name;
}

function needsPerson({ status, info, interrupts, subagents }: ToolCallView): boolean {
  return (
    status === "waiting" ||
    status === "failed" ||
    info.askedAt !== undefined ||
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
