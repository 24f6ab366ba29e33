import { expect, test } from "vitest";
import { chunkRows, type TranscriptChunk } from "../../../src/components/transcript/chunkRows.ts";
import { fc } from "../../support/seededFastCheck.ts";

const ids = fc.uniqueArray(
  fc.oneof(
    fc.uuid(),
    fc.nat().map((n) => `m${n}`),
  ),
  { maxLength: 400 },
);

test("contains every row once, in order, with unique keys", () => {
  fc.assert(
    fc.property(ids, (rows) => {
      const chunks = chunkRows(rows);
      expect(chunks.flatMap((chunk) => chunk.rows)).toEqual(rows);
      expect(new Set(chunks.map((chunk) => chunk.key)).size).toBe(chunks.length);
    }),
  );
});

const keyOf = (chunks: readonly TranscriptChunk[]) =>
  new Map(chunks.flatMap(({ key, rows }) => rows.map((row) => [row, key] as const)));

test("moves no row to another chunk when rows are added before or after", () => {
  fc.assert(
    fc.property(ids, fc.integer({ min: 0, max: 400 }), fc.boolean(), (rows, at, isBefore) => {
      const some = chunkRows(isBefore ? rows.slice(at) : rows.slice(0, at));
      const all = chunkRows(rows, some);
      expect(all.map(({ rows }) => rows)).toEqual(chunkRows(rows).map(({ rows }) => rows));
      const keys = keyOf(all);
      for (const [row, key] of keyOf(some)) expect(keys.get(row)).toBe(key);
      expect(new Set(all.map(({ key }) => key)).size).toBe(all.length);
      // And again after all earlier rows were removed.
      const again = chunkRows(["even older", ...rows], all);
      for (const [row, key] of keys) expect(keyOf(again).get(row)).toBe(key);
    }),
  );
});

test("keeps keys unique when removed rows return", () => {
  fc.assert(
    fc.property(fc.array(ids, { maxLength: 4 }), (lists) => {
      let chunks: readonly TranscriptChunk[] = [];
      for (const rows of lists) {
        chunks = chunkRows(rows, chunks);
        expect(new Set(chunks.map(({ key }) => key)).size).toBe(chunks.length);
      }
    }),
  );
});

test("splits thousands of rows into chunks of a useful size", () => {
  const uuids = Array.from({ length: 5000 }, (_, n) => `0b9a2f4e-1c1d-4a55-8d6b-${n}`);
  const counters = Array.from({ length: 5000 }, (_, n) => `msg_${n}`);
  for (const rows of [uuids, counters]) {
    const sizes = chunkRows(rows).map((chunk) => chunk.rows.length);
    expect(sizes.length).toBeGreaterThan(80);
    expect(sizes.length).toBeLessThan(320);
    expect(Math.max(...sizes)).toBeLessThan(400);
  }
});
