import type { AgentRunIds } from "../../protocol/agent.ts";
import { eventFingerprint } from "../../protocol/eventFingerprint.ts";
import type { FrameBatch } from "./yieldWithCursor.ts";

/** Filters the batches of one connection: removes frames that the previous connection received. */
export type DedupeBatch = (batch: FrameBatch) => FrameBatch;

/** Limits of the memory: runs, and frames of each run. */
const MAX_RUNS = 32;
const MAX_FRAMES = 1_000;

/** A frame with a cursor of its own. */
interface SeenFrame {
  readonly id: string;
  readonly fingerprint: string;
}

/** Frames received by the connections of a run. */
interface RunMemory {
  /** The last frames; absent when ids cannot identify frames. */
  readonly seen?: SeenFrame[] | undefined;
  /** The cursor after these frames. */
  readonly cursor?: string | undefined;
}

const EMPTY_BATCH: FrameBatch = { frames: [], marks: [] };

/**
 * Creates a filter for replays, with a memory per run: some servers, asked to continue after a cursor, begin with frames
 * before it. The filter removes frames at the beginning of a connection that repeat, in order and to the very last, the end
 * of the previous one. Their content must be equal too: some servers count ids from 1 on every connection, and some use one
 * id for all frames.
 *
 * @returns a function that begins a connection after a cursor, or from the start
 */
export function createFrameDeduper(): (run: AgentRunIds, cursor?: string) => DedupeBatch {
  const memories = new Map<string, RunMemory>();
  return ({ threadId, runId }, cursor) => {
    const key = JSON.stringify([threadId, runId]);
    const last = memories.get(key);
    // A connection from another cursor received other frames.
    const isContinuation = cursor && last?.cursor === cursor;
    const store = (memory: RunMemory) => {
      memories.delete(key);
      memories.set(key, memory);
      const [oldest] = memories.keys();
      if (memories.size > MAX_RUNS && oldest !== undefined) memories.delete(oldest);
    };
    return createBatchFilter({ cursor, seen: isContinuation ? last.seen : [] }, store);
  };
}

/**
 * Creates the filter of one connection.
 *
 * @param before - Cursor that the connection continues after, and the frames that the previous connection received up to
 * that cursor.
 * @param saveMemory - Called with the memory whenever it changes.
 */
function createBatchFilter(
  before: RunMemory,
  saveMemory: (memory: RunMemory) => void,
): DedupeBatch {
  const previousFrames = before.seen ?? [];
  // Another connection may read the same run, so the list is copied.
  let seen = before.seen && [...before.seen];
  const ids = new Set(previousFrames.map(({ id }) => id));
  if (before.cursor) ids.add(before.cursor);
  /**
   * First frames of the connection while they may repeat the end of `previousFrames`; `undefined` once this is decided.
   * `matchCount` of them equal the previous frames from `matchStart` on.
   */
  let deferred: FrameBatch | undefined = EMPTY_BATCH;
  let matchStart = -1;
  let matchCount = 0;

  function releaseBatch(batch: FrameBatch): FrameBatch {
    deferred = undefined;
    const { frames, marks } = batch;
    for (const [i, { cursor, frameCount }] of marks.entries()) {
      // A cursor without a frame of its own belongs to the frames before it.
      if (frameCount > (marks[i - 1]?.frameCount ?? 0))
        rememberFrame(cursor, frames[frameCount - 1]);
    }
    const last = marks.at(-1);
    if (last) saveMemory({ seen, cursor: last.cursor });
    return batch;
  }

  function rememberFrame(id: string, frame: unknown): void {
    // After a repeated id, no frame is removed.
    if (ids.has(id)) seen = undefined;
    if (!seen) return;
    ids.add(id);
    seen.push({ id, fingerprint: eventFingerprint(frame) });
    const evicted = seen.length > MAX_FRAMES ? seen.shift() : undefined;
    if (evicted) ids.delete(evicted.id);
  }

  return (batch) => {
    if (!deferred) return releaseBatch(batch);
    const frames = [...deferred.frames, ...batch.frames];
    const shift = deferred.frames.length;
    const marks = [
      ...deferred.marks,
      ...batch.marks.map(({ cursor, frameCount }) => ({ cursor, frameCount: frameCount + shift })),
    ];
    deferred = { frames, marks };
    for (;;) {
      if (matchCount === frames.length && matchCount === marks.length) return EMPTY_BATCH;
      const mark = marks[matchCount];
      if (matchCount === 0) matchStart = previousFrames.findIndex(({ id }) => id === mark?.cursor);
      const expected = previousFrames[matchStart + matchCount];
      const isRepeated =
        expected &&
        mark?.frameCount === matchCount + 1 &&
        expected.id === mark.cursor &&
        expected.fingerprint === eventFingerprint(frames[matchCount]);
      if (!isRepeated) return releaseBatch(deferred);
      matchCount += 1;
      if (matchStart + matchCount === previousFrames.length)
        return releaseBatch(withoutFirst(matchCount, deferred));
    }
  };
}

/** Removes the first frames of a batch, each of which has a cursor. */
function withoutFirst(count: number, { frames, marks }: FrameBatch): FrameBatch {
  return {
    frames: frames.slice(count),
    marks: marks
      .slice(count)
      .map(({ cursor, frameCount }) => ({ cursor, frameCount: frameCount - count })),
  };
}
