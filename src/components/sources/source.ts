import { isRecord } from "../../protocol/isRecord.ts";
import { visibleTextOf } from "../../selectors/visibleText.ts";
import { safeHref } from "../markdown/links.ts";

/** A page or document that an answer cites, or that a search found. */
export interface Source {
  /** Number by which a text refers to the source, as in `[1]`. */
  readonly number: number;
  /** Address with `http:` or `https:`. Absent for a source that has only a title. */
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

/** Number of characters of a title that are shown. */
const MAX_TITLE = 300;

/** Number of characters of a summary that are shown. */
const MAX_SUMMARY = 1500;

/** A source whose number may be missing. */
export type UnnumberedSource = Omit<Source, "number"> & { readonly number?: number | undefined };

/**
 * @internal Parses a list of sources. An item without an address and a title is left out. The numbers are those that
 * the list gives, if each of its items has one of its own; otherwise the positions in the list, from 1.
 */
export function parseSources(items: readonly unknown[]): readonly Source[] {
  const ownNumbers = items.map(numberOf);
  const isNumbered = new Set(ownNumbers).size === items.length && !ownNumbers.includes(undefined);
  return items.flatMap((item, index) => {
    const source = parseSource(item);
    return source ? { ...source, number: (isNumbered && ownNumbers[index]) || index + 1 } : [];
  });
}

/**
 * @internal Parses an address, or an object whose fields have one of the usual names. Returns undefined when there is
 * neither an address that can be shown nor a title.
 */
export function parseSource(item: unknown): UnnumberedSource | undefined {
  const fields = typeof item === "string" ? { url: item } : item;
  if (!isRecord(fields)) return undefined;
  const findText = (keys: readonly string[], limit: number) => {
    const text = keys
      .map((key) => fields[key])
      .find((value): value is string => typeof value === "string" && value.trim() !== "");
    return text !== undefined && text.length > limit ? `${text.slice(0, limit)}…` : text;
  };
  const address = safeHref(findText(addressKeys, Number.POSITIVE_INFINITY) ?? "");
  const href = address !== null && siteOf(address) ? address : undefined;
  const isText = typeof item === "string" && href === undefined && item.trim() !== "";
  const title = isText ? item : findText(titleKeys, MAX_TITLE);
  if (href === undefined && title === undefined) return undefined;
  return { number: numberOf(item), href, title, summary: findText(summaryKeys, MAX_SUMMARY) };
}

/**
 * @internal Returns the title and the summary of a source, with codes for characters that hide or reorder text: a title
 * must not look like that of another site.
 */
export function visibleTextsOf({ title, summary }: UnnumberedSource) {
  return {
    title: title === undefined ? undefined : visibleTextOf(title, "prose"),
    summary: summary === undefined ? undefined : visibleTextOf(summary, "prose"),
  };
}

/** Returns the number that an item of a list states. */
function numberOf(item: unknown): number | undefined {
  if (!isRecord(item)) return undefined;
  return numberKeys
    .map((key) => item[key])
    .filter((value) => typeof value === "number" || typeof value === "string")
    .map(Number)
    .find((value) => Number.isInteger(value) && value > 0);
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
