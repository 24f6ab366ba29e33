import type { ContentPart, Message } from "../../../protocol/events.ts";
import { textOf } from "../../../protocol/textOf.ts";

const hasMedia = ({ content }: Message): boolean =>
  Array.isArray(content) && content.some((part: ContentPart) => part.type !== "text");

const withoutSpaces = ({ content }: Message): string => textOf(content).replace(/\s+/g, "");

/**
 * Returns a message of a snapshot with the media parts of the message before, where the snapshot states only its text:
 * Strands and older adapters of LangGraph omit the attachments of the user and of results.
 */
export function keepMedia(stated: Message, before: Message | undefined): Message {
  if (before?.role !== stated.role || !hasMedia(before) || hasMedia(stated)) return stated;
  const isSameText = withoutSpaces(before) === withoutSpaces(stated);
  // The roles are the same, so the content is of the type that the role has.
  return isSameText ? ({ ...stated, content: before.content } as Message) : stated;
}
