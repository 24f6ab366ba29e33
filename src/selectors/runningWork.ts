import { callsOf } from "../protocol/callsOf.ts";
import { findMessage } from "../reducer/messageIndex.ts";
import { getOwn } from "../reducer/ownProperty.ts";
import type { Snapshot, ToolCallInfo } from "../reducer/snapshot.ts";
import { subagentName } from "./subagentTree.ts";

/** Largest number of tools, and of sub-agents, that are named. */
const MAX_NAMES = 3;

/** Statuses of a call that waits neither for the user nor for anything else than its result. */
const WORKING_STATUSES: ReadonlySet<ToolCallInfo["status"] | undefined> = new Set([
  "streaming",
  "pending",
  "running",
]);

/** Names of the tools and sub-agents that work at one moment. */
interface RunningWork {
  /** Names of the tools, each once, the newest first. */
  readonly tools: readonly string[];
  /** Names of the sub-agents, the newest last. */
  readonly subagents: readonly string[];
}

/** Work of a thread in which nothing runs. */
export const NO_WORK: RunningWork = { tools: [], subagents: [] };

/**
 * Finds the newest calls of the run that have no result, and the newest sub-agents that run. The name of a sub-agent
 * stands for its calls.
 */
export function findWork(snapshot: Snapshot): RunningWork {
  const { tracking, toolCalls, subagents } = snapshot;
  const tools = new Set<string>();
  const findName = createNameFinder(snapshot);
  for (const { id, subagentRunId } of Object.values(tracking.toolCalls).reverse()) {
    if (tools.size === MAX_NAMES) break;
    const info = getOwn(toolCalls, id);
    const isWorking = WORKING_STATUSES.has(info?.status) && !subagentRunId;
    const name = info && isWorking && findName(id, info.messageId);
    if (name) tools.add(name);
  }
  const running = Object.values(tracking.subagents)
    .flatMap(({ id }) => getOwn(subagents, id) ?? [])
    .filter(({ status }) => status === "running")
    .slice(-MAX_NAMES);
  return { tools: [...tools], subagents: running.map(({ id }) => subagentName(snapshot, id)) };
}

/** Returns a function that finds the name of a call, and reads the calls of each message once. */
function createNameFinder(
  snapshot: Snapshot,
): (id: string, messageId: string) => string | undefined {
  const namesByMessage = new Map<string, ReadonlyMap<string, string>>();
  return (id, messageId) => {
    let names = namesByMessage.get(messageId);
    if (!names) {
      const calls = callsOf(findMessage(snapshot, messageId));
      names = new Map(calls.map((call) => [call.id, call.function.name]));
      namesByMessage.set(messageId, names);
    }
    return names.get(id);
  };
}
