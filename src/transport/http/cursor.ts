import type { RunOptions } from "../../protocol/agent.ts";
import type { EventInput } from "../../protocol/events.ts";

/** A position among received frames. */
export interface CursorMark {
  /** The position on the wire. */
  readonly cursor: string;
  /** Number of frames up to the position. */
  readonly frameCount: number;
}

/** Frames that arrived together, and the positions among them. */
export interface FrameBatch {
  readonly frames: readonly unknown[];
  readonly marks: readonly CursorMark[];
}

/**
 * Yields the frames of a batch and reports its last position. The position is reported when the
 * frames before it were consumed, which is when more is requested: reported earlier, it could
 * outlive an event that was never reduced. Frames after the position are yielded later: consumed
 * earlier, they would be replayed.
 */
export function* yieldWithCursor(
  { frames, marks }: FrameBatch,
  onCursor: RunOptions["onCursor"],
): Generator<readonly EventInput[], void, undefined> {
  const last = marks.at(-1);
  // Unchecked: the run loop validates all events with canonicalEvents(), and counts and reports
  // frames that are not events.
  const events = frames as readonly EventInput[];
  const before = events.slice(0, last?.frameCount ?? 0);
  const after = events.slice(before.length);
  if (before.length > 0) yield before;
  if (last) onCursor?.(last.cursor);
  if (after.length > 0) yield after;
}
