import { expect, test } from "vitest";
import { matchesPattern } from "../../src/a2ui/matchesPattern.ts";

test.each([
  ["^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$", "ada@example.com", "ada"],
  ["^\\d{4}-\\d{2}-\\d{2}$", "2026-01-31", "31.1.2026"],
  ["^\\+?[0-9 ()-]{7,20}$", "+44 20 7946 0000", "call me"],
  ["^(?:red|green|blue)$", "red", "pink"],
  ["^[A-Z]{2}(?:-\\d+)?$", "AB-12", "ab"],
  ["[(*+]", "a+b", "ab"],
])("runs the ordinary pattern %s", (pattern, match, other) => {
  expect(matchesPattern(pattern, match)).toBe(true);
  expect(matchesPattern(pattern, other)).toBe(false);
});

test.each([
  "(a+)+$",
  "(a*)*",
  "(?:a|aa)+$",
  "(?<x>a+){2,}",
  "((a+)b?)*c",
  "(a|b|ab){1,50}c",
  "(.)\\1+",
  "(?=a+)*",
  "([a-z]+)*!",
])("does not run the pattern %s, which may take exponential time", (pattern) => {
  expect(matchesPattern(pattern, "a")).toBeUndefined();
});

test("does not run a pattern whose time grows too fast for the length of the text", () => {
  const pattern = "^.*a.*b.*c.*$";
  expect(matchesPattern(pattern, "xaybzc")).toBe(true);
  expect(matchesPattern(pattern, "x".repeat(10_000))).toBeUndefined();
  expect(matchesPattern("a".repeat(1000), "a")).toBeUndefined();
});

test("does not run an invalid pattern", () => {
  for (const pattern of ["(", ")", "[", "a{2,1}", "*"])
    expect([pattern, matchesPattern(pattern, "a")]).toEqual([pattern, undefined]);
});
