import type { ContentPart, Message } from "../protocol/events.ts";

/** The text in a content, without what is attached to it. */
export function textOf(content: Message["content"] | readonly ContentPart[]): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  const parts: readonly ContentPart[] = content;
  return parts.flatMap((part) => (part.type === "text" ? part.text : [])).join("\n");
}
