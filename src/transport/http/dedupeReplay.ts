import type { AgentRunIds } from "../../protocol/agent.ts";
import { fingerprint } from "../../protocol/eventFingerprint.ts";
import type { FrameBatch } from "./cursor.ts";

/** Passes on what arrives over one connection, without what the one before it has brought. */
export type DedupeBatch = (batch: FrameBatch) => FrameBatch;

/** How much is remembered: of how many runs, and how many frames of each. */
const MAX_RUNS = 32;
const MAX_FRAMES = 1_000;

/** A frame that came with a position of its own. */
interface SeenFrame {
  readonly id: string;
  readonly fingerprint: string;
}

/** What the connections of a run have brought. */
interface RunMemory {
  /** The last frames; absent where ids say nothing. */
  readonly seen?: SeenFrame[] | undefined;
  /** The position they come up to. */
  readonly cursor?: string | undefined;
}

const EMPTY_BATCH: FrameBatch = { frames: [], marks: [] };

/**
 * Makes what remembers which frames the runs of an agent have had. Some servers, asked for what came after
 * a position, begin with what came before it. That is left out: frames at the beginning of a connection
 * that are the last of those before it, in the same order and up to the very last.
 *
 * An id alone does not make two frames one: there are servers that count anew on every connection, and
 * servers that give all their frames the same id. So the frames have to say the same as well, and where
 * an id has come twice, ids say nothing.
 *
 * @returns What begins a connection, after a position or from the start.
 */
export function createReplayDeduper(): (run: AgentRunIds, cursor?: string) => DedupeBatch {
  const memories = new Map<string, RunMemory>();
  return ({ threadId, runId }, cursor) => {
    const key = JSON.stringify([threadId, runId]);
    const last = memories.get(key);
    // Whoever asks for another position has had other frames.
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

/** @param store - Hears what is known from then on, whenever that changes. */
function createBatchFilter(before: RunMemory, store: (memory: RunMemory) => void): DedupeBatch {
  const previousFrames = before.seen ?? [];
  // Others may be reading the same run, so nothing is shared with them.
  let seen = before.seen && [...before.seen];
  const ids = new Set(previousFrames.map(({ id }) => id));
  if (before.cursor) ids.add(before.cursor);
  /** What may turn out to be told again, from which place in `ending` on, and how much of it is. */
  let deferred: FrameBatch | undefined = EMPTY_BATCH;
  let matchStart = -1;
  let matchCount = 0;

  function releaseBatch(batch: FrameBatch): FrameBatch {
    deferred = undefined;
    const { frames, marks } = batch;
    for (const [i, { cursor, frameCount }] of marks.entries()) {
      // One without a frame of its own stands for those before it.
      if (frameCount > (marks[i - 1]?.frameCount ?? 0))
        rememberFrame(cursor, frames[frameCount - 1]);
    }
    const last = marks.at(-1);
    if (last) store({ seen, cursor: last.cursor });
    return batch;
  }

  function rememberFrame(id: string, frame: unknown): void {
    if (ids.has(id)) seen = undefined;
    if (!seen) return;
    ids.add(id);
    seen.push({ id, fingerprint: fingerprint(frame) });
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
        expected.fingerprint === fingerprint(frames[matchCount]);
      if (!isRepeated) return releaseBatch(deferred);
      matchCount += 1;
      if (matchStart + matchCount === previousFrames.length)
        return releaseBatch(withoutFirst(matchCount, deferred));
    }
  };
}

function withoutFirst(matchCount: number, { frames, marks }: FrameBatch): FrameBatch {
  return {
    frames: frames.slice(matchCount),
    marks: marks
      .slice(matchCount)
      .map(({ cursor, frameCount }) => ({ cursor, frameCount: frameCount - matchCount })),
  };
}
