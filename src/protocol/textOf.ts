import type { ContentPart, Message } from "./events.ts";

/** Returns the text of a message content, without its media parts. */
export function textOf(content: Message["content"] | readonly ContentPart[]): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  const parts: readonly ContentPart[] = content;
  return parts.flatMap((part) => (part.type === "text" ? part.text : [])).join("\n");
}
