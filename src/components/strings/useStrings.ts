import { useSettings } from "../settings/settings.tsx";
import { mergeStrings } from "./mergeStrings.ts";
import { englishStrings, type Strings, type StringsOverride } from "./strings.ts";

/**
 * Returns the texts of the nearest chat or `ChatSettings`, or English. Use it in a component that
 * replaces a built-in one, so that its texts follow the language of the chat.
 *
 * @example Render a localized button
 * ```tsx
 * const { retry } = useStrings();
 * return <button type="button">{retry}</button>;
 * ```
 * @example Read the text of a group
 * ```tsx
 * const { running, failed } = useStrings().toolCall;
 * ```
 * @see {@link Strings} for all texts
 */
export function useStrings(): Strings {
  return completeStrings(useSettings().strings);
}

/** Complete texts by override, so that all components of a chat share one object. */
const completed = new WeakMap<StringsOverride, Strings>();

function completeStrings(override: StringsOverride): Strings {
  const cached = completed.get(override);
  if (cached) return cached;
  const strings = mergeStrings(englishStrings, override);
  completed.set(override, strings);
  return strings;
}
