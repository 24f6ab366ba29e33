import type { FirstStrings } from "./firstStrings.ts";
import type { Strings } from "./strings.ts";

/** Some of the words; those left out stay as they were. */
export type StringsOverride = {
  readonly [K in keyof Strings]?: Strings[K] extends string | ((...args: never[]) => string)
    ? Strings[K]
    : Partial<Strings[K]>;
};

/** @internal The words a chat needs from the start, and of the others those that were set. */
export type SetStrings = FirstStrings & StringsOverride;

/** @internal */
export function mergeStrings<T extends SetStrings>(base: T, override: StringsOverride = {}): T {
  const merged: Record<string, unknown> = { ...(base as object) };
  for (const [key, value] of Object.entries(override)) {
    const before = merged[key];
    if (value === undefined) continue;
    merged[key] = typeof value === "object" ? { ...(before as object), ...value } : value;
  }
  // Every key of `base` is still there, with a value of its type from one of the two.
  return merged as unknown as T;
}
