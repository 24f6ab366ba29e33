import type { ActivityMessage, Message, ToolMessage } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { jsonTextOf } from "../../protocol/jsonDepth.ts";
import { parseJson } from "../../protocol/parseJson.ts";
import { textOf } from "../../protocol/textOf.ts";
import { shownErrorOf } from "../decision.ts";
import { labelsOf } from "../humanize.ts";
import type { InterruptRecord } from "../interruptPlacement.ts";

/** Texts that are shown one below the other. A match is within one of them. */
export type ShownTexts = readonly string[];

/** Levels of objects and lists that are shown as fields; a value that is nested deeper is shown as JSON. */
const MAX_FORMATTED_DEPTH = 3;

/** Returns the texts of a JSON value as a reader sees them: labels of fields, and values. */
function textsOfValue(value: unknown, depth = 0): ShownTexts {
  if (typeof value === "string") return [value];
  if (typeof value === "number" || typeof value === "bigint") return [String(value)];
  // The words for yes, no and nothing depend on the language.
  if (typeof value !== "object" || value === null) return [];
  if (depth > MAX_FORMATTED_DEPTH) return [jsonTextOf(value)];
  if (Array.isArray(value)) return value.flatMap((item) => textsOfValue(item, depth + 1));
  const keys = Object.keys(value);
  const labels = labelsOf(keys);
  return keys.flatMap((key, at) => [
    labels[at] ?? key,
    ...textsOfValue(Reflect.get(value, key), depth + 1),
  ]);
}

/** Returns the texts of arguments or of a result: those of a JSON object or list, or else the text itself. */
export function textsOfJson(text: string): ShownTexts {
  const value = parseContainer(text);
  if (typeof value !== "string") return value === undefined ? [text] : textsOfValue(value);
  // JSON in a JSON string.
  return [parseContainer(value) ?? value].flatMap((inner) => textsOfValue(inner));
}

/** Parses JSON that is an object, a list or a text. Plain text would only fail to parse, slowly when it is long. */
function parseContainer(text: string): unknown {
  return /^\s*["[{]/.test(text) ? parseJson(text) : undefined;
}

/** Returns the texts of a tool message: the error, and the content unless it repeats the error. */
export function textsOfResult(message: ToolMessage): ShownTexts {
  const error = shownErrorOf(message);
  const content = textOf(message.content);
  if (error === undefined) return textsOfJson(content);
  return content.includes(error) ? [content] : [error, ...textsOfJson(content)];
}

/** Returns the texts of an activity, without the id of the tool call that it belongs to. */
export function textsOfActivity({ content }: ActivityMessage): ShownTexts {
  const { toolCallId: _, ...shown } = content;
  const values = Object.values(shown);
  const [first] = values;
  return values.length === 1 && typeof first === "string" ? [first] : textsOfValue(shown);
}

/** Returns the texts of a question and of its answer. */
export function textsOfInterrupt({ message = "", answer }: InterruptRecord): ShownTexts {
  const payload: unknown = answer?.payload;
  return [...textsOfJson(message), ...textsOfValue(payload)];
}

/**
 * Returns the texts of a message.
 *
 * @param readMarkdown - Returns the texts of Markdown without its syntax.
 */
export function textsOfMessage(
  message: Message,
  readMarkdown: (text: string) => ShownTexts,
): ShownTexts {
  switch (message.role) {
    case "assistant":
    case "reasoning":
      return readMarkdown(message.content ?? "");
    case "tool":
      return textsOfResult(message);
    case "activity":
      return isRecord(message.content) ? textsOfActivity(message) : [];
    default:
      return [textOf(message.content)];
  }
}
