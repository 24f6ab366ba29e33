import { type ReactNode, useEffect, useLayoutEffect, useRef } from "react";
import { flushSync } from "react-dom";
import { useLatest } from "../hooks/useLatest.ts";
import { useThread } from "../hooks/useThread.ts";
import { ALL, PAGE } from "./drawnRange.ts";
import { CUT } from "./scroll/stickToEnd.ts";
import type { UndrawnPlaceProps } from "./undrawn.ts";
import { useApproach, viewportOf } from "./useApproach.ts";
import { useUndrawnEditor } from "./useUndrawnEditor.ts";

/**
 * @internal The bottom of what is drawn of a long conversation that was left far up: has more drawn when one comes
 * near, and the end itself when one goes there.
 */
export function NewerPlace({ drawn, onDraw }: UndrawnPlaceProps): ReactNode {
  const thread = useThread();
  const { rows, from, to } = drawn;
  const { length } = rows;
  const place = useRef<HTMLDivElement>(null);

  /** What is far above the end is given up for it: one goes there to be there, and at once. */
  const drawEnd = (start = length) =>
    onDraw({ from: length - to > ALL ? Math.max(0, start - PAGE) : from, to: length });
  const latestDrawEnd = useLatest(drawEnd);

  useApproach(place, () => {
    const isFollowing = viewportOf(place.current)?.hasAttribute("data-following");
    flushSync(() => (isFollowing ? drawEnd() : onDraw({ from, to: Math.min(length, to + PAGE) })));
  });
  useUndrawnEditor(place, rows.slice(to), (at) => drawEnd(to + at));

  // Before the view is measured: this is not the end.
  useLayoutEffect(() => {
    const viewport = viewportOf(place.current);
    viewport?.setAttribute(CUT, "");
    return () => viewport?.removeAttribute(CUT);
  }, []);

  useEffect(
    () =>
      thread.subscribe({
        // As the view does.
        onSend({ hasWaited }) {
          if (!hasWaited) latestDrawEnd.current();
        },
      }),
    [thread, latestDrawEnd],
  );

  return <div className="agk-undrawn" ref={place} />;
}
