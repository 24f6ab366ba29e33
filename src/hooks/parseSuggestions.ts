import type { Suggestion } from "./suggestions.ts";

/** Longer than this, a line is an explanation and nothing to press. In characters. */
const MAX_LABEL = 120;

/** What comes in front of an item of a list. */
const MARKER = /^(?:[-*+•–]|\d{1,2}[.)])\s+/;

/**
 * Reads suggestions out of what an agent wrote: a JSON array of texts, or of objects with a title and
 * a message, also inside an object, a fence or a sentence; else a list of lines.
 *
 * @returns At most `max`; none when it is anything else.
 */
export function parseSuggestions(answer: string, max: number): readonly Suggestion[] {
  const byLabel = new Map<string, Suggestion>();
  for (const suggestion of fromJson(answer) ?? fromLines(answer)) {
    const label = typeof suggestion === "string" ? suggestion : suggestion.label;
    if (!byLabel.has(label)) byLabel.set(label, suggestion);
  }
  return [...byLabel.values()].slice(0, Math.max(0, max));
}

function fromJson(answer: string): readonly Suggestion[] | undefined {
  const start = answer.search(/[[{]/);
  const end = Math.max(answer.lastIndexOf("]"), answer.lastIndexOf("}"));
  if (start < 0 || end < start) return undefined;
  try {
    return toList(JSON.parse(answer.slice(start, end + 1))).flatMap(toSuggestion);
  } catch {
    return undefined;
  }
}

/** The list itself, or the first one in an object, whatever that is called. */
function toList(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).find(Array.isArray) ?? [];
}

function toSuggestion(item: unknown): readonly Suggestion[] {
  if (typeof item === "string") return toLabel(item);
  if (typeof item !== "object" || item === null) return [];
  const text = (...names: readonly string[]) =>
    names
      .map((name): unknown => Reflect.get(item, name))
      .find((value) => typeof value === "string");
  const title = text("title", "label");
  const message = text("message", "prompt", "text") ?? title ?? "";
  const [label] = toLabel(title ?? message);
  if (label === undefined || message.trim() === "") return [];
  return [label === message ? label : { label, message }];
}

/** A list, and not prose: its lines have marks, or there are several, all of them short. */
function fromLines(answer: string): readonly string[] {
  // What was meant as JSON is no text, and neither are the fences around it.
  if (/^\s*(?:```|[[{])/.test(answer)) return [];
  const lines = answer.split("\n").flatMap((line) => line.trim() || []);
  const marked = lines.filter((line) => MARKER.test(line));
  if (marked.length > 0) return marked.flatMap(toLabel);
  const labels = lines.flatMap(toLabel);
  const isList = lines.length > 1 && labels.length === lines.length;
  return isList ? labels : [];
}

function toLabel(text: string): readonly string[] {
  const label = text
    .trim()
    .replace(MARKER, "")
    .replace(/^["“](.*)["”],?$/, "$1")
    .trim();
  return label !== "" && label.length <= MAX_LABEL ? [label] : [];
}
