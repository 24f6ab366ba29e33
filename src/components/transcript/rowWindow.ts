import { rowId, type TranscriptRow } from "../../selectors/transcriptRows.ts";
import type { TranscriptChunk } from "./chunkRows.ts";

/** Range of rendered rows, without the row at `to`. */
export interface RowRange {
  readonly from: number;
  readonly to: number;
}

/** Rows of a thread, and the range of them that is rendered. */
export interface RowWindow extends RowRange {
  readonly rows: readonly TranscriptRow[];
}

/** Window whose rows are grouped in chunks. */
export interface ChunkedRowWindow extends RowWindow {
  readonly chunks: readonly TranscriptChunk[];
}

/** @internal Props of an edge of the rendered rows. */
export interface WindowEdgeProps {
  readonly rowWindow: RowWindow;
  readonly onMoveWindow: (range: RowRange) => void;
  /** True for the edge below the rendered rows. */
  readonly isBelow?: boolean;
}

/** Up to this number all rows are rendered, so that the browser's search finds them. */
export const MAX_UNWINDOWED = 1_000;

/** Most rows that stay rendered while the user follows the end. */
export const MAX_FOLLOWED_ROWS = 2 * MAX_UNWINDOWED;

/** Number of rows that are added near an edge, and that are rendered at once for a new thread. */
export const PAGE_ROWS = 128;

/** Number of rows that a longer conversation renders before the scroll position at first: some screens. */
export const INITIAL_ROWS = 48;

/**
 * Returns the rows to render: all that were rendered, and new rows at an end that was rendered.
 *
 * Only the rows around the scroll position are rendered in two cases. Either a thread begins with more than {@link
 * PAGE_ROWS} rows, or it gains more than {@link MAX_UNWINDOWED} rows at once.
 *
 * @param previous - Last window; without rows at first.
 * @param anchorId - Row at the saved scroll position; the end when absent.
 */
export function nextWindow(
  rows: readonly TranscriptRow[],
  previous: RowWindow,
  anchorId: string | undefined,
): RowRange {
  const { length } = rows;
  const rendered = new Set(previous.rows.slice(previous.from, previous.to).map(rowId));
  const isRendered = (row: TranscriptRow) => rendered.has(rowId(row));
  const first = rows.findIndex(isRendered);
  const end = rows.findLastIndex(isRendered) + 1;
  // New rows after the last and before the first rendered row are rendered too.
  const to = previous.to < previous.rows.length ? end : length;
  if (end && to - first <= rendered.size + MAX_UNWINDOWED) {
    return { from: previous.from ? first : first > MAX_UNWINDOWED ? first - INITIAL_ROWS : 0, to };
  }
  // A window at the end, or around the saved position.
  const anchorIndex = rows.findIndex((row) => rowId(row) === anchorId);
  const position = anchorIndex < 0 ? length : anchorIndex;
  return {
    from:
      length > (rendered.size ? MAX_UNWINDOWED : PAGE_ROWS)
        ? Math.max(0, position - INITIAL_ROWS)
        : 0,
    to: length - position > MAX_UNWINDOWED ? position + INITIAL_ROWS : length,
  };
}

/**
 * Returns the window that ends with the last row. Rows far before it are dropped, so that the jump is fast.
 *
 * @param position - First row to include, if it is not near the end.
 */
export function endRange({ rows: { length }, from, to }: RowWindow, position = length): RowRange {
  return {
    from: length - to > MAX_UNWINDOWED ? Math.max(0, position - INITIAL_ROWS) : from,
    to: length,
  };
}
