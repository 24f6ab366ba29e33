import { expect, test } from "vitest";
import { parseFreeText, textOf } from "../../../src/components/interrupt/parseFreeText.ts";

test.each([
  ["at ten", "text", "at ten"],
  ["  10 ", "text", "10"],
  ["true", "text", "true"],
  ['{"time":10}', "json", { time: 10 }],
  [" [1] ", "json", [1]],
  ['"10"', "json", "10"],
  ['"Ten", she said', "text", '"Ten", she said'],
  ['{"time":', "broken", '{"time":'],
  ['{"id":9007199254740993}', "inexact", '{"id":9007199254740993}'],
  ["[sic] ten", "broken", "[sic] ten"],
])("%j is sent as %s", (text, kind, value) => {
  expect(parseFreeText(text)).toEqual({ kind, value });
});

test("an answer is written as it was given", () => {
  expect(textOf("at ten")).toBe("at ten");
  expect(textOf({ time: 10 })).toBe('{\n  "time": 10\n}');
  expect(textOf(undefined)).toBe("");
});
