import { callsOf } from "../protocol/callsOf.ts";
import type { Message } from "../protocol/events.ts";
import { replaceMessages } from "./messageUpdates.ts";
import { isEqual } from "./replaceEqualDeep.ts";
import { serverIdOf, withUniqueCallIds, withUniqueMessageIds } from "./serverIds.ts";
import type { EarlierInfo, Snapshot } from "./snapshot.ts";

/** A page of earlier messages. */
export interface EarlierPage {
  /** The messages in the order of the conversation. */
  readonly messages: readonly Message[];
  readonly earlier: EarlierInfo;
}

/**
 * Prepends a page of earlier messages; messages that the conversation already has stay where they are. Results at the
 * beginning of the conversation are those of the last calls of the page.
 */
export function prependMessages(snapshot: Snapshot, { messages, earlier }: EarlierPage): Snapshot {
  const { messages: shown } = snapshot;
  const repeated = findKnownMessages(shown, messages);
  const newMessages = messages.filter((message) => !repeated.has(message));
  if (newMessages.length === 0) return { ...snapshot, earlier };
  const start = shown.findIndex(({ role }) => role !== "tool");
  const results = start === -1 ? shown : shown.slice(0, start);
  const rest = shown.slice(results.length);
  const before = withUniqueCallIds([...withUniqueMessageIds(newMessages, shown), ...results], rest);
  return { ...replaceMessages(snapshot, [...before, ...rest]), earlier };
}

/** A message with the user messages around its turn; a user message outside of the list is absent. */
interface MessageWithUser {
  readonly message: Message;
  readonly userMessage: Message | undefined;
  readonly nextUserMessage: Message | undefined;
}

/**
 * Returns the messages of a page that a conversation has, with the message of the conversation. Servers may use the
 * id of a reply again in a later turn, which is another message.
 */
export function findKnownMessages(
  conversation: readonly Message[],
  page: readonly Message[],
): ReadonlyMap<Message, Message> {
  const matches = new Map<Message, Message>();
  const candidates = new Map<string, MessageWithUser[]>();
  for (const item of withUserMessages(conversation)) {
    const id = serverIdOf(item.message);
    const list = candidates.get(id);
    if (list) list.push(item);
    else candidates.set(id, [item]);
  }
  // The page ends where the conversation begins, or later.
  for (const item of withUserMessages(page).reverse()) {
    const list = candidates.get(serverIdOf(item.message)) ?? [];
    const index = list.findLastIndex((candidate) => isSameMessage(candidate, item));
    const [match] = index === -1 ? [] : list.splice(index, 1);
    if (match) matches.set(item.message, match.message);
  }
  return matches;
}

function withUserMessages(messages: readonly Message[]): MessageWithUser[] {
  const userMessages = messages.filter(({ role }) => role === "user");
  let count = 0;
  return messages.map((message) => {
    if (message.role === "user") count += 1;
    return { message, userMessage: userMessages[count - 1], nextUserMessage: userMessages[count] };
  });
}

/** True when two messages with the same id on the server, of the conversation and of a page, are the same message. */
function isSameMessage(shown: MessageWithUser, paged: MessageWithUser): boolean {
  const { role } = shown.message;
  if (role !== paged.message.role) return false;
  if (role !== "assistant" && role !== "reasoning" && role !== "tool") return true;
  const [a, b] =
    shown.userMessage && paged.userMessage
      ? [shown.userMessage, paged.userMessage]
      : [shown.nextUserMessage, paged.nextUserMessage];
  if (a && b && serverIdOf(a) === serverIdOf(b)) return true;
  // Some servers store a user message under another id than the one that was sent, so the contents decide.
  if (a && b && !isEqual(a.content, b.content)) return false;
  // A turn whose user message is before the conversation may be the last one of the page.
  const isAdjacent = !shown.userMessage && !paged.nextUserMessage;
  return isAdjacent || hasSameContent(shown.message, paged.message);
}

/** True for equal contents and calls. A text may begin with the other one, which may be cut off. */
function hasSameContent(a: Message, b: Message): boolean {
  if (!isEqual(functionsOf(a), functionsOf(b))) return false;
  if (typeof a.content !== "string" || typeof b.content !== "string")
    return isEqual(a.content, b.content);
  return a.content.startsWith(b.content.trim()) || b.content.startsWith(a.content.trim());
}

/** Returns the names and arguments of the calls that a message makes. */
function functionsOf(message: Message) {
  return callsOf(message).map((call) => call.function);
}
