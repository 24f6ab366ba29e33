/** Turns an identifier into words: `SEARCH_RESULTS` and `searchResults` become "Search results". */
export function humanize(identifier: string): string {
  const words = identifier
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, "$1 $2")
    .replace(/[_-]+/g, " ")
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
