import { expect, test } from "vitest";
import {
  INITIAL_ROWS,
  MAX_UNWINDOWED,
  nextWindow,
  PAGE_ROWS,
  type RowWindow,
} from "../../../src/components/transcript/rowWindow.ts";
import { fc } from "../../support/seededFastCheck.ts";

const NOTHING: RowWindow = { rows: [], from: 0, to: 0 };
const rowsOf = (count: number, name = "m") =>
  Array.from({ length: count }, (_, n) => `${name}${n}`);

/** Returns the window for rows that arrive at once. */
const opened = (rows: readonly string[], readId?: string): RowWindow => ({
  rows,
  ...nextWindow(rows, NOTHING, readId),
});
const renderedRows = ({ rows, from, to }: RowWindow) => rows.slice(from, to);

test("renders a page of rows at once, and the end of more rows", () => {
  expect(nextWindow(rowsOf(PAGE_ROWS), NOTHING, undefined)).toEqual({ from: 0, to: PAGE_ROWS });
  expect(nextWindow(rowsOf(PAGE_ROWS + 1), NOTHING, undefined)).toEqual({
    from: PAGE_ROWS + 1 - INITIAL_ROWS,
    to: PAGE_ROWS + 1,
  });
});

test("renders the rows after the saved position of more than a page, up to a thousand", () => {
  const rows = rowsOf(MAX_UNWINDOWED);
  expect(nextWindow(rows, NOTHING, "m200")).toEqual({
    from: 200 - INITIAL_ROWS,
    to: MAX_UNWINDOWED,
  });
  expect(nextWindow(rows, NOTHING, "m20")).toEqual({ from: 0, to: MAX_UNWINDOWED });
});

test("renders at most little more than a thousand rows around the saved position", () => {
  const rows = rowsOf(10_000);
  expect(nextWindow(rows, NOTHING, "m40")).toEqual({ from: 0, to: 40 + INITIAL_ROWS });
  expect(nextWindow(rows, NOTHING, "m5000")).toEqual({
    from: 5000 - INITIAL_ROWS,
    to: 5000 + INITIAL_ROWS,
  });
  expect(nextWindow(rows, NOTHING, "m9500")).toEqual({ from: 9500 - INITIAL_ROWS, to: 10_000 });
  expect(nextWindow(rows, NOTHING, "gone")).toEqual({ from: 10_000 - INITIAL_ROWS, to: 10_000 });
});

test("renders rows that are added after the last one", () => {
  const before = opened(rowsOf(3000));
  expect(nextWindow([...before.rows, "new"], before, undefined)).toEqual({
    from: before.from,
    to: 3001,
  });
});

test("does not render rows added after an unrendered end", () => {
  const before = opened(rowsOf(3000), "m5");
  expect(nextWindow([...before.rows, "new"], before, "m5")).toEqual({ from: 0, to: before.to });
});

test("extends the window to all earlier rows, or to the nearest 1,000 when there are more", () => {
  const before = opened(rowsOf(40));
  const withEarlier = (count: number) =>
    nextWindow([...rowsOf(count, "e"), ...before.rows], before, "m7");
  expect(withEarlier(MAX_UNWINDOWED)).toEqual({ from: 0, to: MAX_UNWINDOWED + 40 });
  expect(withEarlier(MAX_UNWINDOWED + 1)).toEqual({
    from: MAX_UNWINDOWED + 1 - INITIAL_ROWS,
    to: MAX_UNWINDOWED + 41,
  });
});

test("does not render rows added before an unrendered start", () => {
  const before = opened(rowsOf(3000));
  const rows = [...rowsOf(10, "e"), ...before.rows];
  expect(nextWindow(rows, before, undefined)).toEqual({ from: before.from + 10, to: 3010 });
});

test("moves to the end when more than a thousand rows are added", () => {
  const before = opened(rowsOf(40));
  const rows = rowsOf(2000);
  expect(nextWindow(rows, before, undefined)).toEqual({ from: 2000 - INITIAL_ROWS, to: 2000 });
  expect(nextWindow(rows, before, "m30")).toEqual({ from: 0, to: 30 + INITIAL_ROWS });
});

test("does not render thousands of rows when a rendered one has moved", () => {
  const before = opened(rowsOf(3000));
  const rows = ["m2990", ...before.rows.filter((row) => row !== "m2990")];
  expect(nextWindow(rows, before, undefined)).toEqual({ from: 3000 - INITIAL_ROWS, to: 3000 });
});

test("starts again when no rendered row is left, without dropping readable rows", () => {
  const before = opened(rowsOf(3000));
  const others = (count: number) => nextWindow(rowsOf(count, "other"), before, undefined);
  expect(others(20)).toEqual({ from: 0, to: 20 });
  expect(others(MAX_UNWINDOWED)).toEqual({ from: 0, to: MAX_UNWINDOWED });
  expect(others(MAX_UNWINDOWED + 1)).toEqual({
    from: MAX_UNWINDOWED + 1 - INITIAL_ROWS,
    to: MAX_UNWINDOWED + 1,
  });
});

test("renders every remaining row again after others were removed", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 3000 }),
      fc.option(fc.nat(2999)),
      fc.array(fc.nat(2999), { maxLength: 300 }),
      (count, read, taken) => {
        const removed = new Set(taken.map((n) => `m${n}`));
        const readId = read === null ? undefined : `m${read}`;
        const before = opened(rowsOf(count), readId);
        const rows = before.rows.filter((row) => !removed.has(String(row)));
        const now = { rows, ...nextWindow(rows, before, readId) };
        const remaining = renderedRows(before).filter((row) => !removed.has(String(row)));
        if (remaining.length > 0) expect(renderedRows(now)).toEqual(remaining);
        expect(now.from).toBeGreaterThanOrEqual(0);
        expect(now.to).toBeLessThanOrEqual(rows.length);
      },
    ),
  );
});
