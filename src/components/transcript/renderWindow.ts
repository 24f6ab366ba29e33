import { rowId, type TranscriptRow } from "../../selectors/transcriptRows.ts";

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
export const MAX_UNWINDOWED = 1_000;

/** How many are drawn as one comes near them, and of a whole thread at once. */
export const PAGE_ROWS = 128;

/** How many are drawn at first of more than that, before what one sees: some screens of them. */
export const INITIAL_ROWS = 48;

/**
 * Which rows to draw: all that were, and what has come at either end of them where that was drawn. Of more than
 * {@link PAGE_ROWS} where there were none, and of more than {@link MAX_UNWINDOWED} that come beside others or in their place, those are
 * drawn that one sees first.
 *
 * @param before - What was drawn last; no rows at first.
 * @param readId - The row that one has read last, unless that was the end.
 */
export function nextWindow(
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
  if (end && to - first <= drawn.size + MAX_UNWINDOWED) {
    return { from: before.from ? first : first > MAX_UNWINDOWED ? first - INITIAL_ROWS : 0, to };
  }
  // Those at the end, or around what one has read.
  const read = rows.findIndex((row) => rowId(row) === readId);
  const at = read < 0 ? length : read;
  return {
    from: length > (drawn.size ? MAX_UNWINDOWED : PAGE_ROWS) ? Math.max(0, at - INITIAL_ROWS) : 0,
    to: length - at > MAX_UNWINDOWED ? at + INITIAL_ROWS : length,
  };
}

/**
 * The end, for who goes there to be there at once: what is far in front of it is given up.
 *
 * @param at - Where it is to begin, if that is not near the end.
 */
export function endRange({ rows: { length }, from, to }: RowsInRange, at = length): Range {
  return { from: length - to > MAX_UNWINDOWED ? Math.max(0, at - INITIAL_ROWS) : from, to: length };
}
