import { callsOf } from "../protocol/callsOf.ts";
import type { Message, Metadata, ToolCall } from "../protocol/events.ts";
import { omitUndefined } from "../protocol/omitUndefined.ts";
import { deriveId } from "../protocol/randomId.ts";
import { CallOrder } from "../protocol/validation/callOrder.ts";
import { getOwn } from "./ownProperty.ts";
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
export function withServerId<T extends Identified>(entity: T): T {
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

/**
 * Translator of the ids of calls: reads messages in their order, and returns each with the ids that its calls, or the call
 * that it answers, have in the conversation.
 */
export class CallIdTranslator {
  /** Ids of the calls in the conversation, by the server's id. */
  readonly #calls = new CallOrder<string>();

  /** Reads a call of the conversation. */
  addCall(serverId: string, id: string, isAnswered: boolean): void {
    this.#calls.addCall(serverId, id, isAnswered);
  }

  /** Returns the next message with the ids of the conversation. @param chooseId - Returns the id of a call of the message. */
  translateMessage(message: Message, chooseId: (call: ToolCall) => string): Message {
    if (message.role === "user") this.#calls.addInput();
    if (message.role === "tool") {
      const { toolCallId } = message;
      const id = this.#calls.addResult(toolCallId) ?? toolCallId;
      return id === toolCallId ? message : { ...message, toolCallId: id };
    }
    if (message.role !== "assistant" || !message.toolCalls) return message;
    const toolCalls = message.toolCalls.map((call) => {
      const id = chooseId(call);
      this.#calls.addCall(call.id, id);
      if (id === call.id) return call;
      const { metadata: callMetadata, ...rest } = call;
      const metadata = metadataWithServerId(id, serverIdOf(call), callMetadata);
      return { ...rest, id, ...omitUndefined({ metadata }) };
    });
    const isSame = toolCalls.every((call, i) => call === message.toolCalls?.[i]);
    return isSame ? message : { ...message, toolCalls };
  }
}

/** Prefix of the ids that replace empty call ids of the server. */
const CREATED_CALL_ID = "unnamed-call_";

/** True for a call that the server states with an empty id. */
export function hasCreatedId(call: ToolCall): boolean {
  return call.id.startsWith(CREATED_CALL_ID) && serverIdOf(call) === call.id;
}

/** Returns an id for a call of a message, and adds it to the used ids: its own, unless another call has it. */
export function chooseFreeCallId(call: ToolCall, message: Message, usedIds: Set<string>): string {
  const { id } = call;
  const isFree = id !== "" && !usedIds.has(id);
  // Requests have the ids of the server. Only an id that replaces an empty one is sent.
  const wanted = id === "" ? `${CREATED_CALL_ID}${deriveId(message.id)}` : `${id}@${message.id}`;
  const chosen = isFree ? id : freeId(wanted, (other) => usedIds.has(other));
  usedIds.add(chosen);
  return chosen;
}

/** Returns messages in which each message and each call has an id of its own. Others keep their identity. */
export function withUniqueIds(messages: readonly Message[]): readonly Message[] {
  return withUniqueCallIds(withUniqueMessageIds(messages));
}

/**
 * Returns messages in which each has an id of its own. Where there is nothing to change, the messages keep their
 * identity.
 *
 * @param others - Messages that keep their ids.
 */
export function withUniqueMessageIds(
  messages: readonly Message[],
  others: readonly Message[] = [],
): readonly Message[] {
  const usedIds = new Set(others.map(({ id }) => id));
  const unique = messages.map((message) => {
    const isFree = message.id !== "" && !usedIds.has(message.id);
    const id = isFree
      ? message.id
      : freeId(deriveId(message.id, `${message.role}-2`), (other) => usedIds.has(other));
    usedIds.add(id);
    if (isFree) return message;
    const metadata = metadataWithServerId(id, serverIdOf(message), message.metadata);
    return { ...message, id, ...omitUndefined({ metadata }) };
  });
  return unique.every((message, i) => message === messages[i]) ? messages : unique;
}

/**
 * Returns messages in which each call has an id of its own. Where there is nothing to change, the messages keep their
 * identity.
 *
 * @param others - Messages whose calls keep their ids.
 */
export function withUniqueCallIds(
  messages: readonly Message[],
  others: readonly Message[] = [],
): readonly Message[] {
  const usedIds = new Set(others.flatMap(callIdsOf));
  const translator = new CallIdTranslator();
  const unique = messages.map((message) =>
    translator.translateMessage(message, (call) => chooseFreeCallId(call, message, usedIds)),
  );
  return unique.every((message, i) => message === messages[i]) ? messages : unique;
}

/**
 * Returns a wanted id, or one made of it and a number that is not taken. Numbers that are taken without a gap cost a
 * few steps only, also where thousands are.
 *
 * @param start - The first number that is tried.
 */
export function freeId(wanted: string, isTaken: (id: string) => boolean, start = 2): string {
  if (!isTaken(wanted)) return wanted;
  const isTakenNumber = (n: number) => isTaken(`${wanted}-${n}`);
  let free = Math.max(2, start);
  let used = free - 1;
  while (isTakenNumber(free)) [used, free] = [free, free * 2];
  while (free - used > 1) {
    const middle = Math.floor((used + free) / 2);
    if (isTakenNumber(middle)) used = middle;
    else free = middle;
  }
  return `${wanted}-${free}`;
}

/** Returns the ids of the calls that a message makes. */
export function callIdsOf(message: Message): readonly string[] {
  return callsOf(message).map(({ id }) => id);
}
