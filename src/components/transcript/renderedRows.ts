import { type RefObject, useEffect } from "react";
import { flushSync } from "react-dom";
import { useLatest } from "../../hooks/internal/useLatest.ts";
import { rowId } from "../../selectors/transcriptRows.ts";
import { INITIAL_ROWS, PAGE_ROWS, type RowRange, type RowWindow } from "./rowWindow.ts";

/** Functions that render a row, by the scroll container of the rows. */
const renderers = new WeakMap<Element, (id: string) => boolean>();

/**
 * @internal Renders a row of a transcript that is not rendered yet, with some rows around it, before it returns.
 *
 * @returns False when the transcript has no such row.
 */
export function renderRow(viewport: Element, id: string): boolean {
  return renderers.get(viewport)?.(id) ?? false;
}

/** @internal Lets `renderRow` move the window of rendered rows as long as the component is mounted. */
export function useRenderedRows(
  viewport: RefObject<Element | null>,
  rows: RowWindow,
  onMoveWindow: (range: RowRange) => void,
): void {
  const latest = useLatest({ rows, onMoveWindow });
  useEffect(() => {
    const { current: element } = viewport;
    if (!element) return;
    renderers.set(element, (id) => {
      const { rows, onMoveWindow } = latest.current;
      const at = rows.rows.findIndex((row) => rowId(row) === id);
      if (at < 0) return false;
      if (at < rows.from || at >= rows.to) flushSync(() => onMoveWindow(rangeWith(rows, at)));
      return true;
    });
    return () => {
      renderers.delete(element);
    };
  }, [viewport, latest]);
}

/** Returns the rendered rows with those up to a near row, or only the rows around a row that is far away. */
function rangeWith({ rows: { length }, from, to }: RowWindow, at: number): RowRange {
  const isNear = at >= from - PAGE_ROWS && at < to + PAGE_ROWS;
  const start = Math.max(0, at - INITIAL_ROWS);
  const end = Math.min(length, at + INITIAL_ROWS);
  return isNear ? { from: Math.min(from, start), to: Math.max(to, end) } : { from: start, to: end };
}
