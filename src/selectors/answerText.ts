import type { AssistantMessage } from "../protocol/events.ts";
import { findMessageIndex } from "../reducer/messageIndex.ts";
import type { Snapshot } from "../reducer/snapshot.ts";
import { subagentIdOf } from "./subagentAncestry.ts";
import { textOf } from "./textOf.ts";

/** Returns the agent's own messages of an answer, up to its last message; messages of sub-agents are left out. */
export function answerMessages({ messages }: Snapshot, endId: string): readonly AssistantMessage[] {
  const answer: AssistantMessage[] = [];
  for (let at = findMessageIndex(messages, endId); at >= 0; at--) {
    const message = messages[at];
    if (!message || message.role === "user") break;
    if (message.role === "assistant" && subagentIdOf(message) === undefined)
      answer.unshift(message);
  }
  return answer;
}

/** Returns a message as Markdown: a user message, or the whole answer that ends with the message. */
export function markdownOf(snapshot: Snapshot, messageId: string): string {
  const message = snapshot.messages[findMessageIndex(snapshot.messages, messageId)];
  if (message?.role === "user") return textOf(message.content);
  const texts = answerMessages(snapshot, messageId).flatMap(({ content }) => content || []);
  return texts.join("\n\n");
}
