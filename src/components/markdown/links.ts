/**
 * The address a link may lead to, or `null` when the link must stay plain text.
 *
 * Takes the address with entities already decoded. What a browser would skip while reading the
 * scheme (control characters, outer white space) is removed first, so `java\tscript:` cannot hide.
 * Only `http:`, `https:` and `mailto:` pass. Relative addresses do not: an agent does not know the
 * page it is shown on, and they would act on the host application with the person's cookies.
 */
export function safeHref(address: string): string | null {
  const href = withoutControls(address);
  return /^(?:https?:\/\/|mailto:)/i.test(href) ? href : null;
}

/** An image that may be shown. */
export interface ImageSource {
  src: string;
  /** Where it would be loaded from; `null` when it is all in the address. */
  remote: URL | null;
}

/**
 * Sorts an image's address (entities decoded): bitmaps in a `data:` URL carry nothing out and may be
 * shown; `http(s)` ones are remote; everything else is refused, SVG data URLs included.
 */
export function imageSource(address: string): ImageSource | null {
  const src = withoutControls(address);
  if (/^data:image\/(?:png|jpeg|gif|webp|avif)[;,]/i.test(src)) return { src, remote: null };
  const remote = /^https?:\/\//i.test(src) ? parseUrl(src) : null;
  return remote && { src, remote };
}

/** Whether a URL's origin is among the allowed ones, which may be written with a trailing slash. */
export function isAllowedOrigin({ origin }: URL, allowed: readonly string[]): boolean {
  return allowed.some((entry) => parseUrl(entry)?.origin === origin);
}

function withoutControls(address: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is being removed
  return address.replace(/[\u0000-\u001f\u007f]/g, "").trim();
}

function parseUrl(address: string): URL | null {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}
