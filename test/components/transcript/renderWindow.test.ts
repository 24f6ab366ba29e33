import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  INITIAL_ROWS,
  MAX_UNWINDOWED,
  nextWindow,
  PAGE_ROWS,
  type RowWindow,
} from "../../../src/components/transcript/renderWindow.ts";

const NOTHING: RowWindow = { rows: [], from: 0, to: 0 };
const rowsOf = (count: number, name = "m") =>
  Array.from({ length: count }, (_, n) => `${name}${n}`);

/** What is drawn of so many rows that come at once. */
const opened = (rows: readonly string[], readId?: string): RowWindow => ({
  rows,
  ...nextWindow(rows, NOTHING, readId),
});
const drawnIn = ({ rows, from, to }: RowWindow) => rows.slice(from, to);

test("draws all of a page of rows, and of more those at the end", () => {
  expect(nextWindow(rowsOf(PAGE_ROWS), NOTHING, undefined)).toEqual({ from: 0, to: PAGE_ROWS });
  expect(nextWindow(rowsOf(PAGE_ROWS + 1), NOTHING, undefined)).toEqual({
    from: PAGE_ROWS + 1 - INITIAL_ROWS,
    to: PAGE_ROWS + 1,
  });
});

test("of a page and more, draws all that is behind the place that was read, up to a thousand", () => {
  const rows = rowsOf(MAX_UNWINDOWED);
  expect(nextWindow(rows, NOTHING, "m200")).toEqual({
    from: 200 - INITIAL_ROWS,
    to: MAX_UNWINDOWED,
  });
  expect(nextWindow(rows, NOTHING, "m20")).toEqual({ from: 0, to: MAX_UNWINDOWED });
});

test("of more than a thousand, draws those around the place that was read, and no more than a bit more than a thousand", () => {
  const rows = rowsOf(10_000);
  expect(nextWindow(rows, NOTHING, "m40")).toEqual({ from: 0, to: 40 + INITIAL_ROWS });
  expect(nextWindow(rows, NOTHING, "m5000")).toEqual({
    from: 5000 - INITIAL_ROWS,
    to: 5000 + INITIAL_ROWS,
  });
  expect(nextWindow(rows, NOTHING, "m9500")).toEqual({ from: 9500 - INITIAL_ROWS, to: 10_000 });
  expect(nextWindow(rows, NOTHING, "gone")).toEqual({ from: 10_000 - INITIAL_ROWS, to: 10_000 });
});

test("draws what comes behind the last row", () => {
  const before = opened(rowsOf(3000));
  expect(nextWindow([...before.rows, "new"], before, undefined)).toEqual({
    from: before.from,
    to: 3001,
  });
});

test("draws nothing of what comes behind rows that are not drawn", () => {
  const before = opened(rowsOf(3000), "m5");
  expect(nextWindow([...before.rows, "new"], before, "m5")).toEqual({ from: 0, to: before.to });
});

test("draws earlier rows in front of the first, and of more than a thousand those that are next to it", () => {
  const before = opened(rowsOf(40));
  const withEarlier = (count: number) =>
    nextWindow([...rowsOf(count, "e"), ...before.rows], before, "m7");
  expect(withEarlier(MAX_UNWINDOWED)).toEqual({ from: 0, to: MAX_UNWINDOWED + 40 });
  expect(withEarlier(MAX_UNWINDOWED + 1)).toEqual({
    from: MAX_UNWINDOWED + 1 - INITIAL_ROWS,
    to: MAX_UNWINDOWED + 41,
  });
});

test("draws none of what comes in front of rows that are not drawn", () => {
  const before = opened(rowsOf(3000));
  const rows = [...rowsOf(10, "e"), ...before.rows];
  expect(nextWindow(rows, before, undefined)).toEqual({ from: before.from + 10, to: 3010 });
});

test("goes to the end where more than a thousand come behind the last", () => {
  const before = opened(rowsOf(40));
  const rows = rowsOf(2000);
  expect(nextWindow(rows, before, undefined)).toEqual({ from: 2000 - INITIAL_ROWS, to: 2000 });
  expect(nextWindow(rows, before, "m30")).toEqual({ from: 0, to: 30 + INITIAL_ROWS });
});

test("draws no thousands because one that was drawn is somewhere else now", () => {
  const before = opened(rowsOf(3000));
  const rows = ["m2990", ...before.rows.filter((row) => row !== "m2990")];
  expect(nextWindow(rows, before, undefined)).toEqual({ from: 3000 - INITIAL_ROWS, to: 3000 });
});

test("begins anew where nothing is left of what was drawn, and takes less of nothing that one could be reading", () => {
  const before = opened(rowsOf(3000));
  const others = (count: number) => nextWindow(rowsOf(count, "other"), before, undefined);
  expect(others(20)).toEqual({ from: 0, to: 20 });
  expect(others(MAX_UNWINDOWED)).toEqual({ from: 0, to: MAX_UNWINDOWED });
  expect(others(MAX_UNWINDOWED + 1)).toEqual({
    from: MAX_UNWINDOWED + 1 - INITIAL_ROWS,
    to: MAX_UNWINDOWED + 1,
  });
});

test("draws every row again that was drawn and is still there, whichever are taken away", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 3000 }),
      fc.option(fc.nat(2999)),
      fc.array(fc.nat(2999), { maxLength: 300 }),
      (count, read, taken) => {
        const gone = new Set(taken.map((n) => `m${n}`));
        const readId = read === null ? undefined : `m${read}`;
        const before = opened(rowsOf(count), readId);
        const rows = before.rows.filter((row) => !gone.has(String(row)));
        const now = { rows, ...nextWindow(rows, before, readId) };
        const kept = drawnIn(before).filter((row) => !gone.has(String(row)));
        if (kept.length > 0) expect(drawnIn(now)).toEqual(kept);
        expect(now.from).toBeGreaterThanOrEqual(0);
        expect(now.to).toBeLessThanOrEqual(rows.length);
      },
    ),
  );
});
