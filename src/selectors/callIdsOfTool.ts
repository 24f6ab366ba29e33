import { getOwn } from "../reducer/ownProperty.ts";
import type { Snapshot } from "../reducer/snapshot.ts";

/** The ids of all calls by the name of their tool, as they were in a list of messages of this length. */
interface CallIndex {
  readonly messageCount: number;
  readonly idsByName: ReadonlyMap<string, readonly string[]>;
}

/** By the records of the calls, which change with the start, the end and the result of a call, not with a delta. */
const indexes = new WeakMap<Snapshot["toolCalls"], CallIndex>();

const NONE: readonly string[] = [];

/**
 * Returns the ids of the calls of a tool in the order of the conversation, including those of sub-agents.
 * Returns the same list while no call changes, so that a delta costs nothing here.
 */
export function callIdsOfTool(snapshot: Snapshot, name: string): readonly string[] {
  const { toolCalls, messages } = snapshot;
  let index = indexes.get(toolCalls);
  if (index?.messageCount !== messages.length) {
    index = { messageCount: messages.length, idsByName: indexCalls(snapshot) };
    indexes.set(toolCalls, index);
  }
  return index.idsByName.get(name) ?? NONE;
}

/** Lists the calls that the snapshot has records of, by the name of their tool. */
function indexCalls({ messages, toolCalls }: Snapshot): ReadonlyMap<string, readonly string[]> {
  const idsByName = new Map<string, string[]>();
  for (const message of messages) {
    if (message.role !== "assistant") continue;
    for (const call of message.toolCalls ?? []) {
      if (!getOwn(toolCalls, call.id)) continue;
      const ids = idsByName.get(call.function.name);
      if (ids) ids.push(call.id);
      else idsByName.set(call.function.name, [call.id]);
    }
  }
  return idsByName;
}
