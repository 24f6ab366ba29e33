import type { RunOptions } from "../../protocol/agent.ts";
import type { EventInput } from "../../protocol/events.ts";

/** A stream cursor among received frames: the server can continue after it. */
export interface CursorMark {
  /** The cursor as the server sent it. */
  readonly cursor: string;
  /** Number of frames of the batch before the cursor. */
  readonly frameCount: number;
}

/** Frames that arrived together, and the cursors among them. */
export interface FrameBatch {
  readonly frames: readonly unknown[];
  readonly marks: readonly CursorMark[];
}

/**
 * Yields the frames of a batch, and reports its last cursor between the frames before and after it.
 *
 * - The frames before the cursor are consumed when the caller requests more. A cursor that is reported earlier could
 *   outlive an event that was never reduced.
 * - The frames after the cursor are yielded after the report. A cursor that is reported later could repeat them.
 */
export function* yieldWithCursor(
  { frames, marks }: FrameBatch,
  onCursor: RunOptions["onCursor"],
): Generator<readonly EventInput[], void, undefined> {
  const last = marks.at(-1);
  // Unchecked: the ingestor of the run validates all events, and reports frames that are not events.
  const events = frames as readonly EventInput[];
  const before = events.slice(0, last?.frameCount ?? 0);
  const after = events.slice(before.length);
  if (before.length > 0) yield before;
  if (last) onCursor?.(last.cursor);
  if (after.length > 0) yield after;
}
