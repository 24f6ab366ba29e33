import type { Message } from "../protocol/events.ts";

/** The text in a content, without what is attached to it. */
export function textOf(content: Message["content"] | undefined): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.flatMap((part) => (part.type === "text" ? part.text : [])).join("\n");
}
