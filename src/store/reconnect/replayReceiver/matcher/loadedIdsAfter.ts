import { callsOf } from "../../../../protocol/callsOf.ts";
import type { Message, ToolCall } from "../../../../protocol/events.ts";
import { sharedKey } from "../../../../reducer/events/identity/streamKeys.ts";
import { serverSubagentId } from "../../../../reducer/events/identity/subagentIds.ts";
import { getOwn, putOwn } from "../../../../reducer/ownProperty.ts";
import type { ReusableKind, StreamedIds } from "../../../../reducer/runTracking.ts";
import { serverIdOf } from "../../../../reducer/serverIds.ts";
import type { Snapshot } from "../../../../reducer/snapshot.ts";

/**
 * Returns the ids of the loaded content after a message, up to the next user message, by the ids of the server.
 *
 * @param start - Index of the message; -1 for all loaded content.
 * @param isOfOtherRun - True for a message or a call of another run, which a run does not repeat. A message belongs to the
 * run of its calls: an earlier run may have stated both, and streamed neither.
 */
export function loadedIdsAfter(
  snapshot: Snapshot,
  start: number,
  isOfOtherRun: (kind: "message" | "call", id: string) => boolean,
): StreamedIds {
  const ids: Record<ReusableKind, Record<string, string[]>> = {
    text: {},
    reasoning: {},
    toolCalls: {},
    subagentIds: {},
  };
  /** The agents of the first streams, by kind and by the id of the server. */
  const firstAgents = new Map<string, string | undefined>();
  const add = (
    kind: ReusableKind,
    { id, serverId, agent }: { id: string; serverId: string; agent?: string | undefined },
  ) => {
    const stream = `${kind} ${serverId}`;
    if (!firstAgents.has(stream)) firstAgents.set(stream, agent);
    // As in the run tracking, other agents under the id have keys of their own.
    const key = firstAgents.get(stream) === agent ? serverId : sharedKey(serverId, agent);
    const list = getOwn(ids[kind], key);
    if (list) list.push(id);
    else putOwn(ids[kind], key, [id]);
  };
  for (const message of snapshot.messages.slice(start + 1)) {
    if (message.role === "user") break;
    const isCallOfOtherRun = ({ id }: ToolCall) => isOfOtherRun("call", id);
    if (isOfOtherRun("message", message.id) || callsOf(message).some(isCallOfOtherRun)) continue;
    const { subagentRunId } = message;
    const agentId = serverSubagentId(snapshot, subagentRunId);
    if (agentId !== undefined && subagentRunId !== undefined && !getOwn(ids.subagentIds, agentId))
      add("subagentIds", { id: subagentRunId, serverId: agentId });
    const addStream = (kind: ReusableKind, entity: Message | ToolCall) =>
      add(kind, { id: entity.id, serverId: serverIdOf(entity), agent: subagentRunId });
    if (message.role === "reasoning") addStream("reasoning", message);
    if (message.role !== "assistant") continue;
    addStream("text", message);
    for (const call of callsOf(message)) addStream("toolCalls", call);
  }
  return ids;
}
