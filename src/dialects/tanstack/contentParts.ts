import type { ContentPart } from "../../protocol/events.ts";
import { isRecord, type UnknownRecord } from "../../protocol/isRecord.ts";
import { asContentPart } from "../wireFields.ts";
import { recordOf, stringOf } from "./tanStackEvent.ts";

const MEDIA_TYPES: readonly unknown[] = ["image", "audio", "video", "document"];

/** Converts a part to AG-UI. Only text differs: TanStack calls its field `content`. */
function readContentPart(part: UnknownRecord): ContentPart | undefined {
  if (part.type === "text") {
    return { type: "text", text: stringOf(part.content) ?? stringOf(part.text) ?? "" };
  }
  if (!MEDIA_TYPES.includes(part.type) || !recordOf(part.source)) return undefined;
  // The fields have the same names.
  return asContentPart(part);
}

/** Converts a list of parts in either spelling; returns `undefined` for any other value. */
export function readContentParts(value: unknown): ContentPart[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const parts = value.map((part: unknown) => (isRecord(part) ? readContentPart(part) : undefined));
  return parts.every((part) => part !== undefined) ? parts : undefined;
}

/** Returns the content of a message: a string when all parts are text. */
export function readContent(parts: readonly unknown[]): string | ContentPart[] {
  const read = parts.flatMap((part) => (isRecord(part) ? (readContentPart(part) ?? []) : []));
  const texts = read.flatMap((part) => (part.type === "text" ? part.text : []));
  return texts.length === read.length ? texts.join("") : read;
}

/** Converts the content of a message to TanStack's parts. */
export function writeContent(
  content: string | readonly ContentPart[] | undefined,
): UnknownRecord[] {
  if (content === undefined || content === "") return [];
  if (typeof content === "string") return [{ type: "text", content }];
  return content.map((part) =>
    part.type === "text" ? { type: "text", content: part.text } : { ...part },
  );
}
