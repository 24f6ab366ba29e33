import type { EventOf, Message, ToolCall } from "../events.ts";
import { isRecord } from "../isRecord.ts";
import { KIT_METADATA_KEY } from "../legacy/constants.ts";
import { deriveId } from "../randomId.ts";
import { INVALID } from "../validation/check.ts";
import { message as checkMessage } from "../validation/messageChecks.ts";

/** A message after the check of its shape, which leaves unreadable ids out. */
type CheckedMessage = Omit<Message, "id"> & { readonly id?: string };

/**
 * Gives each message and call of a snapshot an id. A missing id is derived from the position, so that the
 * next snapshot of the conversation gets the same one. `event.metadata` lists the ids of unreadable
 * messages, so that the reducer does not delete them.
 *
 * @param sent - The messages as they arrived.
 * @param listName - Start of the created ids, so that two pages of a conversation have different ones.
 */
export function completeMessages(
  event: EventOf<"MESSAGES_SNAPSHOT">,
  sent: unknown,
  listName = "message",
): EventOf<"MESSAGES_SNAPSHOT"> {
  const messages = event.messages.map((message, i) => withIds(message, `${listName}-${i + 1}`));
  const unreadable = Array.isArray(sent) ? unreadableIds(sent) : [];
  if (unreadable !== ANY_MESSAGE && unreadable.length === 0) return { ...event, messages };
  const metadata = { ...event.metadata, [KIT_METADATA_KEY]: { unreadable } };
  return { ...event, messages, metadata };
}

/** Stands for the ids of unreadable messages when one of them has no id: it may be any message. */
const ANY_MESSAGE = "any";

/** Returns the ids of the messages that the check of a snapshot has left out. */
function unreadableIds(sent: readonly unknown[]): readonly string[] | typeof ANY_MESSAGE {
  const ids: string[] = [];
  for (const message of sent) {
    if (checkMessage(message, []) !== INVALID) continue;
    const id = isRecord(message) ? message.id : undefined;
    if (typeof id !== "string" && typeof id !== "number") return ANY_MESSAGE;
    ids.push(String(id));
  }
  return ids;
}

/** Returns a function that is true for messages of which a snapshot has only an unreadable form. */
export function unreadableIn({
  metadata,
}: EventOf<"MESSAGES_SNAPSHOT">): (message: Message) => boolean {
  const facts: unknown = metadata?.[KIT_METADATA_KEY];
  const unreadable = isRecord(facts) ? facts.unreadable : undefined;
  if (unreadable === ANY_MESSAGE) return () => true;
  return ({ id }) => Array.isArray(unreadable) && unreadable.includes(id);
}

/**
 * Returns a RUN_STARTED whose input has no messages without an id, since they cannot be matched with
 * messages of the thread. Calls without an id get one.
 */
export function completeInput(event: EventOf<"RUN_STARTED">): EventOf<"RUN_STARTED"> {
  const { input } = event;
  if (!input) return event;
  const messages = input.messages.flatMap((message) => {
    const { id }: CheckedMessage = message;
    return id === undefined ? [] : [withIds(message, id)];
  });
  return { ...event, input: { ...input, messages } };
}

/** Returns a message with an id and with ids of its calls, both only where they are missing. */
function withIds(message: Message, id: string): Message {
  const { id: ownId = id }: CheckedMessage = message;
  const named = message.id === ownId ? message : { ...message, id: ownId };
  const calls = named.role === "assistant" ? (named.toolCalls ?? []) : [];
  // The check leaves an unreadable id out.
  if (calls.every((call: Partial<ToolCall>) => call.id !== undefined)) return named;
  const toolCalls = calls.map((call, i) => {
    const { id: callId = deriveId(ownId, "call", i + 1) }: Partial<ToolCall> = call;
    return { ...call, id: callId };
  });
  // Only an assistant message has calls.
  return { ...named, toolCalls } as Message;
}
