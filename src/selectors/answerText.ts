import type { AssistantMessage } from "../protocol/events.ts";
import { findMessageIndex } from "../reducer/messageIndex.ts";
import type { Snapshot } from "../reducer/snapshot.ts";
import { ownerOf } from "./subagentAncestry.ts";
import { textOf } from "./textOf.ts";

/** What the agent itself has said in an answer, up to the message with which that ends. */
export function answerMessages({ messages }: Snapshot, endId: string): readonly AssistantMessage[] {
  const said: AssistantMessage[] = [];
  for (let at = findMessageIndex(messages, endId); at >= 0; at--) {
    const message = messages[at];
    if (!message || message.role === "user") break;
    if (message.role === "assistant" && ownerOf(message) === undefined) said.unshift(message);
  }
  return said;
}

/** A message as Markdown: what the person wrote, or all that was said in the answer that ends with it. */
export function markdownOf(snapshot: Snapshot, messageId: string): string {
  const message = snapshot.messages[findMessageIndex(snapshot.messages, messageId)];
  if (message?.role === "user") return textOf(message.content);
  const texts = answerMessages(snapshot, messageId).flatMap(({ content }) => content || []);
  return texts.join("\n\n");
}
