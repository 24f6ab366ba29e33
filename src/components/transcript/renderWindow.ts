import { rowId, type TranscriptRow } from "../../selectors/transcriptRows.ts";
import type { RowChunk } from "./rowChunks.ts";

/** Which of the rows of a thread are drawn: from the one to before the other. */
export interface RowRange {
  readonly from: number;
  readonly to: number;
}

/** The rows there are, and which of them are drawn. */
export interface RowWindow extends RowRange {
  readonly rows: readonly TranscriptRow[];
}

/** The rows of a thread, and those that are drawn in the chunks they are drawn in. */
export interface RenderWindow extends RowWindow {
  readonly chunks: readonly RowChunk[];
}

/** @internal Props of an end of what is drawn. */
export interface WindowEdgeProps {
  readonly renderWindow: RenderWindow;
  readonly onMoveWindow: (range: RowRange) => void;
  /** Whether it is behind what is drawn, and not in front of it. */
  readonly isBelow?: boolean;
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
 * @param previous - What was drawn last; no rows at first.
 * @param anchorId - The row that one has read last, unless that was the end.
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
  // What comes behind the last one is drawn, and what comes in front of the first.
  const to = previous.to < previous.rows.length ? end : length;
  if (end && to - first <= rendered.size + MAX_UNWINDOWED) {
    return { from: previous.from ? first : first > MAX_UNWINDOWED ? first - INITIAL_ROWS : 0, to };
  }
  // Those at the end, or around what one has read.
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
 * The end, for who goes there to be there at once: what is far in front of it is given up.
 *
 * @param position - Where it is to begin, if that is not near the end.
 */
export function endRange({ rows: { length }, from, to }: RowWindow, position = length): RowRange {
  return {
    from: length - to > MAX_UNWINDOWED ? Math.max(0, position - INITIAL_ROWS) : from,
    to: length,
  };
}
