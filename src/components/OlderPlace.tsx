import { type ReactNode, useEffect, useRef } from "react";
import { flushSync } from "react-dom";
import type { MorePlaceProps } from "./drawn.ts";
import { ALL, PAGE } from "./drawnRange.ts";
import { hasFocus } from "./focused.ts";
import { leadsTo } from "./scroll/edgeKeys.ts";
import { holdView } from "./scroll/holdView.ts";
import { useApproach, viewportOf } from "./useApproach.ts";
import { useAtRest } from "./useAtRest.ts";
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
    const letGo = viewport && holdView(viewport);
    const hadFocus = hasFocus(place.current);
    flushSync(() => onDraw({ from: Math.max(0, start), to }));
    letGo?.();
    // The button that was pressed may be gone; without this the page would lose its place.
    if (hadFocus && !place.current) viewport?.focus({ preventScroll: true });
  };
  const show = () => drawFrom(from - PAGE);

  const isToBeAllDrawn = rows.length <= ALL;
  useAtRest(place, isToBeAllDrawn, () => drawFrom(from - IN_FRAME));
  useEffect(() => {
    const viewport = viewportOf(place.current);
    if (!isToBeAllDrawn || !viewport) return;
    // A browser goes there by and by, and what is drawn on its way would push it away.
    const handleKeyDown = (event: KeyboardEvent) => {
      if (leadsTo("start", event, viewport)) drawFrom(0);
    };
    viewport.addEventListener("keydown", handleKeyDown);
    return () => viewport.removeEventListener("keydown", handleKeyDown);
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
