import type { ActivityMessage, Message } from "../protocol/events.ts";
import { omitUndefined } from "../protocol/omitUndefined.ts";
import { getOwn } from "../reducer/ownProperty.ts";
import type { Snapshot, StepInfo, SubagentInfo } from "../reducer/snapshot.ts";
import { changedIndices, haveSameItems } from "./compareItems.ts";
import { humanize } from "./humanize.ts";
import { type InterruptRecord, subagentOf } from "./interruptPlacement.ts";
import { type SubagentIndex, subagentIdOf, subagentIndexOf } from "./subagentIndex.ts";
import { subagentStatus } from "./subagentStatus.ts";
import {
  activitiesByCall,
  isSameCall,
  type OutputsByCall,
  type ToolCallView,
  toViews,
} from "./toolCallView.ts";

/** An invocation of a sub-agent with its content. Keeps its identity while nothing in it changes. */
export interface SubagentNode {
  /** The `subagentRunId`. */
  readonly id: string;
  /** The announced name, else the readable part of the id. */
  readonly name: string;
  /** The description in SUBAGENT_STARTED. */
  readonly description?: string;
  /** `suspended`: the sub-agent or one of its children waits for the user. */
  readonly status: SubagentInfo["status"];
  /** The id of the parent sub-agent; absent for sub-agents that the agent itself started. */
  readonly parent?: string;
  /** The tool call that started the sub-agent. */
  readonly parentToolCallId?: string;
  /** The message that started the sub-agent. */
  readonly parentMessageId?: string;
  /** The result: a JSON value. */
  readonly result?: unknown;
  /** The error of a failed sub-agent. */
  readonly error?: {
    /** The message of SUBAGENT_ERROR. */
    readonly message: string;
    /** The code of SUBAGENT_ERROR. */
    readonly code?: string;
  };
  /** The interrupts of the sub-agent, open and answered. */
  readonly interrupts: readonly InterruptRecord[];
  /** The messages of the sub-agent, in the order of the conversation. */
  readonly messages: readonly Message[];
  /** The tool calls in `messages`. */
  readonly toolCalls: readonly ToolCallView[];
  /** The activities in `messages`. */
  readonly activities: readonly ActivityMessage[];
  /** The steps of the sub-agent, in starting order. */
  readonly steps: readonly StepInfo[];
  /** The sub-agents that this one started, in order of appearance. */
  readonly children: readonly SubagentNode[];
  /** Start of the sub-agent, in milliseconds since the epoch. */
  readonly startedAt?: number;
  /** End of the sub-agent, in milliseconds since the epoch. */
  readonly endedAt?: number;
}

interface CachedTree {
  readonly snapshot: Snapshot;
  readonly index: SubagentIndex;
  readonly roots: readonly SubagentNode[];
}

const NO_SUBAGENTS: readonly SubagentNode[] = [];

/** The result by snapshot, shared by all subscribers. */
const cachedTrees = new WeakMap<Snapshot, CachedTree>();

/**
 * Selects the sub-agents of a thread as a tree. Unchanged nodes of `before` keep their identity; compare
 * results with `haveSameItems`.
 */
export function selectSubagents(
  snapshot: Snapshot,
  before: readonly SubagentNode[] = NO_SUBAGENTS,
): readonly SubagentNode[] {
  return select(snapshot, before).roots;
}

/** Creates a selector for one hook, which reuses its last result. */
export function createSubagentsSelector(): (snapshot: Snapshot) => readonly SubagentNode[] {
  let last: CachedTree | undefined;
  return (snapshot) => {
    if (last && !cachedTrees.has(snapshot) && hasSameSubagents(last, snapshot)) {
      cachedTrees.set(snapshot, { ...last, snapshot });
    }
    last = select(snapshot, last?.roots ?? NO_SUBAGENTS);
    return last.roots;
  };
}

/** Finds a sub-agent in a tree. */
export function findSubagent(nodes: readonly SubagentNode[], id: string): SubagentNode | undefined {
  for (const node of nodes) {
    const match = node.id === id ? node : findSubagent(node.children, id);
    if (match) return match;
  }
  return undefined;
}

function select(snapshot: Snapshot, before: readonly SubagentNode[]): CachedTree {
  const cached = cachedTrees.get(snapshot);
  if (cached) return cached;
  const index = subagentIndexOf(snapshot);
  const roots = index.members.size === 0 ? NO_SUBAGENTS : toTree(snapshot, index, before);
  const tree = { snapshot, index, roots };
  cachedTrees.set(snapshot, tree);
  return tree;
}

/** True when only text of the agent itself changed, which is the most frequent change. */
function hasSameSubagents({ snapshot: before, index }: CachedTree, now: Snapshot): boolean {
  return (
    before.subagents === now.subagents &&
    before.steps === now.steps &&
    before.interrupts === now.interrupts &&
    before.answeredInterrupts === now.answeredInterrupts &&
    before.toolCalls === now.toolCalls &&
    before.run === now.run &&
    before.tracking === now.tracking &&
    subagentIndexOf(now) === index &&
    !!changedIndices(before.messages, now.messages)?.every((at) => isOwnText(now.messages[at]))
  );
}

