import type { Message, Metadata } from "../protocol/events.ts";
import { omitUndefined } from "../protocol/omitUndefined.ts";
import { getOwn } from "./safeRecord.ts";
import type { Snapshot } from "./snapshot.ts";

/**
 * Metadata key with the id that the server uses for a message or a tool call. Present where the snapshot needs
 * another id, because the server uses one id for several things.
 */
const SERVER_ID = "agui-kit.id";

/** A message or a tool call. */
interface Identified {
  readonly id: string;
  readonly metadata?: Metadata;
}

/** Returns the id that the server uses for a message or a tool call. */
export function serverIdOf({ id, metadata }: Identified): string {
  const serverId: unknown = metadata?.[SERVER_ID];
  return typeof serverId === "string" ? serverId : id;
}

/** Returns metadata that contain the server's id, when the id in the snapshot is another. */
export function metadataWithServerId(
  id: string,
  serverId: string,
  metadata?: Metadata,
): Metadata | undefined {
  return id === serverId || serverId === "" ? metadata : { ...metadata, [SERVER_ID]: serverId };
}

/** Returns a message or a tool call as the server knows it. */
function withServerId<T extends Identified>(entity: T): T {
  const id = serverIdOf(entity);
  if (!entity.metadata || !Object.hasOwn(entity.metadata, SERVER_ID)) return entity;
  const { [SERVER_ID]: _, ...others } = entity.metadata;
  const { metadata: __, ...rest } = entity;
  const metadata = Object.keys(others).length > 0 ? others : undefined;
  // The message or the call has its other fields as before.
  return { ...rest, id, ...omitUndefined({ metadata }) } as T;
}

/** Returns messages with the ids that the server uses. Messages without another id keep their identity. */
export function toServerMessages(
  messages: readonly Message[],
  subagents: Snapshot["subagents"] = {},
): Message[] {
  const callIds = new Map<string, string>();
  return messages.map((message) => {
    const restored = withServerSubagent(withServerId(message), subagents);
    if (restored.role === "tool") {
      const toolCallId = callIds.get(restored.toolCallId) ?? restored.toolCallId;
      return toolCallId === restored.toolCallId ? restored : { ...restored, toolCallId };
    }
    if (restored.role !== "assistant" || !restored.toolCalls) return restored;
    const toolCalls = restored.toolCalls.map((call) => {
      callIds.set(call.id, serverIdOf(call));
      return withServerId(call);
    });
    return toolCalls.every((call, i) => call === restored.toolCalls?.[i])
      ? restored
      : { ...restored, toolCalls };
  });
}

function withServerSubagent(message: Message, subagents: Snapshot["subagents"]): Message {
  const { subagentRunId = "" } = message;
  const serverId = getOwn(subagents, subagentRunId)?.serverId;
  return serverId === undefined ? message : { ...message, subagentRunId: serverId };
}

/** Returns ids of messages as the server knows them. */
export function toServerIds(messages: readonly Message[], ids: readonly string[]): string[] {
  const serverIds = new Map(messages.map((message) => [message.id, serverIdOf(message)]));
  return ids.map((id) => serverIds.get(id) ?? id);
}
