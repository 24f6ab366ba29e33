/** Converts an identifier to words: `SEARCH_RESULTS` and `searchResults` become "Search results". */
export function humanize(identifier: string): string {
  const text = identifier
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .replace(/[_-]+/g, " ")
    .trim()
    .toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}