function isOwnText(message: Message | undefined): boolean {
  return message?.role === "assistant" && subagentIdOf(message) === undefined;
}

function toTree(
  snapshot: Snapshot,
  index: SubagentIndex,
  before: readonly SubagentNode[],
): readonly SubagentNode[] {
  const knownNodes = new Map<string, SubagentNode>();
  collectNodes(before, knownNodes);
  const outputs = activitiesByCall(snapshot.messages, snapshot.toolCalls);
  const childrenOf = new Map<string | undefined, string[]>();
  for (const id of index.members.keys()) {
    const parent = index.parentOf.get(id);
    const siblings = childrenOf.get(parent);
    if (siblings) siblings.push(id);
    else childrenOf.set(parent, [id]);
  }
  const build = (id: string): SubagentNode => {
    const children = (childrenOf.get(id) ?? []).map(build);
    const last = knownNodes.get(id);
    const node = toNode(snapshot, index, id, { outputs, children, last });
    return last && isSameNode(last, node) ? last : node;
  };
  return keepEqual(before, (childrenOf.get(undefined) ?? []).map(build));
}

function collectNodes(nodes: readonly SubagentNode[], into: Map<string, SubagentNode>): void {
  for (const node of nodes) {
    into.set(node.id, node);
    collectNodes(node.children, into);
  }
}

interface NodeParts {
  readonly outputs: OutputsByCall;
  readonly children: readonly SubagentNode[];
  readonly last: SubagentNode | undefined;
}

function toNode(
  snapshot: Snapshot,
  index: SubagentIndex,
  id: string,
  { outputs, children, last }: NodeParts,
): SubagentNode {
  const info = getOwn(snapshot.subagents, id);
  const messages = (index.members.get(id) ?? []).flatMap((at) => snapshot.messages[at] ?? []);
  const toolCalls = messages.flatMap((message) => toViews(snapshot, message, outputs));
  const lastCalls = new Map(last?.toolCalls.map((call) => [call.toolCall.id, call]));
  const sameCall = (call: ToolCallView) => {
    const before = lastCalls.get(call.toolCall.id);
    return before && isSameCall(before, call) ? before : call;
  };
  const { answeredInterrupts, interrupts, steps } = snapshot;
  const isOwn = (record: InterruptRecord) => subagentOf(snapshot, record) === id;
  const own = [...answeredInterrupts, ...interrupts].filter(isOwn);
  return {
    id,
    name: subagentName(snapshot, id),
    status: subagentStatus(snapshot, id, [...own, ...children.flatMap(interruptsBelow)]),
    ...omitUndefined({
      description: info?.description,
      parent: index.parentOf.get(id),
      parentToolCallId: info?.parentToolCallId,
      parentMessageId: info?.parentMessageId,
      result: info?.result,
      error: info?.error,
      startedAt: info?.startedAt,
      endedAt: info?.endedAt,
    }),
    messages: keepEqual(last?.messages, messages),
    toolCalls: keepEqual(last?.toolCalls, toolCalls.map(sameCall)),
    activities: keepEqual(
      last?.activities,
      messages.filter((message) => message.role === "activity"),
    ),
    interrupts: keepEqual(last?.interrupts, own),
    steps: keepEqual(last?.steps, info?.steps ?? steps.filter((step) => step.subagentRunId === id)),
    children: keepEqual(last?.children, children),
  };
}

function interruptsBelow({ interrupts, children }: SubagentNode): readonly InterruptRecord[] {
  return [...interrupts, ...children.flatMap(interruptsBelow)];
}

/** Returns the previous list when both hold identical items. */
function keepEqual<T>(before: readonly T[] | undefined, now: readonly T[]): readonly T[] {
  return before && haveSameItems(before, now) ? before : now;
}

function isSameNode(a: SubagentNode, b: SubagentNode): boolean {
  const entries = Object.entries(b);
  return (
    entries.length === Object.keys(a).length &&
    entries.every(([key, value]) => Object.is(value, Reflect.get(a, key)))
  );
}

/** Unreadable parts of an id: UUIDs, hashes and long numbers, with their separators. */
const RANDOM = /[\s:/|#._-]*([\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|\b[\da-f]{16,}\b|\d{6,})/gi;

/** Returns the announced name of a sub-agent, else the readable part of its id, else the id. */
export function subagentName({ subagents }: Snapshot, id: string): string {
  const { name = "", serverId = id } = getOwn(subagents, id) ?? {};
  if (name !== "" && name !== serverId) return name;
  return humanize(serverId.replace(RANDOM, "").replace(/[:/|#.]+/g, " ")) || id;
}
