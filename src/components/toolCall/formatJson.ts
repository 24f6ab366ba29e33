import { MAX_JSON_DEPTH } from "../../protocol/jsonDepth.ts";
import { parseJson } from "../../protocol/parseJson.ts";

/** Levels that are indented further than the one around them. */
const MAX_INDENTED = 40;

/** JSON formatted so far, with the state to continue from when more of it streams in. */
export interface IndentedJson {
  readonly text: string;
  /** True when the JSON is nested too deeply to show. Its text is then unchanged. */
  readonly isTooDeep: boolean;
  readonly source: string;
  readonly resumeState: IndentState;
}

/** State of the scanner at a position before which later text cannot change the output. */
interface IndentState {
  readonly offset: number;
  readonly output: string;
  readonly depth: number;
  readonly isInString: boolean;
}

const START: IndentState = { offset: 0, output: "", depth: 0, isInString: false };

/**
 * Indents JSON without parsing it, so that it works on an incomplete document and keeps every number as it was
 * written. Returns text that is not JSON unchanged.
 */
export function indentJson(text: string): string {
  return indentAppended(undefined, text).text;
}

/** Returns true for JSON, also incomplete, that is nested too deeply to show. */
export function isTooDeepText(text: string): boolean {
  return indentAppended(undefined, text).isTooDeep;
}

/** Indents JSON as `indentJson`, and scans only the new text when `text` continues the source of `before`. */
export function indentAppended(before: IndentedJson | undefined, text: string): IndentedJson {
  const source = text.trim();
  const isJson = /^[[{]/.test(source);
  if (before && (isJson ? before.source === source : before.text === text)) return before;
  if (!isJson) return { text, source, isTooDeep: false, resumeState: START };
  // Comparing a slice is many times faster than `startsWith`.
  const isLonger = before && source.slice(0, before.source.length) === before.source;
  let { offset, output, depth, isInString } = isLonger ? before.resumeState : START;
  for (; offset < source.length; offset++) {
    // The state stays at the level that is too deep, so that more text changes nothing.
    if (depth > MAX_JSON_DEPTH) {
      const resumeState = { offset, output: "", depth, isInString };
      return { text, source, isTooDeep: true, resumeState };
    }
    const char = source.charAt(offset);
    const isLast = offset + 1 === source.length;
    if (isInString) {
      if (char === "\\" && isLast) break;
      output += char;
      if (char === "\\") output += source.charAt(++offset);
      else if (char === '"') isInString = false;
    } else if (char === "{" || char === "[") {
      if (isLast) break;
      const close = char === "{" ? "}" : "]";
      const next = skipSpace(source, offset + 1);
      if (source.charAt(next) === close) {
        output += char + close;
        offset = next;
      } else output += char + lineBreak(++depth);
    } else if (char === "}" || char === "]") {
      output += lineBreak(--depth) + char;
    } else if (char === ",") output += `,${lineBreak(depth)}`;
    else if (char === ":") output += ": ";
    else if (char.trim() !== "") {
      output += char;
      isInString = char === '"';
    }
  }
  // A last character whose format depends on the next one is shown now, and scanned again with the next one.
  const last = source.charAt(offset);
  const shown = output + last + (last && !isInString ? lineBreak(depth + 1) : "");
  return {
    text: shown,
    source,
    isTooDeep: false,
    resumeState: { offset, output, depth, isInString },
  };
}

/**
 * Formats the text of a tool result for reading: indents JSON, also JSON in a JSON string, and unquotes a JSON string.
 * Returns any other text unchanged.
 */
export function formatToolResult(text: string): string {
  const value = parseFormattable(text);
  if (typeof value === "object" && value !== null) return indentJson(text);
  if (typeof value !== "string") return text;
  const inner = parseFormattable(value);
  return typeof inner === "object" && inner !== null ? indentJson(value) : value;
}

/** Parses JSON that is an object or a list; returns `undefined` for any other text. */
export function parseStructure(text: string): object | undefined {
  const value = parseFormattable(text);
  return typeof value === "object" && value !== null ? value : undefined;
}

function skipSpace(text: string, from: number): number {
  let offset = from;
  while (offset < text.length && text.charAt(offset).trim() === "") offset++;
  return offset;
}

function parseFormattable(text: string): unknown {
  // Numbers and words need no formatting, and plain text would only fail to parse, slowly when it is long.
  return /^\s*["[{]/.test(text) ? parseJson(text) : undefined;
}

function lineBreak(depth: number): string {
  return `\n${"  ".repeat(Math.max(0, Math.min(depth, MAX_INDENTED)))}`;
}
