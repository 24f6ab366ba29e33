import type { EventOf, Message, ToolCall } from "./events.ts";
import { isRecord } from "./isRecord.ts";
import { SPELLING_KEY } from "./legacy/constants.ts";
import { INVALID } from "./validation/check.ts";
import { message as checkMessage } from "./validation/messageChecks.ts";

/** A message that the check of messages has read, which may lack ids. */
type ReadMessage = Omit<Message, "id"> & { readonly id?: string };

/**
 * Returns a snapshot with an id for each message and call. The id is the position in the snapshot, so
 * that the next snapshot of the conversation has the same ids. Unreadable messages are named in the
 * metadata, because a message that a snapshot has in some form must not be deleted.
 *
 * @param sent - The messages as they arrived.
 * @param listName - Begins the ids, so that pages of a conversation share none.
 */
export function completeMessages(
  event: EventOf<"MESSAGES_SNAPSHOT">,
  sent: unknown,
  listName = "message",
): EventOf<"MESSAGES_SNAPSHOT"> {
  const messages = event.messages.map((message, i) => withIds(message, `${listName}-${i + 1}`));
  const unreadable = Array.isArray(sent) ? unreadableIds(sent) : [];
  if (unreadable !== ANY_MESSAGE && unreadable.length === 0) return { ...event, messages };
  const metadata = { ...event.metadata, [SPELLING_KEY]: { unreadable } };
  return { ...event, messages, metadata };
}

/** Marks a snapshot with an unreadable message that has no id: it may be any message. */
const ANY_MESSAGE = "any";

/** Returns the ids of the messages that a snapshot has left out. */
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

/** Returns a predicate for messages that a snapshot has, but not in a readable form. */
export function unreadableIn({
  metadata,
}: EventOf<"MESSAGES_SNAPSHOT">): (message: Message) => boolean {
  const facts: unknown = metadata?.[SPELLING_KEY];
  const unreadable = isRecord(facts) ? facts.unreadable : undefined;
  if (unreadable === ANY_MESSAGE) return () => true;
  return ({ id }) => Array.isArray(unreadable) && unreadable.includes(id);
}

/**
 * Returns a start whose echo of the input has only messages with ids: others cannot be recognised. Calls without an id
 * get one.
 */
export function completeInput(event: EventOf<"RUN_STARTED">): EventOf<"RUN_STARTED"> {
  const { input } = event;
  if (!input) return event;
  const messages = input.messages.flatMap((message) => {
    const { id }: ReadMessage = message;
    return id === undefined ? [] : [withIds(message, id)];
  });
  return { ...event, input: { ...input, messages } };
}

function withIds(message: Message, id: string): Message {
  const { id: ownId = id }: ReadMessage = message;
  const named = message.id === ownId ? message : { ...message, id: ownId };
  const calls = named.role === "assistant" ? (named.toolCalls ?? []) : [];
  // The check leaves an unreadable id out.
  if (calls.every((call: Partial<ToolCall>) => call.id !== undefined)) return named;
  const toolCalls = calls.map((call, i) => {
    const { id: callId = `${ownId}:call-${i + 1}` }: Partial<ToolCall> = call;
    return { ...call, id: callId };
  });
  return { ...named, toolCalls } as Message;
}
