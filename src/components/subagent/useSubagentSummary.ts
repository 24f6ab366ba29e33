import { useSubagentsSelector } from "../../hooks/subagents/useSubagents.ts";
import { useSnapshot } from "../../hooks/thread/useSnapshot.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { haveSameItems } from "../../selectors/compareItems.ts";
import { humanize } from "../../selectors/humanize.ts";
import { type InterruptRecord, interruptsForUser } from "../../selectors/interruptPlacement.ts";
import { findSubagent, type SubagentNode } from "../../selectors/subagentTree.ts";

/** @internal Data of a sub-agent's card, without anything that changes with every token. */
export interface SubagentSummary
  extends Pick<
    SubagentNode,
    "name" | "description" | "error" | "result" | "startedAt" | "endedAt" | "steps"
  > {
  /** `unfinished`: the run ended first. `answered`: the answers wait for other interrupts. */
  readonly status: SubagentNode["status"] | "unfinished" | "answered";
  /** Name of the running step, nested sub-agent or tool. */
  readonly activity: string | undefined;
  /** Ids of interrupts and tool calls that need the user, one per line; empty when there are none. */
  readonly pendingIds: string;
}

/** @internal Returns the summary of a sub-agent; undefined when the thread has no such sub-agent. */
export function useSubagentSummary(id: string): SubagentSummary | undefined {
  const select = useSubagentsSelector();
  return useSnapshot((snapshot): SubagentSummary | undefined => {
    const node = findSubagent(select(snapshot), id);
    return node && summarize(node, snapshot);
  }, isSameSummary);
}

function summarize(node: SubagentNode, snapshot: Snapshot): SubagentSummary {
  const { name, description, error, result, startedAt, endedAt, steps } = node;
  const pendingIds = pendingIdsIn(node, new Set(interruptsForUser(snapshot))).join("\n");
  return {
    name,
    status: statusOf(node, pendingIds !== ""),
    steps,
    activity: activityOf(node),
    // A result that repeats the last message is shown once.
    result: result === node.messages.at(-1)?.content ? undefined : (result ?? undefined),
    ...(description !== undefined && { description }),
    ...(error !== undefined && { error }),
    ...(startedAt !== undefined && { startedAt }),
    ...(endedAt !== undefined && { endedAt }),
    pendingIds,
  };
}

function statusOf(node: SubagentNode, isPending: boolean): SubagentSummary["status"] {
  const { status, startedAt, endedAt, interrupts } = node;
  if (isPending) return "suspended";
  if (status === "suspended" && interrupts.length > 0) return "answered";
  const isCutOff = status === "finished" && startedAt !== undefined && endedAt === undefined;
  return isCutOff ? "unfinished" : status;
}

function activityOf({ steps, children, toolCalls }: SubagentNode): string | undefined {
  const step = [...children, ...steps].findLast(({ status }) => status === "running");
  const call = toolCalls.findLast(({ status }) => status === "running" || status === "streaming");
  return step?.name ?? (call && humanize(call.toolCall.function.name));
}

function pendingIdsIn(
  { interrupts, toolCalls, children }: SubagentNode,
  open: ReadonlySet<InterruptRecord>,
): readonly string[] {
  const calls = toolCalls.filter(({ info }) => info.status === "waiting");
  return [
    ...interrupts.filter((record) => open.has(record)).map(({ id }) => id),
    ...calls.map(({ toolCall }) => toolCall.id),
    ...children.flatMap((child) => pendingIdsIn(child, open)),
  ];
}

function isSameSummary(a: SubagentSummary | undefined, b: SubagentSummary | undefined): boolean {
  return a && b ? haveSameItems(Object.values(a), Object.values(b)) : a === b;
}
