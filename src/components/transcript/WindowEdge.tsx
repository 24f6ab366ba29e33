import { type ReactNode, useRef } from "react";
import { flushSync } from "react-dom";
import { useSnapshot } from "../../hooks/thread/useSnapshot.ts";
import { useStrings } from "../strings/useStrings.ts";
import { hasFocus } from "../ui/activeElement.ts";
import { preserveScroll } from "./autoscroll/preserveScroll.ts";
import { EarlierMessagesSlot } from "./EarlierMessagesSlot.tsx";
import { PAGE_ROWS, type WindowEdgeProps } from "./renderWindow.ts";
import { useNearViewport, viewportOf } from "./useNearViewport.ts";
import { useRevealForEdit } from "./useRevealForEdit.ts";
import { WindowBottomEdge } from "./WindowBottomEdge.tsx";

/**
 * @internal An end of what is drawn of a conversation: has more drawn when one comes near; where all is, offers what
 * the agent knows of before that.
 */
export function WindowEdge(props: WindowEdgeProps): ReactNode {
  const { renderWindow, isBelow } = props;
  const hasEarlier = useSnapshot(({ earlier }) => !!earlier);
  if (isBelow) return <WindowBottomEdge {...props} />;
  const isAtTop = renderWindow.from === 0;
  return (
    <>
      {hasEarlier && <EarlierMessagesSlot isAtTop={isAtTop} />}
      {!isAtTop && <WindowTopEdge {...props} />}
    </>
  );
}

/**
 * The top of what is drawn of a long conversation: has more drawn when one comes near, with what one reads
 * where it is.
 */
function WindowTopEdge({ renderWindow, onMoveWindow }: WindowEdgeProps): ReactNode {
  const { earlier } = useStrings();
  const { rows, from, to } = renderWindow;
  const edge = useRef<HTMLDivElement>(null);

  const renderFrom = (start: number) => {
    const viewport = viewportOf(edge.current);
    // A browser may tell of an approach when this has gone.
    if (!viewport) return;
    const restoreScroll = preserveScroll(viewport);
    const hadFocus = hasFocus(edge.current);
    flushSync(() => onMoveWindow({ from: Math.max(0, start), to }));
    restoreScroll();
    // The button that was pressed may be gone; without this the page would lose its place.
    if (hadFocus && !edge.current) viewport.focus({ preventScroll: true });
  };
  const showMore = () => renderFrom(from - PAGE_ROWS);

  useNearViewport(edge, showMore);
  useRevealForEdit(edge, rows.slice(0, from), (at) => renderFrom(at - PAGE_ROWS / 2));

  return (
    <div className="agk-earlier agk-undrawn" ref={edge}>
      <button type="button" className="agk-button" onClick={showMore}>
        {earlier.load}
      </button>
    </div>
  );
}
