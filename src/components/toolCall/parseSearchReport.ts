import { parseTaskStatus, type TaskStatus } from "../activity/Checklist.tsx";
import { safeHref } from "../markdown/links.ts";

/** Where something was found. */
export interface SearchSource {
  /** `http` or `https`. Nothing where it leads nowhere: then there is a title. */
  readonly href: string | undefined;
  readonly title: string | undefined;
  /** The host of the address. */
  readonly site: string | undefined;
  readonly about: string | undefined;
}

/** @internal What a report of a search says, as far as it can be told without guessing. */
export interface SearchReport {
  /** What was searched for. */
  readonly queries: readonly string[];
  /** Nothing where it says nothing of the kind. */
  readonly status: TaskStatus | undefined;
  /** How much of it is done; of 1, where it is told as a share. */
  readonly progress: { readonly done: number; readonly total: number } | undefined;
  readonly sources: readonly SearchSource[];
  /** Whatever else it says, under the names it has there. */
  readonly rest: Readonly<Record<string, unknown>>;
}

/** As `plain` makes them. */
const queryKeys = ["query", "queries", "searchquery", "searchqueries", "websearchqueries"];
const sourceKeys = ["sources", "results", "searchresults", "hits", "citations", "references"];
const stateKeys = ["status", "state", "isdone", "done", "completed", "iscompleted"];
const percentKeys = ["percent", "percentage", "progresspercent", "progresspercentage"];
const countKeys = ["current", "completed", "processed"];
const addressKeys = ["url", "link", "href", "uri"];
const titleKeys = ["title", "name"];
const aboutKeys = ["snippet", "description", "summary"];

/**
 * Reads the content of an activity as the report of something that searches or advances, if it has
 * sources of which one at least leads somewhere, a measure of how far it is, or queries beside a state. Agents send
 * `{ query, results: [{ title, url }], status }`, `{ status, percent: 40 }`, `{ progress: 0.4 }` or
 * `{ query, current: 3, total: 12 }`; names are read in any spelling (`search_query`, `searchQuery`). What fits
 * nowhere stays in `rest`, under the name it was sent with.
 *
 * `progress` is a share up to 1 and a percentage above that, unless a total stands beside it. By any other name
 * what is done of a total has to be whole numbers, beside a state or a query: a cart has a total as well.
 */
export function parseSearchReport(content: unknown): SearchReport | undefined {
  if (typeof content !== "object" || content === null || Array.isArray(content)) return undefined;
  const fields = new Map<string, unknown>(Object.entries(content));
  const queries = take(fields, queryKeys, readQueries) ?? [];
  // A state by itself says more in its own words.
  const status = queries.length > 0 ? take(fields, stateKeys, readState) : undefined;
  const isUnderWay = queries.length > 0 || [...fields].some(isState);
  const progress = takeProgress(fields, isUnderWay || status !== undefined);
  const sources = take(fields, sourceKeys, readSources) ?? [];
  const isFit = sources.length > 0 || progress || status;
  if (!isFit) return undefined;
  // Nothing has been found yet; what has come to its end with nothing says so.
  if (status === "active") take(fields, sourceKeys, (value) => isEmpty(value) || undefined);
  return { queries, status, progress, sources, rest: Object.fromEntries(fields) };
}

type Read<T> = (value: unknown) => T | undefined;

/** Takes the first field of one of these names out that can be read so. */
function take<T>(fields: Map<string, unknown>, names: readonly string[], read: Read<T>) {
  for (const [key, value] of fields) {
    const result = names.includes(plain(key)) ? read(value) : undefined;
    if (result === undefined) continue;
    fields.delete(key);
    return result;
  }
  return undefined;
}

/** Agents spell names in many ways. */
function plain(key: string): string {
  return key.toLowerCase().replace(/[^a-z]/g, "");
}

function takeProgress(fields: Map<string, unknown>, isUnderWay: boolean): SearchReport["progress"] {
  const percent = take(fields, percentKeys, (value) => upTo(100, value));
  if (percent !== undefined) return { done: percent / 100, total: 1 };
  const total = [...fields].find(([key]) => plain(key) === "total")?.[1];
  if (typeof total === "number" && total > 0) {
    const isCounted = isUnderWay && Number.isInteger(total);
    const done =
      take(fields, ["progress"], (value) => upTo(total, value)) ??
      take(fields, isCounted ? countKeys : [], (value) =>
        Number.isInteger(value) ? upTo(total, value) : undefined,
      );
    if (done === undefined) return undefined;
    take(fields, ["total"], () => true);
    return { done, total };
  }
  const share = take(fields, ["progress"], (value) => upTo(100, value));
  return share === undefined ? undefined : { done: share > 1 ? share / 100 : share, total: 1 };
}

function upTo(max: number, value: unknown): number | undefined {
  return typeof value === "number" && value >= 0 && value <= max ? value : undefined;
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** Also one in words that are not known here. */
function isState([key, value]: readonly [string, unknown]): boolean {
  return stateKeys.includes(plain(key)) && ["string", "boolean"].includes(typeof value);
}

function readState(value: unknown): TaskStatus | undefined {
  if (typeof value === "boolean") return value ? "done" : "active";
  if (typeof value !== "string") return undefined;
  const status = parseTaskStatus(value);
  // Any other word would be read as that as well.
  return status === "open" && !/^(open|pending|todo|queued|planned)$/.test(plain(value))
    ? undefined
    : status;
}

function readQueries(value: unknown): readonly string[] | undefined {
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  const texts = all.filter((one) => typeof one === "string" && one.trim() !== "");
  // Every one of them is a text.
  return texts.length > 0 && texts.length === all.length ? (texts as string[]) : undefined;
}

/** Only as a whole: a list of which none leads somewhere, or one could not be shown, is not one of sources. */
function readSources(value: unknown): readonly SearchSource[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const sources = value.flatMap((item: unknown) => readSource(item) ?? []);
  const isFit = sources.length === value.length && sources.some(({ href }) => href);
  return isFit ? sources : undefined;
}

function readSource(item: unknown): SearchSource | undefined {
  const fields: unknown = typeof item === "string" ? { url: item, title: item } : item;
  if (typeof fields !== "object" || fields === null) return undefined;
  const find = (keys: readonly string[]) =>
    keys
      .map((key): unknown => Reflect.get(fields, key))
      .find((value): value is string => typeof value === "string" && value.trim() !== "");
  const href = safeHref(find(addressKeys) ?? "");
  const site = href && hostOf(href);
  const title = find(titleKeys);
  const about = find(aboutKeys);
  if (site) return { href, site, title: item === title ? undefined : title, about };
  return title === undefined ? undefined : { href: undefined, site: undefined, title, about };
}

/** Nothing for an address that is none, or leads into a mail. */
function hostOf(href: string): string | undefined {
  try {
    return new URL(href).host.replace(/^www\./, "") || undefined;
  } catch {
    return undefined;
  }
}
