import { safeHref } from "../markdown/links.ts";

/** A page or document that an answer cites, or that a search found. */
export interface Source {
  /** Number by which a text refers to the source, as in `[1]`. */
  readonly number: number;
  /** Address with `http:` or `https:`; others are not shown as links. A source without one has a title. */
  readonly href?: string | undefined;
  /** Title of the page or document. */
  readonly title?: string | undefined;
  /** A quotation, or what the source is about. */
  readonly summary?: string | undefined;
}

const addressKeys = ["url", "link", "href", "uri"];
const titleKeys = ["title", "name", "filename"];
const summaryKeys = ["snippet", "description", "summary", "quote", "cited_text"];
const numberKeys = ["number", "index", "id"];

/** A source whose number may be missing. */
export type UnnumberedSource = Omit<Source, "number"> & { readonly number?: number | undefined };

/**
 * @internal Parses a list of sources. An item without an address and a title is left out. The numbers are those that
 * the list gives, if each of its items has one of its own; otherwise they count from 1, and a source that is repeated
 * counts once.
 */
export function parseSources(items: readonly unknown[]): readonly Source[] {
  const sources = items.flatMap((item) => parseSource(item) ?? []);
  const numbers = new Set(sources.map(({ number }) => number));
  const isNumbered = numbers.size === sources.length && !numbers.has(undefined);
  const unique = new Map(sources.map((source) => [source.href ?? source.title, source]));
  return [...(isNumbered ? sources : unique.values())].map((source, index) => ({
    ...source,
    number: (isNumbered && source.number) || index + 1,
  }));
}

/**
 * @internal Parses an address, or an object whose fields have one of the usual names. Returns undefined when there is
 * neither an address that can be shown nor a title.
 */
export function parseSource(item: unknown): UnnumberedSource | undefined {
  const fields: unknown = typeof item === "string" ? { url: item } : item;
  if (typeof fields !== "object" || fields === null) return undefined;
  const findText = (keys: readonly string[]) =>
    keys
      .map((key): unknown => Reflect.get(fields, key))
      .find((value): value is string => typeof value === "string" && value.trim() !== "");
  const number = numberKeys
    .map((key) => Number(Reflect.get(fields, key)))
    .find((value) => Number.isInteger(value) && value > 0);
  const address = safeHref(findText(addressKeys) ?? "");
  const href = address !== null && siteOf(address) ? address : undefined;
  const isText = typeof item === "string" && href === undefined && item.trim() !== "";
  const title = isText ? item : findText(titleKeys);
  if (href === undefined && title === undefined) return undefined;
  return { number, href, title, summary: findText(summaryKeys) };
}

/**
 * @internal Returns the host of an address without `www.`: undefined for an invalid address, and for `mailto:`, which
 * has no host.
 */
export function siteOf(href: string | undefined): string | undefined {
  try {
    return new URL(href ?? "").host.replace(/^www\./, "") || undefined;
  } catch {
    return undefined;
  }
}
