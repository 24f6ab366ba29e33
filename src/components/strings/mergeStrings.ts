import { reportUncaught } from "../../protocol/runtime.ts";
import type { StringsOverride } from "./strings.ts";

/**
 * @internal Returns texts with an override applied. Groups are merged key by key. A text of the override that throws, or
 * that is no text, is replaced by the text of the base: a fault in one text costs no more than this text.
 *
 * @typeParam T - A set of texts, or overrides of one.
 */
export function mergeStrings<T extends StringsOverride>(base: T, override: StringsOverride): T {
  const merged: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(override)) {
    if (value === undefined) continue;
    merged[key] = isGroup(value)
      ? mergeGroup(key, merged[key], value)
      : withBuiltInText(key, value, merged[key]);
  }
  // Every key of `T` has a value of its type from one of both.
  return merged as T;
}

function isGroup(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function mergeGroup(name: string, base: unknown, override: object): unknown {
  if (base !== undefined && !isGroup(base)) return withBuiltInText(name, override, base);
  const group: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(override))
    group[key] = withBuiltInText(`${name}.${key}`, value, group[key]);
  return group;
}

type TextFunction = (...args: readonly unknown[]) => unknown;

/** Faults that were reported, by text and kind of error. Each render calls the functions, and may create them again. */
const reportedFaults = new Set<string>();

function reportOnce(name: string, error: unknown): void {
  const fault = `${name} ${error instanceof Error ? error.name : typeof error}`;
  if (!reportedFaults.has(fault)) reportUncaught(error);
  reportedFaults.add(fault);
}

/** @param name - Key of the text, after the key of its group. */
function withBuiltInText(name: string, own: unknown, base: unknown): unknown {
  if (own === base || base === undefined) return own;
  if (
    own === null ||
    typeof own !== typeof base ||
    (name === "threads.language" && !isLanguage(own))
  ) {
    reportOnce(name, createTextError(name, `is ${describeValue(own)}`, base));
    return base;
  }
  if (!isTextFunction(own) || !isTextFunction(base)) return own;
  return (...args: readonly unknown[]) => {
    try {
      const text = own(...args);
      if (typeof text === "string") return text;
      throw createTextError(name, `returned ${describeValue(text)}`, "");
    } catch (error) {
      reportOnce(name, error);
      return base(...args);
    }
  };
}

function isTextFunction(value: unknown): value is TextFunction {
  return typeof value === "function";
}

/** True for a tag such as `en-US`, as `Intl` accepts it. */
function isLanguage(value: unknown): boolean {
  try {
    return Intl.getCanonicalLocales(String(value)).length > 0;
  } catch {
    return false;
  }
}

function describeValue(value: unknown): string {
  if (value === null) return "null";
  return typeof value === "string" ? `"${value}"` : `of the type "${typeof value}"`;
}

/** @param expected - A value of the type that the text should have. */
function createTextError(name: string, fault: string, expected: unknown): TypeError {
  const kind = name === "threads.language" ? "language tag such as en-US" : typeof expected;
  return new TypeError(
    `The text \`strings.${name}\` ${fault}, so the built-in text is shown. Use a ${kind} instead.`,
  );
}
