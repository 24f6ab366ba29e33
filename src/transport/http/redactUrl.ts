/** A url as messages show it: without its query, which may hold a key. */
export function redactUrl(url: string | URL): string {
  return String(url).replace(/[?#].*$/, "");
}
