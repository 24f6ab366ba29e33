import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { flushSync } from "react-dom";
import { useLatest } from "../../hooks/internal/useLatest.ts";
import { useThread } from "../../hooks/providers/useThread.ts";
import { rowId } from "../../selectors/transcriptRows.ts";
import { useStrings } from "../strings/useStrings.ts";
import { activeElementIn, hasFocus, isFocusLost } from "../ui/activeElement.ts";
import { forceLayout, jumpTo, offsetOf, renderedRows } from "./autoscroll/scrollAnchor.ts";
import { isScrollToEndKey } from "./autoscroll/userScroll.ts";
import {
  endRange,
  MAX_UNWINDOWED,
  PAGE_ROWS,
  type RowRange,
  type WindowEdgeProps,
} from "./renderWindow.ts";
import { useNearViewport, viewportOf } from "./useNearViewport.ts";
import { useRevealForEdit } from "./useRevealForEdit.ts";

/** About how high a message is, in CSS pixels. */
const ROW_HEIGHT = 80;

/**
 * @internal The bottom of what is drawn of a long conversation that was left far up: has more drawn when one comes
 * near, what stands about there where one goes far into it, and the end itself when one goes there.
 */
export function WindowBottomEdge({ renderWindow, onMoveWindow }: WindowEdgeProps): ReactNode {
  const { earlier } = useStrings();
  const thread = useThread();
  const { rows, from, to } = renderWindow;
  const { length } = rows;
  const edge = useRef<HTMLDivElement>(null);

  const moveWindow = (range: RowRange) => {
    const viewport = viewportOf(edge.current);
    const focused = activeElementIn(viewport);
    const hadFocus = viewport?.contains(focused);
    flushSync(() => onMoveWindow(range));
    // What had it may be gone; without this the page would lose its place.
    if (hadFocus && !focused?.isConnected) viewport?.focus({ preventScroll: true });
  };
  const goToEnd = (viewport: HTMLElement) => {
    moveWindow(endRange(renderWindow));
    jumpTo(viewport, viewport.scrollHeight);
  };
  const showMore = () => {
    const viewport = viewportOf(edge.current);
    if (!viewport || !edge.current) return;
    const { scrollTop, clientHeight, scrollHeight } = viewport;
    // That the end is followed may be heard of only later.
    if (viewport.hasAttribute("data-following") || scrollTop + clientHeight >= scrollHeight - 1) {
      return goToEnd(viewport);
    }
    const rowsPast = Math.floor(-offsetOf(viewport, edge.current) / ROW_HEIGHT);
    const at = Math.min(length - 1, to + Math.max(0, rowsPast));
    const isBeyondWindow = rowsPast > MAX_UNWINDOWED;
    moveWindow({
      from: isBeyondWindow ? at - PAGE_ROWS : from,
      to: Math.min(length, at + PAGE_ROWS),
    });
    // Where one has gone less far all of it is drawn, and one is where one would be.
    if (!isBeyondWindow) return;
    const renderedById = renderedRows(viewport);
    // The card of a sub-agent, say, is no message that could be found.
    const anchorRow = rows.slice(at, at + PAGE_ROWS).find((one) => renderedById.has(rowId(one)));
    const row = anchorRow && renderedById.get(rowId(anchorRow));
    if (!row) return;
    forceLayout(row);
    jumpTo(viewport, viewport.scrollTop + offsetOf(viewport, row));
  };

  /** Whether messages were taken away, as by an edit: what goes with these leads on by itself. */
  const wasRemoved = useLatest(() => {
    const isMessage = (row: (typeof rows)[number]) => typeof row === "string" || "message" in row;
    const last = rows.slice(from, to).findLast(isMessage);
    return !!last && !thread.getSnapshot().messages.some(({ id }) => id === rowId(last));
  });
  // What is sent has the end drawn whatever this is, see `Rows`. Runs before what is given up leaves the page.
  useLayoutEffect(() => {
    const viewport = viewportOf(edge.current);
    return () => {
      if (!hasFocus(viewport) || wasRemoved.current()) return;
      queueMicrotask(() => {
        if (isFocusLost()) viewport?.focus({ preventScroll: true });
      });
    };
  }, [wasRemoved]);
  useEffect(() => {
    const viewport = viewportOf(edge.current);
    // A browser goes there by and by, and what is drawn on its way would stop it.
    const handleKeyDown = (event: KeyboardEvent) => {
      if (viewport && isScrollToEndKey(event, viewport)) goToEnd(viewport);
    };
    viewport?.addEventListener("keydown", handleKeyDown);
    return () => viewport?.removeEventListener("keydown", handleKeyDown);
  });
  useNearViewport(edge, showMore);
  useRevealForEdit(edge, rows.slice(to), (at) => onMoveWindow(endRange(renderWindow, to + at)));

  return (
    <div
      className="agk-earlier agk-undrawn"
      ref={edge}
      // What one sees last is not the end, which is as far away as it would be.
      style={{ blockSize: (length - to) * ROW_HEIGHT, alignContent: "start" }}
    >
      <button type="button" className="agk-button" onClick={showMore}>
        {earlier.loadLater}
      </button>
    </div>
  );
}
