import type { CompletionItem } from "./completion.ts";

/**
 * Returns the items whose label has what is written, whatever its case and its accents: first those that are
 * it, then those that begin with it, then those with a word that does, each in their order.
 */
export function filterItems(
  items: readonly CompletionItem[],
  query: string,
): readonly CompletionItem[] {
  const wanted = fold(query);
  const found: CompletionItem[][] = [[], [], [], []];
  for (const item of items) found[rank(fold(item.label), wanted)]?.push(item);
  return found.flat();
}

/** None for one that does not have it. */
function rank(label: string, wanted: string): number {
  const at = label.indexOf(wanted);
  if (at < 0) return at;
  if (at === 0) return label === wanted ? 0 : 1;
  return label.split(/[\s\p{P}]+/u).some((word) => word.startsWith(wanted)) ? 2 : 3;
}

/** A text without what is no difference to a person who looks for it: case and accents. */
export function fold(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}
