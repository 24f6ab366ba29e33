import { type ReactNode, type RefObject, useEffect, useRef } from "react";
import { flushSync } from "react-dom";
import { useIsomorphicLayoutEffect } from "../../hooks/internal/useIsomorphicLayoutEffect.ts";
import { useLatest } from "../../hooks/internal/useLatest.ts";
import { useThread } from "../../hooks/providers/useThread.ts";
import { useSnapshot } from "../../hooks/thread/useSnapshot.ts";
import { selectIsRunning } from "../../selectors/runPredicates.ts";
import { rowId, type TranscriptRow } from "../../selectors/transcriptRows.ts";
import { lastUserMessage, openWhenMounted, useRegisterEditor } from "../message/editorRegistry.ts";
import { useSettings } from "../settings/settings.tsx";
import { useStrings } from "../strings/useStrings.ts";
import { activeElementIn, hasFocus, isFocusLost } from "../ui/focus.ts";
import { forceLayout, jumpTo, offsetOf, renderedRows } from "./autoscroll/scrollAnchor.ts";
import { isScrollToEndKey } from "./autoscroll/userInteraction.ts";
import {
  endRange,
  MAX_UNWINDOWED,
  PAGE_ROWS,
  type RowRange,
  type WindowEdgeProps,
} from "./rowWindow.ts";
import { useNearViewport, viewportOf } from "./useNearViewport.ts";

/** Estimated height of a row, in CSS pixels. */
const ROW_HEIGHT = 80;

/**
 * @internal Bottom edge of the rendered rows of a long conversation. Renders more rows when the user scrolls
 * near it. Renders the rows around the scroll position after a long jump, and the end when the user jumps there.
 */
export function WindowBottomEdge({ rowWindow, onMoveWindow }: WindowEdgeProps): ReactNode {
  const { earlier } = useStrings();
  const thread = useThread();
  const { rows, from, to } = rowWindow;
  const { length } = rows;
  const edge = useRef<HTMLDivElement>(null);

  const moveWindow = (range: RowRange) => {
    const viewport = viewportOf(edge.current);
    const focused = activeElementIn(viewport);
    const hadFocus = viewport?.contains(focused);
    flushSync(() => onMoveWindow(range));
    // The focused element may be gone, and the document would then have the focus.
    if (hadFocus && !focused?.isConnected) viewport?.focus({ preventScroll: true });
  };
  const goToEnd = (viewport: HTMLElement) => {
    moveWindow(endRange(rowWindow));
    jumpTo(viewport, viewport.scrollHeight);
  };
  const showMore = () => {
    const viewport = viewportOf(edge.current);
    if (!viewport || !edge.current) return;
    const { scrollTop, clientHeight, scrollHeight } = viewport;
    // The attribute may lag behind the scroll position.
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
    // After a shorter jump all rows up to the position are rendered, so it is right already.
    if (!isBeyondWindow) return;
    const renderedById = renderedRows(viewport);
    // Some rows, such as the card of a sub-agent, have no message id.
    const anchorRow = rows
      .slice(at, at + PAGE_ROWS)
      .find((candidate) => renderedById.has(rowId(candidate)));
    const row = anchorRow && renderedById.get(rowId(anchorRow));
    if (!row) return;
    forceLayout(row);
    jumpTo(viewport, viewport.scrollTop + offsetOf(viewport, row));
  };

  /**
   * True when the last rendered message was removed, for example by an edit. The edit then moves the focus
   * itself.
   */
  const wasRemoved = useLatest(() => {
    const isMessage = (row: (typeof rows)[number]) => typeof row === "string" || "message" in row;
    const last = rows.slice(from, to).findLast(isMessage);
    return !!last && !thread.getSnapshot().messages.some(({ id }) => id === rowId(last));
  });
  // Keeps the focus in the list when its row is dropped. The cleanup runs before the row leaves the DOM. A message
  // that the user sends needs no care here: `WindowedRows` then renders the end.
  useIsomorphicLayoutEffect(() => {
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
    // Jumps at once: browsers scroll smoothly, and rows rendered on the way would stop them.
    const handleKeyDown = (event: KeyboardEvent) => {
      if (viewport && isScrollToEndKey(event, viewport)) goToEnd(viewport);
    };
    viewport?.addEventListener("keydown", handleKeyDown);
    return () => viewport?.removeEventListener("keydown", handleKeyDown);
  });
  useNearViewport(edge, showMore);
  useRevealForEdit(edge, rows.slice(to), (at) => onMoveWindow(endRange(rowWindow, to + at)));

  return (
    <div
      className="agk-earlier agk-window-edge"
      ref={edge}
      // The height of the missing rows, so that the scroll bar shows that the end is further down.
      style={{ blockSize: (length - to) * ROW_HEIGHT, alignContent: "start" }}
    >
      <button type="button" className="agk-button" onClick={showMore}>
        {earlier.loadLater}
      </button>
    </div>
  );
}

/**
 * @internal Lets the composer edit the last user message when its row is not rendered, by rendering it first.
 *
 * @param rows - Rows that are not rendered.
 * @param renderRow - Renders the row at this index of `rows`.
 */
export function useRevealForEdit(
  edge: RefObject<Element | null>,
  rows: readonly TranscriptRow[],
  renderRow: (at: number) => void,
): void {
  const thread = useThread();
  const { messageActions } = useSettings();
  const lastUserMessageId = useSnapshot(lastUserMessage)?.id;
  const at = rows.findIndex((row) => rowId(row) === lastUserMessageId);
  const canEdit = messageActions !== false && (!messageActions || messageActions.includes("edit"));
  const id = lastUserMessageId !== undefined && at >= 0 && canEdit ? lastUserMessageId : "";
  const open = () => {
    if (selectIsRunning(thread.getSnapshot())) return false;
    openWhenMounted(thread, id, edge.current);
    renderRow(at);
    return true;
  };
  useRegisterEditor(id, edge, open);
}
