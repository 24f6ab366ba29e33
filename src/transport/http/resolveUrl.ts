/** Base URL outside a browser. No host has such a name. */
const PLACEHOLDER_ORIGIN = "http://nowhere.invalid";

/**
 * Resolves a URL against the agent's, which may be relative to the document. A query alone is added
 * to that of the agent's URL.
 */
export function resolveUrl(address: string, url: string | URL): string {
  if (address.startsWith("?")) return withQuery(String(url), new URLSearchParams(address));
  const baseUrl = globalThis.document?.baseURI ?? globalThis.location?.href;
  const { href } = new URL(
    address,
    new URL(url, /^http/.test(baseUrl ?? "") ? baseUrl : PLACEHOLDER_ORIGIN),
  );
  return href.startsWith(PLACEHOLDER_ORIGIN) ? href.slice(PLACEHOLDER_ORIGIN.length) : href;
}

/** Adds query parameters to a URL and replaces those of the same name. */
export function withQuery(url: string, addedParams: URLSearchParams): string {
  const [, path = "", query = "", hash = ""] = /^([^?#]*)\??([^#]*)(.*)$/.exec(url) ?? [];
  const merged = new URLSearchParams(query);
  for (const [name, value] of addedParams) merged.set(name, value);
  return `${path}?${merged}${hash}`;
}

/** Returns a URL as messages show it: without its query, which may contain a key. */
export function redactUrl(url: string | URL): string {
  return String(url).replace(/[?#].*$/, "");
}
