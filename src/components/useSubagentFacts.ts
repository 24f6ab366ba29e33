import { openQuestions } from "../hooks/interruptRecords.ts";
import type { Snapshot } from "../hooks/snapshotTypes.ts";
import { findSubagent, type SubagentNode } from "../hooks/subagents.ts";
import { haveSameItems, useSnapshot } from "../hooks/useSnapshot.ts";
import { useSelector } from "../hooks/useSubagents.ts";

/** @internal What the row of a sub-agent shows, besides what grows with every token. */
export interface SubagentFacts
  extends Pick<
    SubagentNode,
    "name" | "description" | "error" | "result" | "startedAt" | "endedAt" | "steps"
  > {
  /** `unfinished`: its run ended before it did. `answered`: its answers wait for others. */
  readonly status: SubagentNode["status"] | "unfinished" | "answered";
  /** What it does right now: its step, who works for it, or the tool that runs. */
  readonly current: string | undefined;
  /** Whether something in its card waits for a person. */
  readonly needsPerson: boolean;
}

/** @internal Renders again when the row of a sub-agent changes, and not while it writes. */
export function useSubagentFacts(id: string): SubagentFacts | undefined {
  const select = useSelector();
  return useSnapshot((snapshot): SubagentFacts | undefined => {
    const node = findSubagent(select(snapshot), id);
    return node && toFacts(node, snapshot);
  }, isSame);
}

function toFacts(node: SubagentNode, snapshot: Snapshot): SubagentFacts {
  const { name, description, error, result, startedAt, endedAt, steps } = node;
  const isAwaited = needsPerson(node, openQuestions(snapshot));
  return {
    ...{ name, status: statusOf(node, isAwaited), steps, current: currentOf(node) },
    // What it said last says it better.
    result: result === node.messages.at(-1)?.content ? undefined : (result ?? undefined),
    ...(description !== undefined && { description }),
    ...(error !== undefined && { error }),
    ...(startedAt !== undefined && { startedAt }),
    ...(endedAt !== undefined && { endedAt }),
    needsPerson: isAwaited,
  };
}

function statusOf(node: SubagentNode, isAwaited: boolean): SubagentFacts["status"] {
  const { status, startedAt, endedAt, interrupts } = node;
  if (isAwaited) return "suspended";
  if (status === "suspended" && interrupts.length > 0) return "answered";
  const isCutOff = status === "finished" && startedAt !== undefined && endedAt === undefined;
  return isCutOff ? "unfinished" : status;
}

function currentOf({ steps, children, toolCalls }: SubagentNode): string | undefined {
  const step = [...children, ...steps].findLast(({ status }) => status === "running");
  const call = toolCalls.findLast(({ status }) => status === "running" || status === "streaming");
  return step?.name ?? call?.toolCall.function.name;
}

function needsPerson(
  { interrupts, toolCalls, children }: SubagentNode,
  open: ReturnType<typeof openQuestions>,
): boolean {
  return (
    interrupts.some((record) => open.includes(record)) ||
    toolCalls.some(({ info }) => info.status === "waiting") ||
    children.some((child) => needsPerson(child, open))
  );
}

function isSame(a: SubagentFacts | undefined, b: SubagentFacts | undefined): boolean {
  return a && b ? haveSameItems(Object.values(a), Object.values(b)) : a === b;
}
