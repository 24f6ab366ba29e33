import { describe, expect, test } from "vitest";
import { createFrameDeduper, type DedupeBatch } from "../../../src/transport/http/frameDeduper.ts";
import type { FrameBatch } from "../../../src/transport/http/yieldWithCursor.ts";

const run = { threadId: "t1", runId: "r1" };
const frame = (n: number) => ({ type: "CUSTOM", name: "n", value: n });

/** Frames with the id that `idOf` returns, by default their number. */
const stamped = (frames: readonly object[], idOf: (nth: number) => unknown): FrameBatch => ({
  frames,
  marks: frames.map((_, nth) => ({ cursor: String(idOf(nth)), frameCount: nth + 1 })),
});

/** Returns the frames from a number up to, but not including, another. */
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

describe("a replayed overlap", () => {
  test("is dropped, also in parts, and later frames keep their positions", () => {
    const overlap = createFrameDeduper();
    overlap(run)(numbers(0, 5));
    expect(overlap(run, "4")(numbers(2, 7))).toEqual(numbers(5, 7));
    expect(oneByOne(overlap(run, "6"), numbers(0, 9))).toEqual(numbers(7, 9).frames);
    expect(overlap(run, "8")(numbers(9, 10))).toEqual(numbers(9, 10));
  });

  test("is dropped when only timestamps differ", () => {
    const overlap = createFrameDeduper();
    const at = (timestamp: number) =>
      stamped([{ ...frame(1), timestamp, rawEvent: timestamp }], () => 1);
    overlap(run)(at(1));
    expect(overlap(run, "1")(at(2)).frames).toEqual([]);
  });

  test("is passed on whole when it does not reach the end of the last connection", () => {
    const overlap = createFrameDeduper();
    overlap(run)(numbers(0, 3));
    const pass = overlap(run, "2");
    expect(pass(numbers(0, 1)).frames).toEqual([]);
    // A server may split deltas differently in a replay.
    const others = [{ ...frame(1), more: true }, frame(3)];
    expect(pass(stamped(others, (nth) => nth + 1))).toEqual(
      stamped([frame(0), ...others], (nth) => nth),
    );
  });

  test("is dropped after earlier heartbeats, and passed on after a leading heartbeat", () => {
    const overlap = createFrameDeduper();
    const beat = { frames: [], marks: [{ cursor: "2", frameCount: 0 }] };
    const first = overlap(run);
    first(numbers(0, 3));
    expect(first(beat)).toEqual(beat);
    expect(overlap(run, "2")(numbers(2, 3)).frames).toEqual([]);
    const second = overlap(run, "2");
    expect(second(beat)).toEqual(beat);
    expect(second(numbers(2, 3))).toEqual(numbers(2, 3));
  });

  test("is passed on for the rest of the run after an id occurred twice", () => {
    const overlap = createFrameDeduper();
    const word = (times: number) => stamped(Array(times).fill(frame(1)), () => "r1");
    overlap(run)(word(2));
    expect(overlap(run, "r1")(word(2))).toEqual(word(2));
    expect(overlap(run, "r1")(word(1))).toEqual(word(1));
    expect(overlap(run, "r1")(word(1))).toEqual(word(1));
  });

  test("is passed on when a server restarts its ids on every connection", () => {
    const overlap = createFrameDeduper();
    const repeated = (times: number) => stamped(Array(times).fill(frame(7)), (nth) => nth);
    overlap(run)(numbers(0, 3));
    expect(overlap(run, "2")(repeated(3))).toEqual(repeated(3));
    expect(overlap(run, "2")(repeated(2))).toEqual(repeated(2));
    expect(overlap(run, "1")(repeated(2))).toEqual(repeated(2));
  });

  test("is passed on from another position, to simultaneous readers, and in another run", () => {
    const overlap = createFrameDeduper();
    overlap(run)(numbers(0, 5));
    expect(overlap(run, "2")(numbers(3, 5))).toEqual(numbers(3, 5));
    expect(overlap(run)(numbers(0, 5))).toEqual(numbers(0, 5));
    const passes = [overlap(run, "4"), overlap(run, "4")];
    for (const pass of passes) expect(pass(numbers(5, 6))).toEqual(numbers(5, 6));
    expect(overlap({ ...run, runId: "r2" }, "5")(numbers(5, 6))).toEqual(numbers(5, 6));
  });

  test("is recognized within the last thousand frames", () => {
    const overlap = createFrameDeduper();
    overlap(run)(numbers(0, 3_000));
    expect(overlap(run, "2999")(numbers(2_000, 3_001))).toEqual(numbers(3_000, 3_001));
    expect(overlap(run, "3000")(numbers(2_000, 3_002))).toEqual(numbers(2_000, 3_002));
  });

  test("is recognized for the most recent runs", () => {
    const overlap = createFrameDeduper();
    const nth = (n: number) => ({ ...run, runId: `r${n}` });
    for (let n = 0; n < 33; n++) overlap(nth(n))(numbers(0, 2));
    expect(overlap(nth(1), "1")(numbers(1, 2)).frames).toHaveLength(0);
    expect(overlap(nth(0), "1")(numbers(1, 2)).frames).toHaveLength(1);
  });
});
