import { describe, expect, test } from "vitest";
import { findEmphasis } from "../../../../src/components/markdown/lexer/emphasis.ts";

/** Returns the source of each span, without its markers. */
function spansIn(text: string): string[] {
  return [...findEmphasis(text)]
    .sort(([a], [b]) => a - b)
    .map(([at, { type, size, end }]) => `${type} ${text.slice(at + size, end - size)}`);
}

describe("findEmphasis follows CommonMark", () => {
  test.each([
    ["*a* and **b**", ["em a", "strong b"]],
    ["***a** b*", ["em **a** b", "strong a"]],
    ["*a **b** c*", ["em a **b** c", "strong b"]],
    ["**a*b*c**", ["strong a*b*c", "em b"]],
    ["*foo**bar*", ["em foo**bar"]],
    ["snake_case_name _a_", ["em a"]],
    ["a * b * c", []],
    ["*a _b* c_", ["em a _b"]],
    ["~~a~~ and ~b~", ["del a", "del b"]],
    ["~~~a~~~ ~a~~", []],
  ])("finds the spans of %j", (text, spans) => {
    expect(spansIn(text)).toEqual(spans);
  });
});

describe("findEmphasis reads emphasis beside CJK punctuation", () => {
  test.each([
    ["これは**「重要」**です", ["strong 「重要」"]],
    ["**100%**です", ["strong 100%"]],
    ["**[aaaa]**は", ["strong [aaaa]"]],
    ["请看**“重点”**的内容", ["strong “重点”"]],
    ["이것은 **중요(重要)**합니다", ["strong 중요(重要)"]],
    ["これは*「重要」*です", ["em 「重要」"]],
    ["**中文。**英文", ["strong 中文。"]],
    ["𠮟**(a)**𠮟", ["strong (a)"]],
  ])("finds the spans of %j", (text, spans) => {
    expect(spansIn(text)).toEqual(spans);
  });
});

test.each([
  "25~30, 31~35",
  "~30 or ~40~",
  "周一~周五,9~18点",
  "about ~5 and 10~ a",
  "(~$5), ($6~)",
  "~€5 bis €6~",
  "~-5, 3~",
  "~+5 to +10~",
  "~.5, 3~.",
  "~½ and ¾~",
  "~'95 to '97~",
  "~**5** or 6~",
])("findEmphasis leaves the tildes of %j as text", (text) => {
  expect(spansIn(text).filter((span) => span.startsWith("del"))).toEqual([]);
});

test("findEmphasis finds at most twelve spans in each other", () => {
  const text = `${"*a **b ".repeat(40)}${"c** d* ".repeat(40)}`;
  expect(findEmphasis(text).size).toBe(12);
});
