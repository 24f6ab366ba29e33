import { haveSameItems } from "../../selectors/compareItems.ts";
import type { AuthorGroup } from "../../selectors/findAuthorGroups.ts";
import { rowId, type TranscriptRow } from "../../selectors/transcriptRows.ts";

/** Number of rows of one chunk from which an author group continues in the next chunk. */
const MAX_UNDIVIDED = 64;

/** The rows of an author group in one chunk, for one `Turn`. Keeps its identity while nothing changes. */
export interface TurnSegment {
  /** Key that stays the same when rows are added before and after. */
  readonly key: string;
  /** The author group; absent when it is not known. */
  readonly turn: AuthorGroup | undefined;
  readonly rows: readonly TranscriptRow[];
}

/** Consecutive rows that React compares together. */
export interface TranscriptChunk {
  /** Key that stays the same when rows are added before and after. */
  readonly key: string;
  readonly rows: readonly TranscriptRow[];
  /** The rows by author group. */
  readonly segments: readonly TurnSegment[];
}

/**
 * Splits the rows into chunks of about 32, so that a list of thousands costs few comparisons.
 *
 * Row ids decide where chunks start, not indices: earlier history must not move rows into other chunks, which
 * would remount them. A chunk starts with an author group, unless the group is very long.
 *
 * @param previous - Last chunks, whose keys are reused.
 * @param authorGroups - Author groups by row; a row without one is a group of its own.
 */
export function chunkRows(
  rows: readonly TranscriptRow[],
  previous: readonly TranscriptChunk[] = [],
  authorGroups: ReadonlyMap<string, AuthorGroup> = new Map(),
): readonly TranscriptChunk[] {
  const before = new Map(previous.map((chunk) => [chunk.key, chunk.segments]));
  return withKeys(cutChunks(rows, authorGroups), mapRowsToKeys(previous)).map((chunk) => ({
    ...chunk,
    segments: toSegments(chunk.rows, authorGroups, before.get(chunk.key)),
  }));
}

/** Divides the rows of a chunk by author group. */
function toSegments(
  rows: readonly TranscriptRow[],
  authorGroups: ReadonlyMap<string, AuthorGroup>,
  previous: readonly TurnSegment[] = [],
): readonly TurnSegment[] {
  const groupOf = (row: TranscriptRow | undefined) =>
    row === undefined ? undefined : authorGroups.get(rowId(row));
  const groups = cutRows(rows, (row, [last]) => !groupOf(row) || groupOf(last) !== groupOf(row));
  return withKeys(groups, mapRowsToKeys(previous, true)).map(({ key, rows }) => {
    const turn = groupOf(rows[0]);
    const last = previous.find((segment) => segment.key === key);
    const isSame =
      last &&
      haveSameItems(last.rows, rows) &&
      haveSameItems(Object.values(last.turn ?? {}), Object.values(turn ?? {}));
    return isSame ? last : { key, turn, rows };
  });
}

/** Adds a unique key to each group of rows: that of an earlier group, else the identity of the first row. */
function withKeys(
  groups: readonly TranscriptRow[][],
  keyByRow: ReadonlyMap<string, string>,
): readonly { readonly key: string; readonly rows: readonly TranscriptRow[] }[] {
  const usedKeys = new Set<string>();
  return groups.map((rows) => {
    const ids = rows.map(rowId);
    const previousKey = ids
      .map((id) => keyByRow.get(id))
      .find((key) => key !== undefined && !usedKeys.has(key));
    let key = previousKey ?? ids[0] ?? "";
    while (usedKeys.has(key)) key += "+";
    usedKeys.add(key);
    return { key, rows };
  });
}

/**
 * Maps rows to the keys of their chunks. The first row identifies a chunk, except for the first chunk, which
 * starts wherever the rows start: there every row counts.
 *
 * @param hasAllRows - True when every row identifies its group, as in `TurnSegment`.
 */
function mapRowsToKeys(
  chunks: readonly Pick<TranscriptChunk, "key" | "rows">[],
  hasAllRows = false,
): ReadonlyMap<string, string> {
  return new Map(
    chunks.flatMap(({ key, rows }, at) =>
      (at && !hasAllRows ? rows.slice(0, 1) : rows).map((row) => [rowId(row), key] as const),
    ),
  );
}

function cutChunks(
  rows: readonly TranscriptRow[],
  authorGroups: ReadonlyMap<string, AuthorGroup>,
): TranscriptRow[][] {
  return cutRows(rows, (row, { length }) => {
    const id = rowId(row);
    const startsGroup = (authorGroups.get(id)?.firstId ?? id) === id;
    return startsChunk(id) && (startsGroup || length >= MAX_UNDIVIDED);
  });
}

/** Divides rows into groups. @param startsGroup - Receives a row and the group before it */
function cutRows(
  rows: readonly TranscriptRow[],
  startsGroup: (row: TranscriptRow, group: readonly TranscriptRow[]) => boolean,
): TranscriptRow[][] {
  const groups: TranscriptRow[][] = [];
  for (const row of rows) {
    const group = groups.at(-1);
    if (group && !startsGroup(row, group)) group.push(row);
    else groups.push([row]);
  }
  return groups;
}

/** True for one id in 31, by an FNV-1a hash, whose bits also vary for ids that only count up. */
function startsChunk(id: string): boolean {
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at++) {
    hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  }
  return hash % 31 === 0;
}
