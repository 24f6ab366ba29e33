import type { RunOptions } from "../../protocol/agent.ts";
import type { EventInput } from "../../protocol/events.ts";

/** A position in what has arrived. */
export interface CursorMark {
  readonly cursor: string;
  /** How many frames come up to it. */
  readonly frameCount: number;
}

/** The frames that have arrived together, and the positions among them. */
export interface FrameBatch {
  readonly frames: readonly unknown[];
  readonly marks: readonly CursorMark[];
}

/**
 * Yields what has arrived together, and tells how far it reaches. A position is told when what comes up to
 * it has been taken, which is when more is asked for: told before, it could outlive an event that nobody
 * has seen. What comes behind it is yielded after it: taken before, it would be asked for again.
 */
export function* yieldWithCursor(
  { frames, marks }: FrameBatch,
  onCursor: RunOptions["onCursor"],
): Generator<readonly EventInput[], void, undefined> {
  const last = marks.at(-1);
  // Unchecked on purpose: the run loop passes whatever an agent yields through canonicalEvents(),
  // which counts and reports the frames that are no events.
  const events = frames as readonly EventInput[];
  const before = events.slice(0, last?.frameCount ?? 0);
  const after = events.slice(before.length);
  if (before.length > 0) yield before;
  if (last) onCursor?.(last.cursor);
  if (after.length > 0) yield after;
}
