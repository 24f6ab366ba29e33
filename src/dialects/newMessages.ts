import type { ForkInfo } from "../protocol/dialect.ts";
import type { Message } from "../protocol/events.ts";

/** Roles of messages to an agent. */
type TurnRole = "user" | "system" | "developer";

/** A message to an agent, for systems that store the rest of the conversation. */
export type InputMessage = Extract<Message, { role: TurnRole }>;

function isInputMessage(message: Message): message is InputMessage {
  return message.role === "user" || message.role === "system" || message.role === "developer";
}

/**
 * Returns the messages that the agent's own thread does not contain: the unanswered ones. In a fork without a reply,
 * the inherited messages before them are included, whatever their role.
 */
export function unseenMessages(
  messages: readonly Message[],
  { inheritedIds = [] }: ForkInfo = {},
): readonly Message[] {
  const inherited = countEach(inheritedIds);
  // A later message may have the id of an inherited one, because servers use ids again.
  const isOwn = messages.map(({ id }) => {
    const left = inherited.get(id) ?? 0;
    inherited.set(id, left - 1);
    return left <= 0;
  });
  const lastSeen = messages.findLastIndex((message, at) => !isInputMessage(message) && isOwn[at]);
  const unseen = messages.slice(lastSeen + 1);
  return unseen.some(isInputMessage) ? unseen : newMessages(messages);
}

function countEach(ids: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

/**
 * Returns the messages after the agent's last reply. When there are none, returns the last message
 * to the agent, because some systems require a message in every request.
 */
export function newMessages(messages: readonly Message[]): readonly InputMessage[] {
  const lastReply = messages.findLastIndex((message) => !isInputMessage(message));
  const newMessages = messages.slice(lastReply + 1).filter(isInputMessage);
  return newMessages.length > 0 ? newMessages : messages.filter(isInputMessage).slice(-1);
}
