import { describe, expect, test } from "vitest";
import {
  mapOffsetThroughReplace,
  mapRangeThroughEdit,
  padWithSpaces,
} from "../../../../src/components/composer/dictation/mapTextRange.ts";

describe("padWithSpaces", () => {
  test.each([
    ["", "Hello", "", "Hello"],
    ["One", "two", "", " two"],
    ["One ", " two ", "", "two"],
    ["One", ", two", "", ", two"],
    ["(", "two", ")", "two"],
    ["", "two", "three", "two "],
    ["One", "two", " three", " two"],
    ["こん", "にちは", "", "にちは"],
    ["你好", "世界", "吗", "世界"],
    ["한국", "사람", "", " 사람"],
    ["One", "", "two", ""],
  ])("pads %j, %j and %j", (before, transcript, next, written) => {
    expect(padWithSpaces(before, transcript, next)).toBe(written);
  });
});

describe("a range of a text", () => {
  // Offsets in "one TWO three", with TWO as the interim range.
  const before = "one TWO three";
  const range = { from: 4, to: 7 };

  test("stays when text after it changes", () => {
    expect(mapRangeThroughEdit(range, before, "one TWO three four")).toEqual(range);
    expect(mapRangeThroughEdit(range, before, "one TWO")).toEqual(range);
  });

  test("moves when text before it changes", () => {
    expect(mapRangeThroughEdit(range, before, "one and TWO three")).toEqual({ from: 8, to: 11 });
    expect(mapRangeThroughEdit(range, before, "TWO three")).toEqual({ from: 0, to: 3 });
  });

  test("is lost when the user edits it", () => {
    expect(mapRangeThroughEdit(range, before, "one TWOO three")).toEqual(range);
    expect(mapRangeThroughEdit(range, before, "one TO three")).toBeUndefined();
    expect(mapRangeThroughEdit(range, before, "")).toBeUndefined();
    expect(mapRangeThroughEdit(range, before, "other")).toBeUndefined();
  });

  test("keeps the caret at the same text", () => {
    expect(mapOffsetThroughReplace(2, range, 10)).toBe(2);
    expect(mapOffsetThroughReplace(7, range, 10)).toBe(14);
    expect(mapOffsetThroughReplace(9, range, 1)).toBe(7);
    expect(mapOffsetThroughReplace(6, range, 1)).toBe(5);
  });
});
