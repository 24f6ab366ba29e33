/** Converts an identifier to words: `SEARCH_RESULTS` and `searchResults` become "Search results". */
export function humanize(identifier: string): string {
  const text = identifier
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .replace(/[_-]+/g, " ")
    .trim()
    .toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * Returns a label for each key of an object: the key as words, or the key itself where two keys would have labels that
 * look the same (`deleteAll` and `delete_all`).
 */
export function labelsOf(keys: readonly string[]): readonly string[] {
  const labels = keys.map(humanize);
  const counts = new Map<string, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  return labels.map((label, at) => (counts.get(label) === 1 && label) || (keys[at] ?? label));
}
