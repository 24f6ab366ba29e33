import { rowId, type TranscriptRow } from "../../selectors/transcriptRows.ts";

/** A run of rows that React compares as one. */
export interface RowChunk {
  /** Stays the same as rows are added before and behind. */
  readonly key: string;
  readonly rows: readonly TranscriptRow[];
}

/**
 * Cuts the rows into chunks of about 32, so that a list of thousands costs a few comparisons.
 *
 * Where to cut is read from the ids and not counted from the start: older history in front moves no
 * row into another chunk, which would make React build it anew.
 *
 * @param previous - The chunks there were, whose keys go on with their rows.
 */
export function toChunks(
  rows: readonly TranscriptRow[],
  previous: readonly RowChunk[] = [],
): readonly RowChunk[] {
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
 * The keys of chunks by the rows that tell where they went. A cut begins a chunk wherever it is; the
 * first chunk begins with whatever comes first, so any of its rows may be the one that stays.
 */
function mapRowsToKeys(chunks: readonly RowChunk[]): ReadonlyMap<string, string> {
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

/** True for one id in 31, also where ids only count up: FNV-1a, all of whose bits count for that. */
function startsChunk(id: string): boolean {
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at++) {
    hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  }
  return hash % 31 === 0;
}
