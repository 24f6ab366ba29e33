import { losesPrecision } from "./losesPrecision.ts";

/** What somebody wrote where text and JSON are taken. */
export interface WrittenAnswer {
  /** Of JSON with a number that would be sent as another one, that it is inexact. */
  readonly kind: "text" | "json" | "broken" | "inexact";
  readonly value: unknown;
}

/**
 * Reads a text as a person means it: an object, a list or a text in quotes is JSON. A number or a
 * word is not, since "10" is as likely a text; and what only begins like JSON is a text as well.
 */
export function parseFreeText(text: string): WrittenAnswer {
  const trimmed = text.trim();
  if (!/^[[{"]/.test(trimmed)) return { kind: "text", value: trimmed };
  try {
    const value = JSON.parse(trimmed) as unknown;
    return losesPrecision(trimmed) ? { kind: "inexact", value: trimmed } : { kind: "json", value };
  } catch {
    return { kind: /^[[{]/.test(trimmed) ? "broken" : "text", value: trimmed };
  }
}

/** An answer as it would be written. */
export function textOf(value: unknown): string {
  if (value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}
