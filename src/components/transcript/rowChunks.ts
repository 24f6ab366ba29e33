import { rowId, type TranscriptRow } from "../../selectors/transcriptRows.ts";

/** Consecutive rows that React compares together. */
export interface TranscriptChunk {
  /** Key that stays the same when rows are added before and after. */
  readonly key: string;
  readonly rows: readonly TranscriptRow[];
}

/**
 * Splits the rows into chunks of about 32, so that a list of thousands costs few comparisons.
 *
 * Row ids decide where chunks start, not indices: earlier history must not move rows into other chunks, which
 * would remount them.
 *
 * @param previous - Last chunks, whose keys are reused.
 */
export function toChunks(
  rows: readonly TranscriptRow[],
  previous: readonly TranscriptChunk[] = [],
): readonly TranscriptChunk[] {
  const keyByRow = mapRowsToKeys(previous);
  const usedKeys = new Set<string>();
  return cutRows(rows).map((chunk) => {
    const ids = chunk.map(rowId);
    const previousKey = ids
      .map((id) => keyByRow.get(id))
      .find((key) => key !== undefined && !usedKeys.has(key));
    let key = previousKey ?? ids[0] ?? "";
    while (usedKeys.has(key)) key += "+";
    usedKeys.add(key);
    return { key, rows: chunk };
  });
}

/**
 * Maps rows to the keys of their chunks. The first row identifies a chunk, except for the first chunk, which
 * starts wherever the rows start: there every row counts.
 */
function mapRowsToKeys(chunks: readonly TranscriptChunk[]): ReadonlyMap<string, string> {
  return new Map(
    chunks.flatMap(({ key, rows }, at) =>
      (at ? rows.slice(0, 1) : rows).map((row) => [rowId(row), key] as const),
    ),
  );
}

function cutRows(rows: readonly TranscriptRow[]): TranscriptRow[][] {
  const chunks: TranscriptRow[][] = [];
  for (const row of rows) {
    if (!chunks.length || startsChunk(rowId(row))) chunks.push([]);
    chunks.at(-1)?.push(row);
  }
  return chunks;
}

/** True for one id in 31, by an FNV-1a hash, whose bits also vary for ids that only count up. */
function startsChunk(id: string): boolean {
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at++) {
    hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  }
  return hash % 31 === 0;
}
