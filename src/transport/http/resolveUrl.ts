/** Stands in for the page where there is none. No host has such a name. */
const NOWHERE = "http://nowhere.invalid";

/**
 * Resolves an address against the agent's url, which may be relative to the page itself. A query
 * alone is added to the url's own.
 */
export function resolveUrl(address: string, url: string | URL): string {
  if (address.startsWith("?")) return withQuery(String(url), new URLSearchParams(address));
  const page = globalThis.document?.baseURI ?? globalThis.location?.href;
  const { href } = new URL(address, new URL(url, /^http/.test(page ?? "") ? page : NOWHERE));
  return href.startsWith(NOWHERE) ? href.slice(NOWHERE.length) : href;
}

/** Adds to the query of an address, and takes the place of what is there under the same names. */
export function withQuery(url: string, added: URLSearchParams): string {
  const [, path = "", query = "", hash = ""] = /^([^?#]*)\??([^#]*)(.*)$/.exec(url) ?? [];
  const whole = new URLSearchParams(query);
  for (const [name, value] of added) whole.set(name, value);
  return `${path}?${whole}${hash}`;
}
