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
 * Returns a label for each key of an object: the key as words. Keys whose labels would look the same (`deleteAll` and
 * `delete_all`) stay as they are. A key whose label would look like another one nevertheless, or that blanks begin or
 * end, is quoted as in JSON.
 */
export function labelsOf(keys: readonly string[]): readonly string[] {
  const labels = keys.map((key) => (key.trim() === key && humanize(key)) || JSON.stringify(key));
  const hasOneLabel = isOnly(labels);
  const isOneKey = isOnly(keys);
  return keys.map((key, at) => {
    const label = labels[at] ?? key;
    if (hasOneLabel(label)) return label;
    return isOneKey(key) ? key : escapeKey(key);
  });
}

/** Returns a test for texts that look like no other text of a list. */
function isOnly(texts: readonly string[]): (text: string) => boolean {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(lookOf(text), (counts.get(lookOf(text)) ?? 0) + 1);
  return (text) => counts.get(lookOf(text)) === 1;
}

/** Returns one text for texts that a reader cannot distinguish, such as letters with composed and separate accents. */
function lookOf(text: string): string {
  return text.normalize("NFKC").trim().replace(/\s+/g, " ");
}

function escapeKey(key: string): string {
  return JSON.stringify(key).replace(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
