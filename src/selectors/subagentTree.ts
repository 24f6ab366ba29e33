import type { ActivityMessage, Message } from "../protocol/events.ts";
import { omitUndefined } from "../protocol/omitUndefined.ts";
import { getOwn } from "../reducer/safeRecord.ts";
import type { Snapshot, StepInfo, SubagentInfo } from "../reducer/snapshot.ts";
import { changedIndices } from "./changedIndices.ts";
import { haveSameItems } from "./haveSameItems.ts";
import { type InterruptRecord, subagentOf } from "./interruptPlacement.ts";
import { type Ancestry, ancestryOf, ownerOf } from "./subagentAncestry.ts";
import { subagentName } from "./subagentName.ts";
import { statusOf } from "./subagentStatus.ts";
import {
  activitiesByCall,
  isSameCall,
  type OutputsByCall,
  type ToolCallView,
  toViews,
} from "./toolCallView.ts";

/** One invocation of a sub-agent with all it did. Keeps its identity while nothing of it changes. */
export interface SubagentNode {
  /** Its `subagentRunId`. */
  readonly id: string;
  /** As it introduced itself, else its id in words. */
  readonly name: string;
  readonly description?: string;
  /** `suspended`: it waits for a person, or for one of its own that does. */
  readonly status: SubagentInfo["status"];
  /** The id of the sub-agent that spawned it; absent for those of the agent itself. */
  readonly parent?: string;
  /** The tool call it was spawned from. */
  readonly parentToolCallId?: string;
  /** The message it was spawned from. */
  readonly parentMessageId?: string;
  /** What it returned. */
  readonly result?: unknown;
  /** Why it failed. */
  readonly error?: { readonly message: string; readonly code?: string };
  /** What it asked a person, answered or not. */
  readonly interrupts: readonly InterruptRecord[];
  /** All messages attributed to it, in the order of the conversation. */
  readonly messages: readonly Message[];
  /** The tool calls in them. */
  readonly toolCalls: readonly ToolCallView[];
  /** The activities among its messages. */
  readonly activities: readonly ActivityMessage[];
  /** Its steps, in the order they started. */
  readonly steps: readonly StepInfo[];
  /** Those it spawned, in the order in which they appeared. */
  readonly children: readonly SubagentNode[];
  /** In milliseconds since the epoch, as the next. */
  readonly startedAt?: number;
  readonly endedAt?: number;
}

interface Selected {
  readonly snapshot: Snapshot;
  readonly family: Ancestry;
  readonly roots: readonly SubagentNode[];
}

const NOBODY: readonly SubagentNode[] = [];

/** What was selected of a snapshot, so that all who look at the same one share the work. */
const selected = new WeakMap<Snapshot, Selected>();

/**
 * Selects the sub-agents of a thread as a tree, those of the agent itself first. Compare with
 * `haveSameItems`, and give it what it returned before: what did not change keeps its identity.
 */
export function selectSubagents(
  snapshot: Snapshot,
  before: readonly SubagentNode[] = NOBODY,
): readonly SubagentNode[] {
  return select(snapshot, before).roots;
}

/** Makes a selector that remembers what it selected last, for one hook. */
export function createSubagentsSelector(): (snapshot: Snapshot) => readonly SubagentNode[] {
  let last: Selected | undefined;
  return (snapshot) => {
    if (last && !selected.has(snapshot) && hasSameSubagents(last, snapshot)) {
      selected.set(snapshot, { ...last, snapshot });
    }
    last = select(snapshot, last?.roots ?? NOBODY);
    return last.roots;
  };
}

/** Finds a sub-agent in the tree. */
export function findSubagent(nodes: readonly SubagentNode[], id: string): SubagentNode | undefined {
  for (const node of nodes) {
    const found = node.id === id ? node : findSubagent(node.children, id);
    if (found) return found;
  }
  return undefined;
}

function select(snapshot: Snapshot, before: readonly SubagentNode[]): Selected {
  const known = selected.get(snapshot);
  if (known) return known;
  const family = ancestryOf(snapshot);
  const roots = family.members.size === 0 ? NOBODY : toTree(snapshot, family, before);
  const made = { snapshot, family, roots };
  selected.set(snapshot, made);
  return made;
}

