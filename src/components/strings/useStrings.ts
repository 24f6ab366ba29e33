import { useSettings } from "../settings/settings.tsx";
import { mergeStrings, type SetStrings } from "./override.ts";
import { englishStrings, type Strings } from "./strings.ts";

/** By the words that were set, so that the same ones are completed once. */
const completed = new WeakMap<SetStrings, Strings>();

/**
 * Returns the words in force, for a component that replaces a part.
 *
 * @example A button in the language of the chat
 * ```tsx
 * const { retry } = useStrings();
 * ```
 */
export function useStrings(): Strings {
  const { strings } = useSettings();
  const known = completed.get(strings);
  if (known) return known;
  const words = mergeStrings(englishStrings, strings);
  completed.set(strings, words);
  return words;
}
