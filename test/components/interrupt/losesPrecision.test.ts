import { expect, test } from "vitest";
import { losesPrecision } from "../../../src/components/interrupt/losesPrecision.ts";

test.each([
  "9007199254740993",
  '{"id":9007199254740993}',
  "[12345678901234567890]",
  "[0.1234567890123456789]",
  "[-9007199254740993.0]",
  "[1e400]",
  "[1e-400]",
  String.raw`{"a\\":9007199254740993}`,
])("%s holds a number that would become another one", (json) => {
  expect(losesPrecision(json)).toBe(true);
});

test.each([
  "[0, -0, 0.0, 1.50, 1.0, 100, 1E3, 1e+3, 12.50e-1]",
  "[9007199254740992, 10000000000000000000000, 5e-324, 1.7976931348623157e308]",
  "[0.30000000000000004, -84.20, 1e21]",
  '{"id":"9007199254740993"}',
  String.raw`{"a\"9007199254740993":1}`,
  '{"path":"/a","force":true}',
])("%s holds none", (json) => {
  expect(losesPrecision(json)).toBe(false);
});
