import { memo, type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { NearViewportContext } from "../../hooks/internal/nearViewportContext.ts";
import { useLatest } from "../../hooks/internal/useLatest.ts";
import { useThread } from "../../hooks/providers/useThread.ts";
import { useSnapshot } from "../../hooks/thread/useSnapshot.ts";
import { haveSameItems } from "../../selectors/compareItems.ts";
import { findAuthorGroups } from "../../selectors/findAuthorGroups.ts";
import { preserveScroll } from "./autoscroll/scrollAnchor.ts";
import { savedScrollPositions } from "./autoscroll/useAutoscroll.ts";
import { chunkRows, type TranscriptChunk } from "./chunkRows.ts";
import { useRenderedRows } from "./renderedRows.ts";
import {
  type ChunkedRowWindow,
  endRange,
  MAX_FOLLOWED_ROWS,
  MAX_UNWINDOWED,
  nextWindow,
  type RowRange,
  type RowWindow,
} from "./rowWindow.ts";
import { TurnSlot } from "./TurnSlot.tsx";
import { useIsNearViewport } from "./useNearViewport.ts";
import { WindowEdge } from "./WindowEdge.tsx";
import { WrittenStatesAtStart } from "./WrittenStates.tsx";

interface WindowedRowsProps extends Pick<RowWindow, "rows"> {
  /** Scroll container of the rows. */
  readonly viewport: RefObject<HTMLElement | null>;
}

/**
 * @internal Renders the rows of a thread in chunks, and of many rows only a window around the scroll position. Rendered rows
 * stay mounted, with expanded details and selections, until the user jumps far away. While the user follows the end of
 * thousands of rows, the first of them are dropped.
 */
export function WindowedRows({ rows, viewport }: WindowedRowsProps): ReactNode {
  const thread = useThread();
  const hasEarlier = useSnapshot(({ earlier }) => !!earlier);
  // State and not a ref, because a render that React discards must not leave its keys behind.
  const [lastWindow, setLastWindow] = useState<ChunkedRowWindow>({
    rows: [],
    from: 0,
    to: 0,
    chunks: [],
  });
  const moveWindow = ({ from, to }: RowRange) => {
    const rendered = rows.slice(from, to);
    const groups = findAuthorGroups(rendered, thread.getSnapshot());
    const rowWindow = { rows, from, to, chunks: chunkRows(rendered, lastWindow.chunks, groups) };
    setLastWindow(rowWindow);
    return rowWindow;
  };
  const rowWindow =
    lastWindow.rows === rows
      ? lastWindow
      : moveWindow(
          nextWindow(rows, lastWindow, savedScrollPositions.readState(thread)?.anchorRow.id),
        );
  const latest = useLatest({ rowWindow, moveWindow });
  useEffect(
    () =>
      thread.subscribe({
        onSend({ wasQueued }) {
          const { rowWindow, moveWindow } = latest.current;
          // The list scrolls to the end as well; see `useAutoscroll`.
          if (!wasQueued && rowWindow.to < rowWindow.rows.length) moveWindow(endRange(rowWindow));
        },
      }),
    [thread, latest],
  );
  useRenderedRows(viewport, rowWindow, moveWindow);
  const willRenderAll = rowWindow.from > 0 && rows.length <= MAX_UNWINDOWED;
  useEffect(() => {
    if (!willRenderAll) return;
    const renderAll = () => {
      const { rowWindow, moveWindow } = latest.current;
      const restoreScroll = viewport.current && preserveScroll(viewport.current);
      flushSync(() => moveWindow({ from: 0, to: rowWindow.rows.length }));
      restoreScroll?.();
    };
    // After the frame that paints the first screen.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(renderAll);
    });
    return () => cancelAnimationFrame(frame);
  }, [willRenderAll, viewport, latest]);
  const isLong = rowWindow.to === rows.length && rowWindow.to - rowWindow.from > MAX_FOLLOWED_ROWS;
  useEffect(() => {
    const { current } = viewport;
    if (!isLong || !current) return;
    // The list scrolls to the end after it has grown.
    const dropFarRows = () => {
      const { rowWindow, moveWindow } = latest.current;
      const { length } = rowWindow.rows;
      if (isReadingEnd(current)) moveWindow({ from: length - MAX_UNWINDOWED, to: length });
    };
    current.addEventListener("scroll", dropFarRows, { passive: true });
    return () => current.removeEventListener("scroll", dropFarRows);
  }, [isLong, viewport, latest]);
  return (
    <>
      {(hasEarlier || rowWindow.from > 0) && !willRenderAll && (
        <WindowEdge rowWindow={rowWindow} onMoveWindow={moveWindow} />
      )}
      {rowWindow.from === 0 && <WrittenStatesAtStart />}
      {rowWindow.chunks.map(({ key, segments }, at, { length }) => (
        <RowChunk key={key} segments={segments} isLast={at === length - 1} />
      ))}
      {rowWindow.to < rows.length && (
        <WindowEdge rowWindow={rowWindow} onMoveWindow={moveWindow} isBelow />
      )}
    </>
  );
}

/** True while the end is in view, and no row has the focus or a selection. */
function isReadingEnd(viewport: HTMLElement): boolean {
  const { scrollHeight, clientHeight, scrollTop, ownerDocument } = viewport;
  const selection = ownerDocument.getSelection();
  const isSelecting = selection?.isCollapsed === false && viewport.contains(selection.anchorNode);
  const isAtEnd = scrollHeight - clientHeight - scrollTop < clientHeight;
  return isAtEnd && !isSelecting && !viewport.querySelector(":focus");
}

interface RowChunkProps extends Pick<TranscriptChunk, "segments"> {
  readonly isLast: boolean;
}

/** Renders a chunk of rows, and again only when one of its rows changes. */
const RowChunk = memo(
  function RowChunk({ segments, isLast }: RowChunkProps): ReactNode {
    const box = useRef<HTMLDivElement>(null);
    return (
      <NearViewportContext.Provider value={useIsNearViewport(box, isLast)}>
        <div className="agk-rows" ref={box}>
          {segments.map((segment) => (
            <TurnSlot key={segment.key} segment={segment} />
          ))}
        </div>
      </NearViewportContext.Provider>
    );
  },
  (before, now) => before.isLast === now.isLast && haveSameItems(before.segments, now.segments),
);
