import { parseTaskStatus, type TaskStatus } from "../activity/Checklist.tsx";
import { parseSource, type UnnumberedSource } from "../sources/source.ts";

/** @internal The content of an activity, read as the report of a search or of progress. */
export interface SearchReport {
  readonly queries: readonly string[];
  /** Undefined when the report has no status that can be parsed, or no queries. */
  readonly status: TaskStatus | undefined;
  /** A fraction of 1 (`total: 1`), or a count. */
  readonly progress: { readonly done: number; readonly total: number } | undefined;
  readonly sources: readonly UnnumberedSource[];
  /** All other fields, under their original names. */
  readonly rest: Readonly<Record<string, unknown>>;
}

/** Field names, normalized by `normalizeKey`. */
const queryKeys = ["query", "queries", "searchquery", "searchqueries", "websearchqueries"];
const sourceKeys = ["sources", "results", "searchresults", "hits", "citations", "references"];
const statusKeys = ["status", "state", "isdone", "done", "completed", "iscompleted"];
const percentKeys = ["percent", "percentage", "progresspercent", "progresspercentage"];
const countKeys = ["current", "completed", "processed"];

/**
 * @internal Parses the content of an activity as the report of a search or of progress. Returns undefined unless it
 * has sources (one at least with an address), a progress value, or queries with a status. Names may have any spelling
 * (`search_query`, `searchQuery`).
 *
 * Agents send, for example:
 *
 * - `{ query, results: [{ title, url }], status }` or `{ query, current: 3, total: 12 }`;
 * - `{ status, percent: 40 }` or `{ progress: 0.4 }`.
 */
export function parseSearchReport(content: unknown): SearchReport | undefined {
  if (typeof content !== "object" || content === null || Array.isArray(content)) return undefined;
  const fields = new Map<string, unknown>(Object.entries(content));
  const queries = takeField(fields, queryKeys, parseQueries) ?? [];
  // A status without queries stays in `rest`: its own text is more informative.
  const status = queries.length > 0 ? takeField(fields, statusKeys, parseStatus) : undefined;
  const hasContext = queries.length > 0 || [...fields].some(isStatusField);
  const progress = takeProgress(fields, hasContext || status !== undefined);
  const sources = takeField(fields, sourceKeys, parseSearchResults) ?? [];
  const isValid = sources.length > 0 || progress || status;
  if (!isValid) return undefined;
  // An active search has no results yet; a finished search shows its empty list.
  if (status === "active")
    takeField(fields, sourceKeys, (value) => isEmptyList(value) || undefined);
  return { queries, status, progress, sources, rest: Object.fromEntries(fields) };
}

type Parse<T> = (value: unknown) => T | undefined;

/** Removes the first field with one of these names that can be parsed, and returns its parsed value. */
function takeField<T>(fields: Map<string, unknown>, names: readonly string[], parse: Parse<T>) {
  for (const [key, value] of fields) {
    const result = names.includes(normalizeKey(key)) ? parse(value) : undefined;
    if (result === undefined) continue;
    fields.delete(key);
    return result;
  }
  return undefined;
}

/** Normalizes a field name, because agents spell names in many ways. */
function normalizeKey(key: string): string {
  return key.toLowerCase().replace(/[^a-z]/g, "");
}

/** Takes a percentage, a count of a `total`, or else `progress`: a fraction up to 1, and a percentage above 1. */
function takeProgress(fields: Map<string, unknown>, hasContext: boolean): SearchReport["progress"] {
  const percent = takeField(fields, percentKeys, (value) => numberUpTo(100, value));
  if (percent !== undefined) return { done: percent / 100, total: 1 };
  const total = [...fields].find(([key]) => normalizeKey(key) === "total")?.[1];
  if (typeof total === "number" && total > 0) {
    // A shopping cart has a total as well: other counts are whole numbers beside a status or a query.
    const isCounted = hasContext && Number.isInteger(total);
    const done =
      takeField(fields, ["progress"], (value) => numberUpTo(total, value)) ??
      takeField(fields, isCounted ? countKeys : [], (value) =>
        Number.isInteger(value) ? numberUpTo(total, value) : undefined,
      );
    if (done === undefined) return undefined;
    takeField(fields, ["total"], () => true);
    return { done, total };
  }
  const fraction = takeField(fields, ["progress"], (value) => numberUpTo(100, value));
  return fraction === undefined
    ? undefined
    : { done: fraction > 1 ? fraction / 100 : fraction, total: 1 };
}

function numberUpTo(max: number, value: unknown): number | undefined {
  return typeof value === "number" && value >= 0 && value <= max ? value : undefined;
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** Tests for a status field, also when its text is not one that `parseStatus` accepts. */
function isStatusField([key, value]: readonly [string, unknown]): boolean {
  return statusKeys.includes(normalizeKey(key)) && ["string", "boolean"].includes(typeof value);
}

function parseStatus(value: unknown): TaskStatus | undefined {
  if (typeof value === "boolean") return value ? "done" : "active";
  if (typeof value !== "string") return undefined;
  const status = parseTaskStatus(value);
  // `parseTaskStatus` returns "open" for every unknown text.
  return status === "open" && !/^(open|pending|todo|queued|planned)$/.test(normalizeKey(value))
    ? undefined
    : status;
}

function parseQueries(value: unknown): readonly string[] | undefined {
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  const texts = all.filter((query) => typeof query === "string" && query.trim() !== "");
  // The lengths are equal, so every value is a string.
  return texts.length > 0 && texts.length === all.length ? (texts as string[]) : undefined;
}

/** Parses a list of sources; undefined unless every item can be shown and one at least has an address. */
function parseSearchResults(value: unknown): readonly UnnumberedSource[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const sources = value.flatMap((item: unknown) => parseSource(item) ?? []);
  const isValid = sources.length === value.length && sources.some(({ href }) => href);
  return isValid ? sources : undefined;
}
