import { useSubagentsSelector } from "../../hooks/subagents/useSubagents.ts";
import { useSnapshot } from "../../hooks/thread/useSnapshot.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { haveSameItems } from "../../selectors/haveSameItems.ts";
import { humanize } from "../../selectors/humanize.ts";
import { openQuestions } from "../../selectors/interruptPlacement.ts";
import { findSubagent, type SubagentNode } from "../../selectors/subagentTree.ts";

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
  /** Ids of what waits for a person in its card, a line each; empty when nothing does. */
  readonly awaited: string;
}

/** @internal Renders again when the row of a sub-agent changes, and not while it writes. */
export function useSubagentFacts(id: string): SubagentFacts | undefined {
  const select = useSubagentsSelector();
  return useSnapshot((snapshot): SubagentFacts | undefined => {
    const node = findSubagent(select(snapshot), id);
    return node && toFacts(node, snapshot);
  }, isSame);
}

function toFacts(node: SubagentNode, snapshot: Snapshot): SubagentFacts {
  const { name, description, error, result, startedAt, endedAt, steps } = node;
  const awaited = awaitedIn(node, openQuestions(snapshot)).join("\n");
  return {
    ...{ name, status: statusOf(node, awaited !== ""), steps, current: currentOf(node) },
    // What it said last says it better.
    result: result === node.messages.at(-1)?.content ? undefined : (result ?? undefined),
    ...(description !== undefined && { description }),
    ...(error !== undefined && { error }),
    ...(startedAt !== undefined && { startedAt }),
    ...(endedAt !== undefined && { endedAt }),
    awaited,
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
  return step?.name ?? (call && humanize(call.toolCall.function.name));
}

function awaitedIn(
  { interrupts, toolCalls, children }: SubagentNode,
  open: ReturnType<typeof openQuestions>,
): readonly string[] {
  const calls = toolCalls.filter(({ info }) => info.status === "waiting");
  return [
    ...interrupts.filter((record) => open.includes(record)).map(({ id }) => id),
    ...calls.map(({ toolCall }) => toolCall.id),
    ...children.flatMap((child) => awaitedIn(child, open)),
  ];
}

function isSame(a: SubagentFacts | undefined, b: SubagentFacts | undefined): boolean {
  return a && b ? haveSameItems(Object.values(a), Object.values(b)) : a === b;
}
