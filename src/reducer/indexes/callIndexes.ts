import { callsOf } from "../../protocol/callsOf.ts";
import type { Message, ToolCall } from "../../protocol/events.ts";
import { findMessageIndex } from "../messageIndex.ts";
import { getOwn } from "../ownProperty.ts";
import { serverIdOf } from "../serverIds.ts";
import type { Snapshot } from "../snapshot.ts";
import { CollectionIndex } from "./collectionIndex.ts";

/** Number of calls in a message from which they are indexed. */
const MIN_INDEXED = 32;

/** Positions in the calls of a message, by id. */
const positions = new CollectionIndex<readonly ToolCall[], number>();

/** Server ids of the calls of a message. */
const serverIds = new CollectionIndex<readonly ToolCall[], true>();

/** Returns the position of a call in the calls of a message, or -1. */
export function findCallPosition(calls: readonly ToolCall[], id: string): number {
  if (calls.length < MIN_INDEXED) return calls.findIndex((call) => call.id === id);
  const listPositions = () => calls.map((call, position) => [call.id, position] as const);
  return positions.of(calls, listPositions).get(id) ?? -1;
}

/** True when a message has a call with a server id. */
export function hasCallOfServer(calls: readonly ToolCall[], serverId: string): boolean {
  if (calls.length < MIN_INDEXED) return calls.some((call) => serverIdOf(call) === serverId);
  const listServerIds = () => calls.map((call) => [serverIdOf(call), true] as const);
  return serverIds.of(calls, listServerIds).has(serverId);
}

/** Appends a call to calls that the caller owns. */
export function appendCall(calls: ToolCall[], call: ToolCall): void {
  positions.existing(calls)?.set(call.id, calls.length);
  serverIds.existing(calls)?.set(serverIdOf(call), true);
  calls.push(call);
}

/** Removes a call from calls that the caller owns. */
export function removeFromCalls(calls: ToolCall[], position: number): void {
  const call = calls[position];
  if (!call) return;
  calls.splice(position, 1);
  serverIds.existing(calls)?.delete(serverIdOf(call));
  const index = positions.existing(calls);
  index?.delete(call.id);
  for (const [offset, { id }] of calls.slice(position).entries()) index?.set(id, position + offset);
}

/** Ids of the last calls of a conversation, by server id. A server id that is the id of its only call is left out. */
const latestIds = new CollectionIndex<readonly Message[], string>();

function listLatest(messages: readonly Message[]): ReadonlyMap<string, string> {
  const ids = new Map<string, string>();
  for (const message of messages) for (const call of callsOf(message)) putLatest(ids, call);
  return ids;
}

function putLatest(ids: Map<string, string>, call: ToolCall): void {
  const serverId = serverIdOf(call);
  if (call.id !== serverId || ids.has(serverId)) ids.set(serverId, call.id);
}

/** Adds a call of the message at a position to the index, unless a later message has the last call with its server id. */
export function indexCall(
  { messages, toolCalls }: Pick<Snapshot, "messages" | "toolCalls">,
  position: number,
  call: ToolCall,
): void {
  const ids = latestIds.existing(messages);
  if (!ids) return;
  const latest = getOwn(toolCalls, ids.get(serverIdOf(call)) ?? serverIdOf(call));
  if (
    !latest ||
    position === messages.length - 1 ||
    findMessageIndex(messages, latest.messageId) <= position
  )
    putLatest(ids, call);
}

/** Returns the id of the last call with a server id that a call has. */
export function findLatestCallId(
  { messages, toolCalls }: Pick<Snapshot, "messages" | "toolCalls">,
  serverId: string,
): string {
  const indexed = latestIds.of(messages, listLatest).get(serverId);
  if (indexed === undefined) return serverId;
  if (Object.hasOwn(toolCalls, indexed)) return indexed;
  // The indexed call has been removed from its message.
  for (let position = messages.length - 1; position >= 0; position--) {
    const call = callsOf(messages[position]).findLast((each) => serverIdOf(each) === serverId);
    if (call) return call.id;
  }
  return serverId;
}

/** Ids of the first results of calls in a conversation, by the id of the call. */
const resultIds = new CollectionIndex<readonly Message[], string>();

/** Lists the last result first, so that the first one counts. */
function listResults(messages: readonly Message[]) {
  return messages
    .flatMap((each) => (each.role === "tool" ? [[each.toolCallId, each.id] as const] : []))
    .reverse();
}

/** Returns the position of the first result of a call in a conversation, or -1. */
export function findResultOf(messages: readonly Message[], toolCallId: string): number {
  const id = resultIds.of(messages, listResults).get(toolCallId);
  return id === undefined ? -1 : findMessageIndex(messages, id);
}

/** Adds a message that was inserted to the indexes of a conversation: its calls, or the call that it answers. */
export function indexMessage(
  snapshot: Pick<Snapshot, "messages" | "toolCalls">,
  position: number,
  message: Message,
): void {
  for (const call of callsOf(message)) indexCall(snapshot, position, call);
  const ids = resultIds.existing(snapshot.messages);
  if (!ids || message.role !== "tool") return;
  const first = ids.get(message.toolCallId);
  if (first === undefined || findMessageIndex(snapshot.messages, first) >= position)
    ids.set(message.toolCallId, message.id);
}
