import type { Lineage } from "../protocol/dialect.ts";
import type { Message } from "../protocol/events.ts";

/** Roles of what a person or the page says to an agent. */
type TurnRole = "user" | "system" | "developer";

/** A message to an agent, for systems that know the rest of the conversation. */
export type TurnMessage = Extract<Message, { role: TurnRole }>;

function isTurn(message: Message): message is TurnMessage {
  return message.role === "user" || message.role === "system" || message.role === "developer";
}

/**
 * The messages that the agent's own thread has not got: those that it has not answered, and in a fork that
 * it has answered nothing in, those before as well, whoever has said them.
 */
export function unseenMessages(
  messages: readonly Message[],
  { inheritedIds = [] }: Lineage = {},
): readonly Message[] {
  const inherited = new Set(inheritedIds);
  const lastSeen = messages.findLastIndex(
    (message) => !isTurn(message) && !inherited.has(message.id),
  );
  const unseen = messages.slice(lastSeen + 1);
  return unseen.some(isTurn) ? unseen : newMessages(messages);
}

/**
 * The messages that the agent has not answered: those behind its last word. When there are none the
 * last one that it was sent, since a system that wants a message wants one on every request.
 */
export function newMessages(messages: readonly Message[]): readonly TurnMessage[] {
  const answered = messages.findLastIndex((message) => !isTurn(message));
  const fresh = messages.slice(answered + 1).filter(isTurn);
  return fresh.length > 0 ? fresh : messages.filter(isTurn).slice(-1);
}
