import { reportUncaught } from "../../protocol/runtime.ts";
import type { StringsOverride } from "./strings.ts";

/**
 * @internal Returns texts with an override applied. Groups are merged key by key. When a function of the override
 * throws, the call returns the text of the base: a fault in one text costs no more than this text.
 *
 * @typeParam T - A set of texts, or overrides of one.
 */
export function mergeStrings<T extends StringsOverride>(base: T, override: StringsOverride): T {
  const merged: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(override)) {
    if (value === undefined) continue;
    merged[key] =
      typeof value === "object"
        ? mergeGroup(key, merged[key], value)
        : withBuiltInText(key, value, merged[key]);
  }
  // Every key of `T` has a value of its type from one of both.
  return merged as T;
}

function mergeGroup(name: string, base: unknown, override: object): object {
  const group: Record<string, unknown> = { ...Object(base) };
  for (const [key, value] of Object.entries(override))
    group[key] = withBuiltInText(`${name}.${key}`, value, group[key]);
  return group;
}

type TextFunction = (...args: readonly unknown[]) => unknown;

/** Faults that were reported, by text and kind of error. Each render calls the functions, and may create them again. */
const reportedFaults = new Set<string>();

/** @param name - Key of the text, after the key of its group. */
function withBuiltInText(name: string, own: unknown, base: unknown): unknown {
  if (!isTextFunction(own) || !isTextFunction(base) || own === base) return own;
  return (...args: readonly unknown[]) => {
    try {
      return own(...args);
    } catch (error) {
      const fault = `${name} ${error instanceof Error ? error.name : typeof error}`;
      if (!reportedFaults.has(fault)) reportUncaught(error);
      reportedFaults.add(fault);
      return base(...args);
    }
  };
}

function isTextFunction(value: unknown): value is TextFunction {
  return typeof value === "function";
}
