/**
 * Returns the address of a link, or `null` when the link must stay plain text: only `http:`, `https:` and `mailto:` pass.
 * Removes what a browser ignores in a scheme (control characters, outer white space), so that `java\tscript:` cannot hide.
 * A relative address would act on the host application with the user's cookies.
 *
 * @param address - The address with its entities decoded.
 */
export function safeHref(address: string): string | null {
  const href = withoutControls(address);
  return /^(?:https?:\/\/|mailto:)/i.test(href) ? href : null;
}

/** Address of an image that may be shown. */
interface ImageSource {
  src: string;
  /** The URL to load the image from; `null` for a data URL. */
  remote: URL | null;
}

/**
 * Parses the address of an image, with entities decoded. Accepts bitmaps in `data:` URLs, which send nothing, and
 * `http(s)` addresses as remote. Returns `null` for everything else, including SVG data URLs.
 */
export function imageSource(address: string): ImageSource | null {
  const src = withoutControls(address);
  if (/^data:image\/(?:png|jpeg|gif|webp|avif)[;,]/i.test(src)) return { src, remote: null };
  const remote = /^https?:\/\//i.test(src) ? parseUrl(src) : null;
  return remote && { src, remote };
}

/** Tests whether the origin of a URL is allowed. Allowed origins may have a trailing slash. */
export function isAllowedOrigin({ origin }: URL, allowed: readonly string[]): boolean {
  return allowed.some((entry) => parseUrl(entry)?.origin === origin);
}

function withoutControls(address: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the characters are removed
  return address.replace(/[\u0000-\u001f\u007f]/g, "").trim();
}

function parseUrl(address: string): URL | null {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}
