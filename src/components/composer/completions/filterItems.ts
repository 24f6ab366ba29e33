import { foldText } from "../../../selectors/foldText.ts";
import type { CompletionItem } from "./completion.ts";

/**
 * Returns the items whose label contains the query, ignoring case and accents. Exact matches come first, then
 * prefixes, then prefixes of a word, then others. Equal matches keep the given order.
 */
export function filterItems(
  items: readonly CompletionItem[],
  query: string,
): readonly CompletionItem[] {
  const needle = foldText(query);
  const ranked: CompletionItem[][] = [[], [], [], []];
  for (const item of items) ranked[rankLabel(foldText(item.label), needle)]?.push(item);
  return ranked.flat();
}

/** Returns -1 for a label without the query. */
function rankLabel(label: string, needle: string): number {
  const at = label.indexOf(needle);
  if (at < 0) return at;
  if (at === 0) return label === needle ? 0 : 1;
  return label.split(/[\s\p{P}]+/u).some((part) => part.startsWith(needle)) ? 2 : 3;
}
