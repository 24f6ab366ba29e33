import * as fc from "fast-check";
import { expect, test } from "vitest";
import { toChunks } from "../../src/components/rowChunks.ts";

const ids = fc.uniqueArray(
  fc.oneof(
    fc.uuid(),
    fc.nat().map((n) => `m${n}`),
  ),
  { maxLength: 400 },
);

test("holds every row once, in order, under a key of its own", () => {
  fc.assert(
    fc.property(ids, (rows) => {
      const chunks = toChunks(rows);
      expect(chunks.flatMap((chunk) => chunk.rows)).toEqual(rows);
      expect(new Set(chunks.map((chunk) => chunk.key)).size).toBe(chunks.length);
    }),
  );
});

test("moves no row into another chunk when rows are added behind, and few when in front", () => {
  fc.assert(
    fc.property(ids, fc.integer({ min: 0, max: 400 }), (rows, at) => {
      const keyOf = (list: readonly string[]) =>
        new Map(toChunks(list).flatMap(({ key, rows }) => rows.map((row) => [row, key] as const)));
      const all = keyOf(rows);
      const [head, tail] = [rows.slice(0, at), rows.slice(at)];
      for (const [row, key] of keyOf(head)) expect(all.get(row)).toBe(key);
      // Only the rows up to the first cut change hands.
      const before = keyOf(tail);
      const moved = tail.filter((row) => all.get(row) !== before.get(row));
      expect(moved).toEqual(toChunks(tail)[0]?.rows.slice(0, moved.length) ?? []);
    }),
  );
});

test("cuts thousands of rows into chunks of a useful size", () => {
  const uuids = Array.from({ length: 5000 }, (_, n) => `0b9a2f4e-1c1d-4a55-8d6b-${n}`);
  const counters = Array.from({ length: 5000 }, (_, n) => `msg_${n}`);
  for (const rows of [uuids, counters]) {
    const sizes = toChunks(rows).map((chunk) => chunk.rows.length);
    expect(sizes.length).toBeGreaterThan(80);
    expect(sizes.length).toBeLessThan(320);
    expect(Math.max(...sizes)).toBeLessThan(400);
  }
});
