import type { AgentRunIds } from "../../protocol/agent.ts";
import { fingerprint } from "../../protocol/eventFingerprint.ts";
import type { FrameBatch } from "./cursor.ts";

/** Passes on what arrives over one connection, without what the one before it has brought. */
export type DedupeBatch = (arrival: FrameBatch) => FrameBatch;

/** How much is remembered: of how many runs, and how many frames of each. */
const RUNS = 32;
const FRAMES = 1_000;

/** A frame that came with a position of its own. */
interface Known {
  readonly id: string;
  readonly print: string;
}

/** What the connections of a run have brought. */
interface Memory {
  /** The last frames; absent where ids say nothing. */
  readonly known?: Known[] | undefined;
  /** The position they come up to. */
  readonly cursor?: string | undefined;
}

const NOTHING: FrameBatch = { frames: [], marks: [] };

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
  const memories = new Map<string, Memory>();
  return ({ threadId, runId }, cursor) => {
    const key = JSON.stringify([threadId, runId]);
    const last = memories.get(key);
    // Whoever asks for another position has had other frames.
    const isNext = cursor && last?.cursor === cursor;
    const keep = (memory: Memory) => {
      memories.delete(key);
      memories.set(key, memory);
      const [oldest] = memories.keys();
      if (memories.size > RUNS && oldest !== undefined) memories.delete(oldest);
    };
    return createPass({ cursor, known: isNext ? last.known : [] }, keep);
  };
}

/** @param keep - Hears what is known from then on, whenever that changes. */
function createPass(before: Memory, keep: (memory: Memory) => void): DedupeBatch {
  const ending = before.known ?? [];
  // Others may be reading the same run, so nothing is shared with them.
  let known = before.known && [...before.known];
  const ids = new Set(ending.map(({ id }) => id));
  if (before.cursor) ids.add(before.cursor);
  /** What may turn out to be told again, from which place in `ending` on, and how much of it is. */
  let held: FrameBatch | undefined = NOTHING;
  let start = -1;
  let count = 0;

  function release(arrival: FrameBatch): FrameBatch {
    held = undefined;
    const { frames, marks } = arrival;
    for (const [i, { cursor, at }] of marks.entries()) {
      // One without a frame of its own stands for those before it.
      if (at > (marks[i - 1]?.at ?? 0)) remember(cursor, frames[at - 1]);
    }
    const last = marks.at(-1);
    if (last) keep({ known, cursor: last.cursor });
    return arrival;
  }

  function remember(id: string, frame: unknown): void {
    if (ids.has(id)) known = undefined;
    if (!known) return;
    ids.add(id);
    known.push({ id, print: fingerprint(frame) });
    const gone = known.length > FRAMES ? known.shift() : undefined;
    if (gone) ids.delete(gone.id);
  }

  return (arrival) => {
    if (!held) return release(arrival);
    const frames = [...held.frames, ...arrival.frames];
    const shift = held.frames.length;
    const marks = [
      ...held.marks,
      ...arrival.marks.map(({ cursor, at }) => ({ cursor, at: at + shift })),
    ];
    held = { frames, marks };
    for (;;) {
      if (count === frames.length && count === marks.length) return NOTHING;
      const mark = marks[count];
      if (count === 0) start = ending.findIndex(({ id }) => id === mark?.cursor);
      const same = ending[start + count];
      const isSame =
        same &&
        mark?.at === count + 1 &&
        same.id === mark.cursor &&
        same.print === fingerprint(frames[count]);
      if (!isSame) return release(held);
      count += 1;
      if (start + count === ending.length) return release(withoutFirst(count, held));
    }
  };
}

function withoutFirst(count: number, { frames, marks }: FrameBatch): FrameBatch {
  return {
    frames: frames.slice(count),
    marks: marks.slice(count).map(({ cursor, at }) => ({ cursor, at: at - count })),
  };
}
