import type { ContentPart, Message } from "./events.ts";

/** Returns the text of a message content, without its media parts. */
export function textOf(content: Message["content"] | readonly ContentPart[]): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  const parts: readonly ContentPart[] = content;
  return parts.flatMap((part) => (part.type === "text" ? part.text : [])).join("\n");
}

/**
 * Returns a value from the wire as text; `""` for an object. The conversion of an object throws when the object has a
 * field with the name `toString`.
 */
export function textOfScalar(value: unknown): string {
  return typeof value === "object" ? "" : String(value);
}
