import type { Snapshot } from "../../reducer/snapshot.ts";
import { foldText } from "../foldText.ts";
import { countMatches } from "./findMatches.ts";
import {
  createUnitSelector,
  type SearchReaders,
  type SearchRow,
  type SearchSource,
  type SearchUnit,
} from "./searchUnits.ts";

/** Matches in one unit of the transcript. */
interface SearchHit {
  readonly unit: SearchUnit;
  /** Row of the unit; absent after the last row. */
  readonly rowId: string | undefined;
  /** Position of the row. */
  readonly rowIndex: number;
  /** Number of matches in the unit. */
  readonly count: number;
  /** Number of matches in the units before. */
  readonly before: number;
}

/** A match: a unit, and the position of the match among those in the unit. */
export interface SearchMatch {
  readonly hit: SearchHit;
  readonly occurrence: number;
}

/** Matches of a query in a thread. */
export interface SearchResult {
  readonly query: string;
  /** All rows of the transcript. */
  readonly rows: readonly SearchRow[];
  readonly hits: readonly SearchHit[];
  /** Number of matches. */
  readonly total: number;
  /** False while some texts have not been read yet. */
  readonly isComplete: boolean;
  /** Number of texts that were read for this result; texts whose matches were known are not. */
  readonly readCount: number;
}

/** Search in one thread, which remembers what it has read. */
interface ThreadSearch {
  /**
   * Returns the matches of a query. Reads the texts that have changed since the last call. After a limited number of
   * characters, the result is incomplete, and the next call continues.
   */
  readonly findMatches: (snapshot: Snapshot, query: string) => SearchResult;
}

/** Number of characters that one call reads for the first time, or those of one longer text. */
const MAX_CHARACTERS = 50_000;

/** Characters that cost as much as one that is read for the first time: they are only compared. */
const COMPARED_PER_READ = 50;

/** Cost of a text of any length, in characters. */
const COST_PER_TEXT = 20;

/**
 * Creates a search over the data of a thread, which also contains what is not rendered.
 *
 * The text of each object is read once, and its matches are counted once for each query. While a message streams, only
 * that message is read again.
 */
export function createConversationSearch(readers: SearchReaders): ThreadSearch {
  const selectUnits = createUnitSelector(readers);
  const foldedTexts = new WeakMap<object, string>();
  let counts = new WeakMap<object, number>();
  let countedQuery = "";

  /** Returns a text of all shown texts; a query has no line break, so that no match is in two of them. */
  const read = ({ key, readTexts }: SearchSource) => {
    const folded = foldedTexts.get(key) ?? readTexts().map(foldText).join("\n");
    foldedTexts.set(key, folded);
    return folded;
  };

  return {
    findMatches(snapshot, text) {
      const query = foldText(text);
      if (query.trim() === "") return emptyResult(text);
      if (query !== countedQuery) {
        countedQuery = query;
        counts = new WeakMap();
      }
      const hits: SearchHit[] = [];
      let total = 0;
      let readCount = 0;
      let characters = 0;
      let isComplete = true;
      const countIn = (source: SearchSource) => {
        const counted = counts.get(source.key);
        if (counted !== undefined) return counted;
        if (characters > MAX_CHARACTERS) {
          isComplete = false;
          return 0;
        }
        const isRead = foldedTexts.has(source.key);
        const folded = read(source);
        const count = countMatches(folded, query);
        characters += isRead ? folded.length / COMPARED_PER_READ : folded.length + COST_PER_TEXT;
        readCount += 1;
        counts.set(source.key, count);
        return count;
      };
      const rows = selectUnits(snapshot);
      for (const [rowIndex, { rowId, units }] of rows.entries()) {
        for (const unit of units) {
          let count = 0;
          for (const source of unit.sources) count += countIn(source);
          if (count > 0) hits.push({ unit, rowId, rowIndex, count, before: total });
          total += count;
        }
      }
      return { query: text, rows, hits, total, isComplete, readCount };
    },
  };
}

/** Returns the result of a query that matches nothing. */
export function emptyResult(query: string): SearchResult {
  return { query, rows: [], hits: [], total: 0, isComplete: true, readCount: 0 };
}

/** Returns the match at a position of the conversation, counted from 0. */
export function matchAt({ hits }: SearchResult, position: number): SearchMatch | undefined {
  const hit = hits.findLast(({ before }) => before <= position);
  return hit && position - hit.before < hit.count
    ? { hit, occurrence: position - hit.before }
    : undefined;
}

/** Returns the position of a match, counted from 0, also when matches were added before it; -1 when it is gone. */
export function positionOf({ hits }: SearchResult, { hit, occurrence }: SearchMatch): number {
  const { kind, id } = hit.unit;
  const current = hits.find(({ unit }) => unit.kind === kind && unit.id === id);
  return current && occurrence < current.count ? current.before + occurrence : -1;
}

/** Returns the position of the first match at a row or after it, or else of the last one before it. */
export function positionNear({ hits, total }: SearchResult, rowIndex: number): number {
  return hits.find((hit) => hit.rowIndex >= rowIndex)?.before ?? total - 1;
}
