import { rowId, type TranscriptRow } from "../hooks/rows.ts";

/** Which of the rows of a thread are drawn: from the one to before the other. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** The rows there are, and which of them are drawn. */
export interface RowsInRange extends Range {
  readonly rows: readonly TranscriptRow[];
}

/** So many rows are all drawn, if not in the first frame: one can search the page for them. */
export const ALL = 1_000;

/** How many are drawn as one comes near them, and of a whole thread at once. */
export const PAGE = 128;

/** How many are drawn at first of more than that, before what one sees: some screens of them. */
export const FIRST = 48;

/**
 * Which rows to draw: all that were, and what has come at either end of them where that was drawn. Of more than
 * {@link PAGE} where there were none, and of more than {@link ALL} that come beside others or in their place, those are
 * drawn that one sees first.
 *
 * @param before - What was drawn last; no rows at first.
 * @param readId - The row that one has read last, unless that was the end.
 */
export function drawnRange(
  rows: readonly TranscriptRow[],
  before: RowsInRange,
  readId: string | undefined,
): Range {
  const { length } = rows;
  const drawn = new Set(before.rows.slice(before.from, before.to).map(rowId));
  const isDrawn = (row: TranscriptRow) => drawn.has(rowId(row));
  const first = rows.findIndex(isDrawn);
  const end = rows.findLastIndex(isDrawn) + 1;
  // What comes behind the last one is drawn, and what comes in front of the first.
  const to = before.to < before.rows.length ? end : length;
  if (end && to - first <= drawn.size + ALL) {
    return { from: before.from ? first : first > ALL ? first - FIRST : 0, to };
  }
  // Those at the end, or around what one has read.
  const read = rows.findIndex((row) => rowId(row) === readId);
  const at = read < 0 ? length : read;
  return {
    from: length > (drawn.size ? ALL : PAGE) ? Math.max(0, at - FIRST) : 0,
    to: length - at > ALL ? at + FIRST : length,
  };
}

/**
 * The end, for who goes there to be there at once: what is far in front of it is given up.
 *
 * @param at - Where it is to begin, if that is not near the end.
 */
export function endRange({ rows: { length }, from, to }: RowsInRange, at = length): Range {
  return { from: length - to > ALL ? Math.max(0, at - FIRST) : from, to: length };
}
