import { type ReactNode, useRef } from "react";
import { flushSync } from "react-dom";
import { useStrings } from "../strings/useStrings.ts";
import { hasFocus } from "../ui/activeElement.ts";
import { preserveScroll } from "./autoscroll/preserveScroll.ts";
import type { MorePlaceProps } from "./drawn.ts";
import { PAGE_ROWS } from "./renderWindow.ts";
import { useNearViewport, viewportOf } from "./useNearViewport.ts";
import { useUndrawnEditor } from "./useRevealForEdit.ts";

/**
 * @internal The top of what is drawn of a long conversation: has more drawn when one comes near, with what one reads
 * where it is.
 */
export function OlderPlace({ drawn, onDraw }: MorePlaceProps): ReactNode {
  const { earlier } = useStrings();
  const { rows, from, to } = drawn;
  const place = useRef<HTMLDivElement>(null);

  const drawFrom = (start: number) => {
    const viewport = viewportOf(place.current);
    // A browser may tell of an approach when this has gone.
    if (!viewport) return;
    const letGo = preserveScroll(viewport);
    const hadFocus = hasFocus(place.current);
    flushSync(() => onDraw({ from: Math.max(0, start), to }));
    letGo();
    // The button that was pressed may be gone; without this the page would lose its place.
    if (hadFocus && !place.current) viewport.focus({ preventScroll: true });
  };
  const show = () => drawFrom(from - PAGE_ROWS);

  useNearViewport(place, show);
  useUndrawnEditor(place, rows.slice(0, from), (at) => drawFrom(at - PAGE_ROWS / 2));

  return (
    <div className="agk-earlier agk-undrawn" ref={place}>
      <button type="button" className="agk-button" onClick={show}>
        {earlier.load}
      </button>
    </div>
  );
}
