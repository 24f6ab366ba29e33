import type { Snapshot, SubagentInfo } from "../snapshot.ts";

/** Forgets the sub-agents of which there is nothing left in the conversation. */
export function pruneSubagents<TState>(snapshot: Snapshot<TState>): Snapshot<TState> {
  const { subagents, messages, toolCalls } = snapshot;
  const ids = new Set(messages.flatMap((message) => [message.id, message.subagentRunId]));
  const isThere = ([id, info]: readonly [string, SubagentInfo]) =>
    ids.has(id) ||
    ids.has(info.afterMessageId) ||
    ids.has(info.parentMessageId) ||
    Object.hasOwn(toolCalls, info.parentToolCallId ?? "");
  return { ...snapshot, subagents: Object.fromEntries(Object.entries(subagents).filter(isThere)) };
}
