import { isTooDeep, writeJson } from "../../protocol/jsonDepth.ts";
import { parseJson } from "../../protocol/parseJson.ts";

/** Free text as it will be sent. */
interface FreeText {
  /** `broken`: looks like JSON but is invalid. `inexact`: JSON with a number that would change. */
  readonly kind: "text" | "json" | "broken" | "inexact";
  readonly value: unknown;
}

/**
 * Parses text that may be JSON. Objects, lists and quoted text are JSON; a bare number or word is text,
 * because "10" is as likely a text. Invalid JSON is sent as text.
 */
export function parseFreeText(text: string): FreeText {
  const trimmed = text.trim();
  if (!/^[[{"]/.test(trimmed)) return { kind: "text", value: trimmed };
  const value = parseJson(trimmed);
  if (value === undefined || isTooDeep(value)) {
    return { kind: /^[[{]/.test(trimmed) ? "broken" : "text", value: trimmed };
  }
  return losesPrecision(trimmed) ? { kind: "inexact", value: trimmed } : { kind: "json", value };
}

/** Returns the text that a user edits for a value: a string as it is, other values as JSON. */
export function toEditableText(value: unknown): string {
  if (value === undefined) return "";
  return typeof value === "string" ? value : editableJson(value);
}

/** Most characters and levels of JSON that is indented. Browsers are slow to lay out a field of thousands of lines. */
const MAX_INDENTED = 10_000;
const MAX_INDENTED_LEVELS = 64;

/** Returns the JSON text of a value, indented unless it is long or deep. */
export function editableJson(value: unknown): string {
  const text = writeJson(value) ?? "";
  const isIndented = text.length <= MAX_INDENTED && !isTooDeep(value, MAX_INDENTED_LEVELS);
  return isIndented ? JSON.stringify(value, null, 2) : text;
}

/** Reason why a JSON text cannot be sent as it is: it is not JSON, or parsing it would change it. */
type JsonFault = "invalid" | "tooDeep" | "inexact" | "duplicate";

/** Returns the fault of a JSON text; undefined when its value is exactly what the text says. */
export function findJsonFault(text: string): JsonFault | undefined {
  const value = parseJson(text);
  if (value === undefined) return "invalid";
  if (isTooDeep(value)) return "tooDeep";
  if (losesPrecision(text)) return "inexact";
  return hasDuplicateKeys(text) ? "duplicate" : undefined;
}

const STRING_OR_BRACKET = /("(?:[^"\\]|\\.)*")(\s*:)?|[{}]/gs;

/** Returns true when an object in a valid JSON text has a key twice: parsers differ in which value they use. */
function hasDuplicateKeys(json: string): boolean {
  const open: Set<unknown>[] = [];
  for (const [token, text, colon] of json.matchAll(STRING_OR_BRACKET)) {
    if (token === "{") open.push(new Set());
    else if (token === "}") open.pop();
    else if (text !== undefined && colon !== undefined) {
      const keys = open.at(-1);
      const key = parseJson(text);
      if (keys?.has(key)) return true;
      keys?.add(key);
    }
  }
  return false;
}

/**
 * Returns whether a JSON text contains a number that parsing changes, such as an identifier of more than
 * 16 digits. Other notations of the same number are exact: `1.50` equals `1.5`, and `-0` equals `0`.
 */
export function losesPrecision(json: string): boolean {
  const tokens = json.match(STRING_OR_NUMBER) ?? [];
  return tokens.some((token) => {
    if (token.startsWith('"')) return false;
    return normalizeDecimal(token) !== normalizeDecimal(String(Number(token)));
  });
}

const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/gs;

/** Returns one notation for all notations of a number; undefined for `Infinity`. */
function normalizeDecimal(token: string): string | undefined {
  const [, sign, whole, fraction = "", power = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(token) ?? [];
  if (whole === undefined) return undefined;
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  const significant = digits.replace(/0+$/, "");
  if (significant === "") return "0";
  const exponent = Number(power) - fraction.length + digits.length - significant.length;
  return `${sign}${significant}e${exponent}`;
}
