import { type ReactNode, type RefObject, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { useLatest } from "../../hooks/internal/useLatest.ts";
import { useThread } from "../../hooks/providers/useThread.ts";
import { useSnapshot } from "../../hooks/thread/useSnapshot.ts";
import { preserveScroll } from "./autoscroll/preserveScroll.ts";
import { savedScrollPositions } from "./autoscroll/useAutoscroll.ts";
import { RowChunk } from "./RowChunk.tsx";
import {
  endRange,
  MAX_UNWINDOWED,
  nextWindow,
  type RenderWindow,
  type RowRange,
} from "./renderWindow.ts";
import { toChunks } from "./rowChunks.ts";
import { WindowEdge } from "./WindowEdge.tsx";

interface WindowedRowsProps extends Pick<RenderWindow, "rows"> {
  /** What they scroll in. */
  readonly viewport: RefObject<HTMLElement | null>;
}

/**
 * @internal Draws the rows of one thread, in chunks; of many, at first those one sees first. What was drawn stays, with
 * all that is open or selected in it, until one goes far away from it at once.
 */
export function WindowedRows({ rows, viewport }: WindowedRowsProps): ReactNode {
  const thread = useThread();
  const hasEarlier = useSnapshot(({ earlier }) => !!earlier);
  // State and not a ref: a render that React throws away must not leave its keys behind.
  const [lastWindow, setLastWindow] = useState<RenderWindow>({
    rows: [],
    from: 0,
    to: 0,
    chunks: [],
  });
  const moveWindow = ({ from, to }: RowRange) => {
    const renderWindow = {
      rows,
      from,
      to,
      chunks: toChunks(rows.slice(from, to), lastWindow.chunks),
    };
    setLastWindow(renderWindow);
    return renderWindow;
  };
  const renderWindow =
    lastWindow.rows === rows
      ? lastWindow
      : moveWindow(nextWindow(rows, lastWindow, savedScrollPositions.read(thread)?.anchorRow.id));
  const latest = useLatest({ renderWindow, moveWindow });
  useEffect(
    () =>
      thread.subscribe({
        onSend({ wasQueued }) {
          const { renderWindow, moveWindow } = latest.current;
          // The view goes there as well.
          if (!wasQueued && renderWindow.to < renderWindow.rows.length)
            moveWindow(endRange(renderWindow));
        },
      }),
    [thread, latest],
  );
  const willRenderAll = renderWindow.from > 0 && rows.length <= MAX_UNWINDOWED;
  useEffect(() => {
    if (!willRenderAll) return;
    const renderAll = () => {
      const { renderWindow, moveWindow } = latest.current;
      const restoreScroll = viewport.current && preserveScroll(viewport.current);
      flushSync(() => moveWindow({ from: 0, to: renderWindow.rows.length }));
      restoreScroll?.();
    };
    // Behind the frame that paints what one sees first.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(renderAll);
    });
    return () => cancelAnimationFrame(frame);
  }, [willRenderAll, viewport, latest]);
  return (
    <>
      {(hasEarlier || renderWindow.from > 0) && !willRenderAll && (
        <WindowEdge renderWindow={renderWindow} onMoveWindow={moveWindow} />
      )}
      {renderWindow.chunks.map(({ key, rows }) => (
        <RowChunk key={key} rows={rows} />
      ))}
      {renderWindow.to < rows.length && (
        <WindowEdge renderWindow={renderWindow} onMoveWindow={moveWindow} isBelow />
      )}
    </>
  );
}
