import { describe, expect, test } from "vitest";
import type { FrameBatch } from "../../../src/transport/http/cursor.ts";
import { createReplayDeduper, type DedupeBatch } from "../../../src/transport/http/dedupeReplay.ts";

const run = { threadId: "t1", runId: "r1" };
const frame = (n: number) => ({ type: "CUSTOM", name: "n", value: n });

/** Frames that all have an id: their number, unless there is another. */
const stamped = (frames: readonly object[], idOf: (nth: number) => unknown): FrameBatch => ({
  frames,
  marks: frames.map((_, nth) => ({ cursor: String(idOf(nth)), frameCount: nth + 1 })),
});

/** The frames from one number up to before another. */
function numbers(from: number, to: number): FrameBatch {
  const frames = Array.from({ length: to - from }, (_, nth) => frame(from + nth));
  return stamped(frames, (nth) => from + nth);
}

/** Passes one frame at a time. */
function oneByOne(pass: DedupeBatch, { frames, marks }: FrameBatch): unknown[] {
  return frames.flatMap((one, at) => {
    const own = marks.filter((mark) => mark.frameCount === at + 1);
    return pass({ frames: [one], marks: own.map(({ cursor }) => ({ cursor, frameCount: 1 })) })
      .frames;
  });
}

describe("what a server tells again after a position", () => {
  test("is left out, also when it comes bit by bit, and what is behind it keeps its positions", () => {
    const overlap = createReplayDeduper();
    overlap(run)(numbers(0, 5));
    expect(overlap(run, "4")(numbers(2, 7))).toEqual(numbers(5, 7));
    expect(oneByOne(overlap(run, "6"), numbers(0, 9))).toEqual(numbers(7, 9).frames);
    expect(overlap(run, "8")(numbers(9, 10))).toEqual(numbers(9, 10));
  });

  test("is the same when nothing but its time has changed", () => {
    const overlap = createReplayDeduper();
    const at = (timestamp: number) =>
      stamped([{ ...frame(1), timestamp, rawEvent: timestamp }], () => 1);
    overlap(run)(at(1));
    expect(overlap(run, "1")(at(2)).frames).toEqual([]);
  });

  test("is passed on whole when it does not come to where the last connection ended", () => {
    const overlap = createReplayDeduper();
    overlap(run)(numbers(0, 3));
    const pass = overlap(run, "2");
    expect(pass(numbers(0, 1)).frames).toEqual([]);
    // Deltas may be cut anew when they are told again.
    const others = [{ ...frame(1), more: true }, frame(3)];
    expect(pass(stamped(others, (nth) => nth + 1))).toEqual(
      stamped([frame(0), ...others], (nth) => nth),
    );
  });

  test("is left out behind heartbeats, and passed on where one comes first", () => {
    const overlap = createReplayDeduper();
    const beat = { frames: [], marks: [{ cursor: "2", frameCount: 0 }] };
    const first = overlap(run);
    first(numbers(0, 3));
    expect(first(beat)).toEqual(beat);
    expect(overlap(run, "2")(numbers(2, 3)).frames).toEqual([]);
    const second = overlap(run, "2");
    expect(second(beat)).toEqual(beat);
    expect(second(numbers(2, 3))).toEqual(numbers(2, 3));
  });

  test("is passed on where an id has come twice, for the rest of the run", () => {
    const overlap = createReplayDeduper();
    const word = (times: number) => stamped(Array(times).fill(frame(1)), () => "r1");
    overlap(run)(word(2));
    expect(overlap(run, "r1")(word(2))).toEqual(word(2));
    expect(overlap(run, "r1")(word(1))).toEqual(word(1));
    expect(overlap(run, "r1")(word(1))).toEqual(word(1));
  });

  test("is passed on where a server counts anew on every connection", () => {
    const overlap = createReplayDeduper();
    const words = (times: number) => stamped(Array(times).fill(frame(7)), (nth) => nth);
    overlap(run)(numbers(0, 3));
    expect(overlap(run, "2")(words(3))).toEqual(words(3));
    expect(overlap(run, "2")(words(2))).toEqual(words(2));
    expect(overlap(run, "1")(words(2))).toEqual(words(2));
  });

  test("is passed on to whoever was somewhere else, and to everyone who reads at one time", () => {
    const overlap = createReplayDeduper();
    overlap(run)(numbers(0, 5));
    expect(overlap(run, "2")(numbers(3, 5))).toEqual(numbers(3, 5));
    expect(overlap(run)(numbers(0, 5))).toEqual(numbers(0, 5));
    const passes = [overlap(run, "4"), overlap(run, "4")];
    for (const pass of passes) expect(pass(numbers(5, 6))).toEqual(numbers(5, 6));
    expect(overlap({ ...run, runId: "r2" }, "5")(numbers(5, 6))).toEqual(numbers(5, 6));
  });

  test("is remembered of the last thousand frames", () => {
    const overlap = createReplayDeduper();
    overlap(run)(numbers(0, 3_000));
    expect(overlap(run, "2999")(numbers(2_000, 3_001))).toEqual(numbers(3_000, 3_001));
    expect(overlap(run, "3000")(numbers(2_000, 3_002))).toEqual(numbers(2_000, 3_002));
  });

  test("is remembered of the runs that were read last", () => {
    const overlap = createReplayDeduper();
    const nth = (n: number) => ({ ...run, runId: `r${n}` });
    for (let n = 0; n < 33; n++) overlap(nth(n))(numbers(0, 2));
    expect(overlap(nth(1), "1")(numbers(1, 2)).frames).toHaveLength(0);
    expect(overlap(nth(0), "1")(numbers(1, 2)).frames).toHaveLength(1);
  });
});
