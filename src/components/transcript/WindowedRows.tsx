import { type ReactNode, type RefObject, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { useLatest } from "../../hooks/internal/useLatest.ts";
import { useThread } from "../../hooks/providers/useThread.ts";
import { useSnapshot } from "../../hooks/thread/useSnapshot.ts";
import { LoadFailed } from "../status/LoadFailed.tsx";
import { lazyPart } from "../ui/lazyPart.tsx";
import { preserveScroll } from "./autoscroll/preserveScroll.ts";
import { savedScrollPositions } from "./autoscroll/useAutoscroll.ts";
import type { RenderWindow } from "./drawn.ts";
import { RowChunk } from "./RowChunk.tsx";
import { endRange, MAX_UNWINDOWED, nextWindow, type Range } from "./renderWindow.ts";
import { toChunks } from "./rowChunks.ts";

/** Most conversations are short, and most agents know nothing of what was said before. */
const MorePlace = lazyPart(() => import("./WindowEdge.tsx").then((file) => file.WindowEdge), {
  Failed: LoadFailed,
});

interface RowsProps extends Pick<RenderWindow, "rows"> {
  /** What they scroll in. */
  readonly viewport: RefObject<HTMLElement | null>;
}

/**
 * @internal Draws the rows of one thread, in chunks; of many, at first those one sees first. What was drawn stays, with
 * all that is open or selected in it, until one goes far away from it at once.
 */
export function WindowedRows({ rows, viewport }: RowsProps): ReactNode {
  const thread = useThread();
  const hasEarlier = useSnapshot(({ earlier }) => !!earlier);
  // State and not a ref: a render that React throws away must not leave its keys behind.
  const [last, setLast] = useState<RenderWindow>({ rows: [], from: 0, to: 0, chunks: [] });
  const draw = ({ from, to }: Range) => {
    const drawn = { rows, from, to, chunks: toChunks(rows.slice(from, to), last.chunks) };
    setLast(drawn);
    return drawn;
  };
  const drawn =
    last.rows === rows
      ? last
      : draw(nextWindow(rows, last, savedScrollPositions.read(thread)?.place.id));
  const latest = useLatest({ drawn, draw });
  useEffect(
    () =>
      thread.subscribe({
        onSend({ wasQueued }) {
          const { drawn, draw } = latest.current;
          // The view goes there as well.
          if (!wasQueued && drawn.to < drawn.rows.length) draw(endRange(drawn));
        },
      }),
    [thread, latest],
  );
  const isToBeAllDrawn = drawn.from > 0 && rows.length <= MAX_UNWINDOWED;
  useEffect(() => {
    if (!isToBeAllDrawn) return;
    const drawAll = () => {
      const { drawn, draw } = latest.current;
      const letGo = viewport.current && preserveScroll(viewport.current);
      flushSync(() => draw({ from: 0, to: drawn.rows.length }));
      letGo?.();
    };
    // Behind the frame that paints what one sees first.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(drawAll);
    });
    return () => cancelAnimationFrame(frame);
  }, [isToBeAllDrawn, viewport, latest]);
  return (
    <>
      {(hasEarlier || drawn.from > 0) && !isToBeAllDrawn && (
        <MorePlace drawn={drawn} onDraw={draw} />
      )}
      {drawn.chunks.map(({ key, rows }) => (
        <RowChunk key={key} rows={rows} />
      ))}
      {drawn.to < rows.length && <MorePlace drawn={drawn} onDraw={draw} isBelow />}
    </>
  );
}