/** Whether nothing has changed but text of the agent itself: that is what changes most often. */
function hasSameSubagents({ snapshot: before, family }: Selected, now: Snapshot): boolean {
  return (
    before.subagents === now.subagents &&
    before.steps === now.steps &&
    before.interrupts === now.interrupts &&
    before.answeredInterrupts === now.answeredInterrupts &&
    before.toolCalls === now.toolCalls &&
    before.run === now.run &&
    before.tracking === now.tracking &&
    ancestryOf(now) === family &&
    !!changedIndices(before.messages, now.messages)?.every((at) => isOwnText(now.messages[at]))
  );
}

function isOwnText(message: Message | undefined): boolean {
  return message?.role === "assistant" && ownerOf(message) === undefined;
}

function toTree(
  snapshot: Snapshot,
  family: Ancestry,
  before: readonly SubagentNode[],
): readonly SubagentNode[] {
  const known = new Map<string, SubagentNode>();
  collect(before, known);
  const outputs = activitiesByCall(snapshot.messages, snapshot.toolCalls);
  const below = new Map<string | undefined, string[]>();
  for (const id of family.members.keys()) {
    const parent = family.parentOf.get(id);
    below.set(parent, [...(below.get(parent) ?? []), id]);
  }
  const build = (id: string): SubagentNode => {
    const children = (below.get(id) ?? []).map(build);
    const last = known.get(id);
    const node = toNode(snapshot, family, id, { outputs, children, last });
    return last && isSameNode(last, node) ? last : node;
  };
  return keep(before, (below.get(undefined) ?? []).map(build));
}

function collect(nodes: readonly SubagentNode[], into: Map<string, SubagentNode>): void {
  for (const node of nodes) {
    into.set(node.id, node);
    collect(node.children, into);
  }
}

interface NodeParts {
  readonly outputs: OutputsByCall;
  readonly children: readonly SubagentNode[];
  readonly last: SubagentNode | undefined;
}

function toNode(
  snapshot: Snapshot,
  family: Ancestry,
  id: string,
  { outputs, children, last }: NodeParts,
): SubagentNode {
  const info = getOwn(snapshot.subagents, id);
  const messages = (family.members.get(id) ?? []).flatMap((at) => snapshot.messages[at] ?? []);
  const toolCalls = messages.flatMap((message) => toViews(snapshot, message, outputs));
  const known = new Map(last?.toolCalls.map((call) => [call.toolCall.id, call]));
  const sameCall = (call: ToolCallView) => {
    const before = known.get(call.toolCall.id);
    return before && isSameCall(before, call) ? before : call;
  };
  const { answeredInterrupts, interrupts, steps } = snapshot;
  const isOwn = (record: InterruptRecord) => subagentOf(snapshot, record) === id;
  const own = [...answeredInterrupts, ...interrupts].filter(isOwn);
  return {
    id,
    name: subagentName(snapshot, id),
    status: statusOf(snapshot, id, [...own, ...children.flatMap(interruptsBelow)]),
    ...omitUndefined({
      description: info?.description,
      parent: family.parentOf.get(id),
      parentToolCallId: info?.parentToolCallId,
      parentMessageId: info?.parentMessageId,
      result: info?.result,
      error: info?.error,
      startedAt: info?.startedAt,
      endedAt: info?.endedAt,
    }),
    messages: keep(last?.messages, messages),
    toolCalls: keep(last?.toolCalls, toolCalls.map(sameCall)),
    activities: keep(
      last?.activities,
      messages.filter((message) => message.role === "activity"),
    ),
    interrupts: keep(last?.interrupts, own),
    steps: keep(last?.steps, info?.steps ?? steps.filter((step) => step.subagentRunId === id)),
    children: keep(last?.children, children),
  };
}

function interruptsBelow({ interrupts, children }: SubagentNode): readonly InterruptRecord[] {
  return [...interrupts, ...children.flatMap(interruptsBelow)];
}

/** The list there was before, if it held the same. */
function keep<T>(before: readonly T[] | undefined, now: readonly T[]): readonly T[] {
  return before && haveSameItems(before, now) ? before : now;
}

function isSameNode(a: SubagentNode, b: SubagentNode): boolean {
  const entries = Object.entries(b);
  return (
    entries.length === Object.keys(a).length &&
    entries.every(([key, value]) => Object.is(value, Reflect.get(a, key)))
  );
}
