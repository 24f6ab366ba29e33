import type { ContentPart } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { recordOf, stringOf, type TanStackEvent } from "./wire.ts";

const MEDIA: readonly unknown[] = ["image", "audio", "video", "document"];

/** One part as AG-UI has it. The two differ in text alone, which TanStack calls `content`. */
function readPart(part: TanStackEvent): ContentPart | undefined {
  if (part.type === "text") {
    return { type: "text", text: stringOf(part.content) ?? stringOf(part.text) ?? "" };
  }
  if (!MEDIA.includes(part.type) || !recordOf(part.source)) return undefined;
  // The same fields under the same names; the run loop checks them once more.
  return part as unknown as ContentPart;
}

/** A list of parts in either spelling; `undefined` when it is none. */
export function readParts(value: unknown): ContentPart[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const parts = value.map((part: unknown) => (isRecord(part) ? readPart(part) : undefined));
  return parts.every((part) => part !== undefined) ? parts : undefined;
}

/** Content as a message has it: text where there is nothing but text. */
export function readContent(parts: readonly unknown[]): string | ContentPart[] {
  const read = parts.flatMap((part) => (isRecord(part) ? (readPart(part) ?? []) : []));
  const texts = read.flatMap((part) => (part.type === "text" ? part.text : []));
  return texts.length === read.length ? texts.join("") : read;
}

/** The content of a message as TanStack's parts. */
export function writeContent(
  content: string | readonly ContentPart[] | undefined,
): TanStackEvent[] {
  if (content === undefined || content === "") return [];
  if (typeof content === "string") return [{ type: "text", content }];
  return content.map((part) =>
    part.type === "text" ? { type: "text", content: part.text } : { ...part },
  );
}
