import { type ReactNode, useEffect, useRef } from "react";
import { flushSync } from "react-dom";
import { useLatest } from "../hooks/useLatest.ts";
import { useThread } from "../hooks/useThread.ts";
import type { MorePlaceProps } from "./drawn.ts";
import { ALL, PAGE } from "./drawnRange.ts";
import { useApproach, viewportOf } from "./useApproach.ts";
import { useUndrawnEditor } from "./useUndrawnEditor.ts";

/** About how high a message is, in CSS pixels. */
const ROW_HEIGHT = 80;

/**
 * @internal The bottom of what is drawn of a long conversation that was left far up: has more drawn when one comes
 * near, and the end itself when one goes there.
 */
export function NewerPlace({ drawn, onDraw }: MorePlaceProps): ReactNode {
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

  return (
    <div
      className="agk-undrawn"
      ref={place}
      // What one sees last is not the end, which is as far away as it would be.
      style={{ blockSize: (length - to) * ROW_HEIGHT }}
    />
  );
}
