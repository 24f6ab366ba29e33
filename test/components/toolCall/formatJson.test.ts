import { describe, expect, test, vi } from "vitest";
import {
  formatToolResult,
  type IndentedJson,
  indentAppended,
  indentJson,
} from "../../../src/components/toolCall/formatJson.ts";
import { fc } from "../../support/seededFastCheck.ts";

describe("indentJson", () => {
  test("indents a whole document as JSON.stringify does", () => {
    fc.assert(
      fc.property(fc.oneof(fc.object(), fc.array(fc.jsonValue())), (value) => {
        const source = JSON.stringify(value);
        expect(indentJson(source)).toBe(JSON.stringify(JSON.parse(source), null, 2));
      }),
    );
  });

  test("indents a document that is cut at any position", () => {
    const source = '{"a":[1,{"b":"x, \\"y\\": {"}],"c":{}}';
    const whole = indentJson(source);
    for (let end = 1; end < source.length; end++) {
      const half = indentJson(source.slice(0, end));
      expect(half.replace(/\s/g, "")).toBe(source.slice(0, end).replace(/\s/g, ""));
      // Output never moves when more arrives; only an empty `{` may close on its line.
      expect(whole.startsWith(half.replace(/\s*$/, ""))).toBe(true);
    }
  });

  test("ignores the original white space", () => {
    expect(indentJson(' { "a" : [ ] , "b" : 1 } ')).toBe('{\n  "a": [],\n  "b": 1\n}');
  });

  test("keeps numbers as written", () => {
    expect(indentJson("[12345678901234567890, 1.50]")).toBe(
      "[\n  12345678901234567890,\n  1.50\n]",
    );
  });

  test("leaves other text unchanged", () => {
    expect(indentJson("hello, world")).toBe("hello, world");
  });
});

describe("indentAppended", () => {
  const indentStreamed = (pieces: readonly string[]) => {
    let source = "";
    let indented: IndentedJson | undefined;
    return pieces.map((piece) => {
      source += piece;
      indented = indentAppended(indented, source);
      return [indented.text, indentJson(source)];
    });
  };

  test("returns after each piece the same as for the whole text", () => {
    const source = ' { "a" : [ ] ,\n "b":[1, {"c":"x, \\"y\\": {  \\\\" , "d":{ }}],"e":{}} ';
    for (let size = 1; size < 4; size++) {
      const pieces = source.match(new RegExp(`[^]{1,${size}}`, "g")) ?? [];
      for (const [shown, whole] of indentStreamed(pieces)) expect(shown).toBe(whole);
    }
  });

  test("returns the same for any JSON in pieces of any size", () => {
    fc.assert(
      fc.property(fc.object(), fc.integer({ min: 1, max: 9 }), (value, size) => {
        const pieces = JSON.stringify(value, null, 1).match(new RegExp(`[^]{1,${size}}`, "g"));
        for (const [shown, whole] of indentStreamed(pieces ?? [])) expect(shown).toBe(whole);
      }),
    );
  });

  test("starts over when the text is replaced", () => {
    const before = indentAppended(undefined, '{"a":[1,2');
    expect(indentAppended(before, '{"b":1}').text).toBe('{\n  "b": 1\n}');
    expect(indentAppended(before, "sorry").text).toBe("sorry");
  });

  test("returns the same object for an unchanged text", () => {
    for (const source of ['{"a":[1', "[", "hello "]) {
      const before = indentAppended(undefined, source);
      expect(indentAppended(before, source)).toBe(before);
    }
  });

  test("scans only the new text", () => {
    const start = `[${'"some words",'.repeat(1_000)}`;
    const before = indentAppended(undefined, start);
    const charAt = vi.spyOn(String.prototype, "charAt");
    indentAppended(before, `${start}"more"`);
    const looked = charAt.mock.calls.length;
    charAt.mockRestore();
    expect(looked).toBeGreaterThan(5);
    expect(looked).toBeLessThan(20);
  });
});

describe("formatToolResult", () => {
  test.each([
    ["text", "sunny, 20 °C", "sunny, 20 °C"],
    ["JSON", '{"a":1}', '{\n  "a": 1\n}'],
    ["JSON in a JSON string", JSON.stringify('{"a":1}'), '{\n  "a": 1\n}'],
    ["a JSON string", '"two\\nlines"', "two\nlines"],
    ["a number", "42", "42"],
    ["text that looks like JSON", "[note] see {below}", "[note] see {below}"],
    ["nothing", "", ""],
  ])("formats %s", (_, text, shown) => {
    expect(formatToolResult(text)).toBe(shown);
  });
});
