import { type ReactNode, useEffect, useRef } from "react";
import { flushSync } from "react-dom";
import type { MorePlaceProps } from "./drawn.ts";
import { ALL, PAGE } from "./drawnRange.ts";
import { hasFocus } from "./focused.ts";
import { holdView } from "./scroll/holdView.ts";
import { useApproach, viewportOf } from "./useApproach.ts";
import { useStrings } from "./useStrings.ts";
import { useUndrawnEditor } from "./useUndrawnEditor.ts";

/** How many are drawn on in one frame: about as many as do not delay it. */
const IN_FRAME = 64;

/**
 * @internal The top of what is drawn of a conversation: has more drawn when one comes near, with what one reads where
 * it is. One that is not very long is drawn on by itself, once its end has been seen.
 */
export function OlderPlace({ drawn, onDraw }: MorePlaceProps): ReactNode {
  const { earlier } = useStrings();
  const { rows, from, to } = drawn;
  const place = useRef<HTMLDivElement>(null);

  const drawFrom = (start: number) => {
    const viewport = viewportOf(place.current);
    // Who is at the end stays there.
    const isFollowing = viewport?.hasAttribute("data-following");
    const letGo = viewport && !isFollowing ? holdView(viewport) : undefined;
    const hadFocus = hasFocus(place.current);
    flushSync(() => onDraw({ from: Math.max(0, start), to }));
    letGo?.();
    // The button that was pressed may be gone; without this the page would lose its place.
    if (hadFocus && !place.current) viewport?.focus({ preventScroll: true });
  };
  const show = () => drawFrom(from - PAGE);

  const isAllDrawn = rows.length <= ALL;
  useEffect(() => {
    if (!isAllDrawn) return;
    const frame = requestAnimationFrame(() => drawFrom(from - IN_FRAME));
    return () => cancelAnimationFrame(frame);
  });
  useApproach(place, show);
  useUndrawnEditor(place, rows.slice(0, from), (at) => drawFrom(at - PAGE / 2));

  return (
    <div className="agk-earlier agk-undrawn" ref={place}>
      <button type="button" className="agk-button" onClick={show}>
        {earlier.load}
      </button>
    </div>
  );
}
