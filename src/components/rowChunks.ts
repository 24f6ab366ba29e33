import type { TranscriptRow } from "../hooks/rows.ts";

/** A run of rows that React compares as one. */
export interface RowChunk {
  /** Stays the same as rows are added before and behind. */
  readonly key: string;
  readonly rows: readonly TranscriptRow[];
}

export function rowId(row: TranscriptRow): string {
  return typeof row === "string" ? row : row.message.id;
}

/**
 * Cuts the rows into chunks of about 32, so that a list of thousands costs a few comparisons.
 *
 * Where to cut is read from the ids and not counted from the start: older history in front moves no
 * row into another chunk, which would make React build it anew.
 */
export function toChunks(rows: readonly TranscriptRow[]): readonly RowChunk[] {
  const chunks: { key: string; rows: TranscriptRow[] }[] = [];
  for (const row of rows) {
    const id = rowId(row);
    const current = chunks.at(-1);
    if (current === undefined || isCut(id)) chunks.push({ key: id, rows: [row] });
    else current.rows.push(row);
  }
  return chunks;
}

/** True for one id in 32, also where ids only count up: FNV-1a with its bits mixed once more. */
function isCut(id: string): boolean {
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at++) {
    hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  }
  return Math.imul(hash ^ (hash >>> 15), 0x85ebca6b) >>> 27 === 0;
}
