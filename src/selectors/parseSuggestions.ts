/** Something the user may send next: the text that is sent, or a short label for a longer message. */
export type Suggestion =
  | string
  | {
      /** Text of the button. */
      readonly label: string;
      /** Text that is sent. */
      readonly message: string;
    };

/** Maximum length of a suggestion in characters; a longer line is an explanation. */
const MAX_LABEL = 120;

/** Number of brackets at which JSON is tried; broken JSON can have thousands. */
const MAX_BEGINS = 20;

/** The marker of a list item. */
const MARKER = /^(?:[-*+•–]|\d{1,2}[.)])\s+/;

/**
 * Parses suggestions from an agent's reply: a JSON array of strings or of objects with a title and a message. The
 * array may be inside an object, a fence or a sentence. Without one, the reply is read as a list of lines.
 *
 * @returns At most `max` suggestions; none for any other reply.
 */
export function parseSuggestions(reply: string, max: number): readonly Suggestion[] {
  const byLabel = new Map<string, Suggestion>();
  for (const suggestion of fromJson(reply) ?? fromLines(reply)) {
    const label = typeof suggestion === "string" ? suggestion : suggestion.label;
    if (!byLabel.has(label)) byLabel.set(label, suggestion);
  }
  return [...byLabel.values()].slice(0, Math.max(0, max));
}

/** Parses the first valid JSON, because a sentence before it may contain brackets. */
function fromJson(reply: string): readonly Suggestion[] | undefined {
  const end = Math.max(reply.lastIndexOf("]"), reply.lastIndexOf("}")) + 1;
  const begins = [...reply.matchAll(/[[{]/g)].slice(0, MAX_BEGINS);
  for (const { index } of begins) {
    try {
      return toList(JSON.parse(reply.slice(index, end))).flatMap(toSuggestion);
    } catch {
      // The JSON may begin at the next bracket.
    }
  }
  return undefined;
}

/** Likely names of the list in an object. */
const LIST_KEYS = ["suggestions", "items", "messages"];

/** Returns the value when it is a list, else the list with a likely name, else the first list in the object. */
function toList(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (typeof value !== "object" || value === null) return [];
  const named = LIST_KEYS.map((key): unknown => Reflect.get(value, key));
  return [...named, ...Object.values(value)].find(Array.isArray) ?? [];
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

/** Returns the lines of a list: lines with markers, or several short lines that are not sentences. */
function fromLines(reply: string): readonly string[] {
  // Broken JSON and its fences are not suggestions.
  if (/^\s*(?:```|[[{])/.test(reply)) return [];
  const lines = reply.split("\n").flatMap((line) => line.trim() || []);
  const marked = lines.filter((line) => MARKER.test(line));
  if (marked.length > 0) return marked.flatMap(toPlainLabel);
  const labels = lines.flatMap(toPlainLabel);
  const isProse = lines.some((line) => /[.:;。：；][*_"”)]*$/.test(line));
  const isList = lines.length > 1 && labels.length === lines.length && !isProse;
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

/** Removes Markdown emphasis, which a button would show literally. */
function toPlainLabel(line: string): readonly string[] {
  const plain = line
    .replace(/(\*\*|__)(?=\S)(.+?)(?<=\S)\1/g, "$2")
    .replace(/(?<![\w*])([*_])(?=\S)(.+?)(?<=\S)\1(?![\w*])/g, "$2");
  return toLabel(plain);
}
