import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { indentJson, readableResult } from "../../src/components/formatJson.ts";

describe("indentJson", () => {
  test("breaks a whole document as JSON.stringify would", () => {
    fc.assert(
      fc.property(fc.oneof(fc.object(), fc.array(fc.jsonValue())), (value) => {
        const source = JSON.stringify(value);
        expect(indentJson(source)).toBe(JSON.stringify(JSON.parse(source), null, 2));
      }),
    );
  });

  test("breaks the first half of a document, wherever it is cut", () => {
    const source = '{"a":[1,{"b":"x, \\"y\\": {"}],"c":{}}';
    const whole = indentJson(source);
    for (let end = 1; end < source.length; end++) {
      const half = indentJson(source.slice(0, end));
      expect(half.replace(/\s/g, "")).toBe(source.slice(0, end).replace(/\s/g, ""));
      // What stands there does not jump as more arrives; only an empty `{` may close on its line.
      expect(whole.startsWith(half.replace(/\s*$/, ""))).toBe(true);
    }
  });

  test("does not care about the spaces it was written with", () => {
    expect(indentJson(' { "a" : [ ] , "b" : 1 } ')).toBe('{\n  "a": [],\n  "b": 1\n}');
  });

  test("shows numbers as they were written", () => {
    expect(indentJson("[12345678901234567890, 1.50]")).toBe(
      "[\n  12345678901234567890,\n  1.50\n]",
    );
  });

  test("leaves anything else alone", () => {
    expect(indentJson("hello, world")).toBe("hello, world");
  });
});

describe("readableResult", () => {
  test.each([
    ["text", "sunny, 20 °C", "sunny, 20 °C"],
    ["JSON", '{"a":1}', '{\n  "a": 1\n}'],
    ["JSON in a JSON string", JSON.stringify('{"a":1}'), '{\n  "a": 1\n}'],
    ["a JSON string", '"two\\nlines"', "two\nlines"],
    ["a number", "42", "42"],
    ["text that looks like JSON", "[note] see {below}", "[note] see {below}"],
    ["nothing", "", ""],
  ])("shows %s", (_what, text, shown) => {
    expect(readableResult(text)).toBe(shown);
  });
});
