import type { ContentPart, Message } from "../../../protocol/events.ts";
import { textOf } from "../../../protocol/textOf.ts";

/**
 * Returns a message of a snapshot with the media parts of the message before, where the snapshot states only its text:
 * Strands and older adapters of LangGraph omit the attachments of the user and of results.
 */
export function keepMedia(stated: Message, before: Message | undefined): Message {
  if (before?.role !== stated.role || !hasMedia(before) || hasMedia(stated)) return stated;
  if (withoutSpaces(before) !== withoutSpaces(stated)) return stated;
  // The roles are the same, so the content is of the type that the role has.
  return { ...stated, content: before.content } as Message;
}

function hasMedia({ content }: Message): boolean {
  return Array.isArray(content) && content.some((part: ContentPart) => part.type !== "text");
}

/** Returns the text of a message without its spaces: servers join the texts of several parts in different ways. */
function withoutSpaces({ content }: Message): string {
  return textOf(content).replace(/\s+/g, "");
}
