import { expect, test } from "vitest";
import {
  losesPrecision,
  parseFreeText,
  toEditableText,
} from "../../../src/components/interrupt/parseFreeText.ts";

test.each([
  "9007199254740993",
  '{"id":9007199254740993}',
  "[12345678901234567890]",
  "[0.1234567890123456789]",
  "[-9007199254740993.0]",
  "[1e400]",
  "[1e-400]",
  String.raw`{"a\\":9007199254740993}`,
])("%s has a number that parsing changes", (json) => {
  expect(losesPrecision(json)).toBe(true);
});

test.each([
  "[0, -0, 0.0, 1.50, 1.0, 100, 1E3, 1e+3, 12.50e-1]",
  "[9007199254740992, 10000000000000000000000, 5e-324, 1.7976931348623157e308]",
  "[0.30000000000000004, -84.20, 1e21]",
  '{"id":"9007199254740993"}',
  String.raw`{"a\"9007199254740993":1}`,
  '{"path":"/a","force":true}',
])("%s has only numbers that parsing keeps", (json) => {
  expect(losesPrecision(json)).toBe(false);
});

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
])("parses %j as %s", (text, kind, value) => {
  expect(parseFreeText(text)).toEqual({ kind, value });
});

test("shows text as it is and other values as JSON", () => {
  expect(toEditableText("at ten")).toBe("at ten");
  expect(toEditableText({ time: 10 })).toBe('{\n  "time": 10\n}');
  expect(toEditableText(undefined)).toBe("");
});
