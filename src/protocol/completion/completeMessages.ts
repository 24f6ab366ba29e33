import { callsOf } from "../callsOf.ts";
import type { EventOf, Message, ToolCall, ToolMessage } from "../events.ts";
import { isRecord } from "../isRecord.ts";
import { KIT_METADATA_KEY } from "../legacy/reservedNames.ts";
import { deriveId } from "../randomId.ts";
import { INVALID } from "../validation/check.ts";
import { findAnsweredCalls } from "../validation/findAnsweredCalls.ts";
import { message as checkMessage } from "../validation/messageChecks.ts";

/** A message after the check of its shape, which omits an unreadable id. */
type CheckedMessage = Omit<Message, "id"> & { readonly id?: string };

/**
 * Gives each message and call of a snapshot an id, and each result the id of its call. A missing id is derived from the
 * position, so that the next snapshot of the conversation gets the same one. `event.metadata` lists the ids of unreadable
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
  const { messages, resultsWithoutCall } = completeIds(
    event.messages,
    (position) => `${listName}-${position + 1}`,
  );
  const unreadable = Array.isArray(sent) ? unreadableIds(sent, resultsWithoutCall) : [];
  if (unreadable !== ANY_MESSAGE && unreadable.length === 0) return { ...event, messages };
  const metadata = { ...event.metadata, [KIT_METADATA_KEY]: { unreadable } };
  return { ...event, messages, metadata };
}

/**
 * Returns messages with the ids that they lack: their own, those of their calls, and those of the calls that results
 * answer. Results that answer no call are returned separately.
 *
 * @param idAt - Creates the id of the message at a position.
 */
export function completeIds(
  checked: readonly Message[],
  idAt: (position: number) => string,
): { readonly messages: Message[]; readonly resultsWithoutCall: Message[] } {
  const withOwnIds = checked.map((message, position) => withIds(message, idAt(position)));
  const answered = findAnsweredCalls(checked);
  const resultsWithoutCall: Message[] = [];
  const messages = withOwnIds.flatMap((message, position) => {
    if (message.role !== "tool") return message;
    const { position: callerPosition = -1, index = 0 } = answered.get(position) ?? {};
    const { toolCallId: ownId }: Partial<ToolMessage> = message;
    const toolCallId = callsOf(withOwnIds[callerPosition])[index]?.id ?? ownId;
    if (toolCallId !== undefined)
      return toolCallId === ownId ? message : { ...message, toolCallId };
    resultsWithoutCall.push(checked[position] ?? message);
    return [];
  });
  return { messages, resultsWithoutCall };
}

/** The ids of unreadable messages when one of them has no id, and so may be any message. */
const ANY_MESSAGE = "any";

/** Returns the ids of the messages that the conversation does not get: those that the check refuses, and results without a call. */
function unreadableIds(
  sent: readonly unknown[],
  resultsWithoutCall: readonly Message[],
): readonly string[] | typeof ANY_MESSAGE {
  const ids: string[] = [];
  const unreadable = sent.filter((message) => checkMessage(message, []) === INVALID);
  for (const message of [...unreadable, ...resultsWithoutCall]) {
    const id = isRecord(message) ? message.id : undefined;
    if (typeof id !== "string" && typeof id !== "number") return ANY_MESSAGE;
    ids.push(String(id));
  }
  return ids;
}

/** Creates a predicate for messages of which a snapshot has only an unreadable form. */
export function createUnreadableFilter({
  metadata,
}: EventOf<"MESSAGES_SNAPSHOT">): (message: Message) => boolean {
  const kitMetadata: unknown = metadata?.[KIT_METADATA_KEY];
  const unreadable = isRecord(kitMetadata) ? kitMetadata.unreadable : undefined;
  if (unreadable === ANY_MESSAGE) return () => true;
  return ({ id }) => Array.isArray(unreadable) && unreadable.includes(id);
}

/**
 * Gives each message and call in the input of a RUN_STARTED an id, and each result the id of its call. The reducer matches
 * messages of the thread by their content where the ids differ.
 */
export function completeInput(event: EventOf<"RUN_STARTED">): EventOf<"RUN_STARTED"> {
  const { input, runId } = event;
  if (!input) return event;
  const { messages } = completeIds(input.messages, (position) =>
    deriveId(runId, "input", position + 1),
  );
  return { ...event, input: { ...input, messages } };
}

/** Adds the missing ids of a message and of its calls. */
function withIds(message: Message, id: string): Message {
  const { id: ownId = id }: CheckedMessage = message;
  const identified = message.id === ownId ? message : { ...message, id: ownId };
  const calls = identified.role === "assistant" ? (identified.toolCalls ?? []) : [];
  // The check leaves an unreadable id out.
  if (calls.every((call: Partial<ToolCall>) => call.id !== undefined)) return identified;
  const toolCalls = calls.map((call, i) => {
    const { id: callId = deriveId(ownId, "call", i + 1) }: Partial<ToolCall> = call;
    return { ...call, id: callId };
  });
  // Only an assistant message has calls.
  return { ...identified, toolCalls } as Message;
}
