import type { StringsOverride } from "./strings.ts";

/**
 * @internal Returns texts with an override applied. Groups are merged key by key.
 *
 * @typeParam T - A set of texts, or overrides of one.
 */
export function mergeStrings<T extends StringsOverride>(base: T, override: StringsOverride): T {
  const merged: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(override)) {
    if (value === undefined) continue;
    merged[key] = typeof value === "object" ? { ...Object(merged[key]), ...value } : value;
  }
  // Every key of `T` has a value of its type from one of both.
  return merged as T;
}
