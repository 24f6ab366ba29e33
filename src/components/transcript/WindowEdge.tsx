import { type ReactNode, useRef } from "react";
import { flushSync } from "react-dom";
import { useSnapshot } from "../../hooks/thread/useSnapshot.ts";
import { useStrings } from "../strings/useStrings.ts";
import { hasFocus } from "../ui/focus.ts";
import { preserveScroll } from "./autoscroll/scrollAnchor.ts";
import { EarlierMessagesSlot } from "./EarlierMessagesSlot.tsx";
import { PAGE_ROWS, type WindowEdgeProps } from "./rowWindow.ts";
import { useNearViewport, viewportOf } from "./useNearViewport.ts";
import { useRevealForEdit, WindowBottomEdge } from "./WindowBottomEdge.tsx";

/**
 * @internal Edge of the rendered rows. Renders more rows when the user scrolls near it, and offers earlier
 * messages from the agent once all rows are rendered.
 */
export function WindowEdge(props: WindowEdgeProps): ReactNode {
  const { rowWindow, isBelow } = props;
  const hasEarlier = useSnapshot(({ earlier }) => !!earlier);
  if (isBelow) return <WindowBottomEdge {...props} />;
  const isAtTop = rowWindow.from === 0;
  return (
    <>
      {hasEarlier && <EarlierMessagesSlot isAtTop={isAtTop} />}
      {!isAtTop && <WindowTopEdge {...props} />}
    </>
  );
}

/**
 * Top edge of the rendered rows of a long conversation. Renders more rows when the user scrolls near it, and
 * keeps the scroll position.
 */
function WindowTopEdge({ rowWindow, onMoveWindow }: WindowEdgeProps): ReactNode {
  const { earlier } = useStrings();
  const { rows, from, to } = rowWindow;
  const edge = useRef<HTMLDivElement>(null);

  const renderFrom = (start: number) => {
    const viewport = viewportOf(edge.current);
    // The observer may fire after unmounting.
    if (!viewport) return;
    const restoreScroll = preserveScroll(viewport);
    const hadFocus = hasFocus(edge.current);
    flushSync(() => onMoveWindow({ from: Math.max(0, start), to }));
    restoreScroll();
    // The pressed button may be gone, and the document would then have the focus.
    if (hadFocus && !edge.current) viewport.focus({ preventScroll: true });
  };
  const showMore = () => renderFrom(from - PAGE_ROWS);

  useNearViewport(edge, showMore);
  useRevealForEdit(edge, rows.slice(0, from), (at) => renderFrom(at - PAGE_ROWS / 2));

  return (
    <div className="agk-earlier agk-window-edge" ref={edge}>
      <button type="button" className="agk-button" onClick={showMore}>
        {earlier.load}
      </button>
    </div>
  );
}
