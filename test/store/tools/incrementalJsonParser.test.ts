import { Allow, parse } from "partial-json";
import { afterEach, describe, expect, test, vi } from "vitest";
import { MAX_JSON_DEPTH } from "../../../src/protocol/jsonDepth.ts";
import { IncrementalJsonParser } from "../../../src/store/tools/incrementalJsonParser.ts";
import { fc } from "../../support/seededFastCheck.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

function cut(text: string, size: number): string[] {
  const count = Math.ceil(text.length / size);
  return Array.from({ length: count }, (_, i) => text.slice(size * i, size * (i + 1)));
}

/** Returns the value after each piece of a text. */
function readAll(text: string, size = 1): unknown[] {
  const reader = new IncrementalJsonParser();
  return cut(text, size).map((piece) => reader.parsePiece(piece));
}

describe("incremental JSON parser", () => {
  test.each([
    '{"from":{"city":"Rome"},"stops":[{"city":"Pisa"},{"city":"Siena"}]}',
    ' { "a" : [ 1 , -25e3 , true , false , null , "" , [] , {} ] , "b" : "c" } ',
    '["\\u00e9\\ud83d\\ude00\\n\\t\\"\\\\\\/"]',
    '"text"',
    '{"deep":[[[{"er":[[]]}]]]}',
  ])("matches a parser of incomplete JSON at each prefix of %s", (text) => {
    const values = readAll(text);
    for (const [i, value] of values.entries()) {
      let expected: unknown;
      try {
        expected = parse(text.slice(0, i + 1), Allow.ALL);
      } catch {
        // The reference parser throws where nothing is known of the last value, and only there.
        continue;
      }
      expect(value, text.slice(0, i + 1)).toEqual(expected);
    }
    expect(values.at(-1)).toEqual(JSON.parse(text));
  });

  test("returns the whole value, however the text is split", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 1, max: 9 }), (value, size) => {
        const text = JSON.stringify(value, null, size % 3);
        const last = readAll(text, size).at(-1);
        // A number at the end of a piece may be incomplete.
        expect(JSON.stringify(last)).toBe(JSON.stringify(JSON.parse(text)));
      }),
      { numRuns: 500 },
    );
  });

  test("does not mutate values it returned before", () => {
    const text = '{"a":[1,{"b":"cd"},[3]],"e":{"f":"gh"}}';
    const reader = new IncrementalJsonParser();
    const expected: [unknown, string][] = [];
    for (const piece of text) {
      const value = reader.parsePiece(piece);
      expected.push([value, JSON.stringify(value) ?? ""]);
    }
    for (const [value, before] of expected) expect(JSON.stringify(value) ?? "").toBe(before);
  });

  test("keeps the identity of complete parts, and of the whole without new text", () => {
    const reader = new IncrementalJsonParser();
    const before = reader.parsePiece('{"a":{"b":1},"c":[{"d":2},{"e":') as {
      a: object;
      c: object[];
    };
    const now = reader.parsePiece("3") as typeof before;
    expect(now).not.toBe(before);
    expect(now.a).toBe(before.a);
    expect(now.c[0]).toBe(before.c[0]);
    expect(now.c[1]).toEqual({ e: 3 });
    const whole = reader.parsePiece("}]}");
    expect(whole).toBe(now);
    expect(reader.parsePiece("  ")).toBe(whole);
  });

  test("ignores an empty piece, also in a number or after a backslash", () => {
    for (const text of ['{"a":12', '{"a":"b\\']) {
      const reader = new IncrementalJsonParser();
      const value = reader.parsePiece(text);
      expect(reader.parsePiece("")).toBe(value);
      expect(reader.parsePiece("", true)).toBe(value);
    }
  });

  test("returns all of a text that breaks off, however long the list", () => {
    const items = Array.from({ length: 5000 }, (_, n) => n % 10);
    const reader = new IncrementalJsonParser();
    const text = JSON.stringify({ items }).slice(0, -2);
    const shown = cut(text, 500)
      .map((piece) => reader.parsePiece(piece))
      .at(-1) as { items: number[] };
    expect(shown.items.length).toBeLessThan(5000);
    expect(reader.parsePiece("", true)).toEqual({ items });
  });

  test.each([
    ["", "no JSON"],
    ["", "}"],
    ["", ":"],
    ["", '"a" "b"'],
    ['{"a":1', "]"],
    ["[1 ", "2]"],
    ["{", "a:1}"],
    ['{"a":[1,', "tru3,4]}"],
  ])("returns the valid prefix %j and ignores the rest %j", (sound, broken) => {
    const expected = readAll(`${sound}${broken}`).at(-1);
    expect(readAll(`${sound}${broken}[{"x":1}],2`).at(-1)).toEqual(expected);
    if (sound) expect(expected).toEqual(parse(sound, Allow.ALL));
  });

  test.each([
    ["[1,]", [1]],
    ['["a", "b", ]', ["a", "b"]],
    ['{"delete":}', {}],
    ['{"delete": , "a": 1}', {}],
    ["[,1]", []],
    ["[1,,2]", [1]],
    ["[\f]", []],
  ])("returns nothing for an invalid beginning: %j", (text, sound) => {
    expect(readAll(text).at(-1)).toEqual(sound);
    expect(new IncrementalJsonParser().parsePiece(text)).toEqual(sound);
  });

  test("returns the same for invalid text, however it is split", () => {
    const piece = fc.constantFrom(
      ...["{", "}", "[", "]", ",", ":", '"', '"a"', "\\", "\\u00"],
      ...["tr", "ue", "null", "-", "1", "e5", ".", " ", "x"],
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 14 }),
        fc.integer({ min: 1, max: 9 }),
        (pieces, size) => {
          const text = `[${pieces.join("")}`;
          expect(readAll(text, size).at(-1)).toEqual(readAll(text).at(-1));
        },
      ),
      { numRuns: 1_000 },
    );
  });

  test("treats an inherited property name as an ordinary key", () => {
    const value = readAll('{"__proto__":{"polluted":1},"toString":2}').at(-1) as object;
    expect(Object.keys(value)).toEqual(["__proto__", "toString"]);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  test("reads each character once: thousands of pieces cost as much as one", () => {
    const text = `{"document":"${"word ".repeat(2_000)}","list":[${"1,".repeat(999)}1]}`;
    const reader = new IncrementalJsonParser();
    const pieces = cut(text, 5);
    const slice = vi.spyOn(String.prototype, "slice");
    const values = pieces.map((piece) => reader.parsePiece(piece));
    const taken = slice.mock.results.reduce((sum, { value }) => sum + String(value).length, 0);
    slice.mockRestore();
    expect(values.at(-1)).toEqual(JSON.parse(text));
    expect(taken).toBeLessThan(2 * text.length);
  });

  test("keeps no text after the end or an error", () => {
    const reader = new IncrementalJsonParser();
    reader.parsePiece("[] no JSON");
    const slice = vi.spyOn(String.prototype, "slice");
    for (let n = 0; n < 1_000; n++) reader.parsePiece("more");
    expect(slice).not.toHaveBeenCalled();
  });

  test.each([
    ["list", (i: number) => `${i},`, "[", "0]"],
    ["record", (i: number) => `"k${i}":${i},`, "{", '"k":0}'],
  ])(
    "copies few entries per character for a %s of thousands of entries",
    (_, entry, start, end) => {
      const entries = Array.from({ length: 4_000 }, (_, i) => entry(i));
      const reader = new IncrementalJsonParser();
      let [last, size, copied, longestRemainder] = [reader.parsePiece(start), 0, 0, 0];
      for (const [i, piece] of entries.entries()) {
        const value = reader.parsePiece(piece);
        if (value !== last) {
          size = Object.keys(value as object).length;
          copied += size;
          last = value;
        }
        longestRemainder = Math.max(longestRemainder, i + 1 - size);
        // Lists of up to a thousand entries are returned after every piece.
        if (i === 999) expect(longestRemainder).toBe(0);
      }
      const text = `${start}${entries.join("")}${end}`;
      expect(reader.parsePiece(end)).toEqual(JSON.parse(text));
      // A copy per piece would be 8,000,000.
      expect(copied).toBeLessThan(40 * text.length + 1_000 * 1_000);
      expect(longestRemainder).toBeLessThan(0.01 * entries.length);
    },
  );

  test("copies few entries per character for thousands of levels", () => {
    const reader = new IncrementalJsonParser();
    let [last, copied]: [unknown, number] = [undefined, 0];
    for (let level = 1; level <= 8_000; level++) {
      const value = reader.parsePiece('{"a":');
      if (value !== last) copied += level;
      last = value;
    }
    // A copy of each level per piece would be 8,000,000.
    expect(copied).toBeLessThan(3_200_000);
    let depth = 0;
    for (let at = reader.parsePiece("", true); at !== undefined; at = (at as { a?: unknown }).a)
      depth++;
    // The levels below the bound are not read.
    expect(depth).toBe(MAX_JSON_DEPTH);
  });
});
