import { describe, expect, test } from "vitest";
import { formulaGrammar } from "../../../src/components/markdown/formulas/formulaGrammar.ts";
import { completeOpenInline } from "../../../src/components/markdown/lexer/completeOpenInline.ts";

test.each([
  "plain words",
  "**bold** and *em* and _em_ and ~~del~~",
  "`code` and ``co`de``",
  "[a](https://b.example) and ![c](d) and [e][f]",
  "[1] is a note",
  "2 * 3 * 4 and snake_case_name",
  "an \\*escaped\\* mark",
  "trailing space ",
  "https://a.example and more",
  "line one\nline two",
])("leaves %j as it is", (text) => {
  expect(completeOpenInline(text)).toBe(text);
});

describe("closes what is open", () => {
  test.each([
    ["a **bold te", "a **bold te**"],
    ["a **bold ", "a **bold**"],
    ["a **bold*", "a **bold**"],
    ["a *em", "a *em*"],
    ["an _em", "an _em_"],
    ["***both", "***both***"],
    ["**bold *em", "**bold *em***"],
    ["**bold *em* more", "**bold *em* more**"],
    ["~~del", "~~del~~"],
    ["some `code", "some `code`"],
    ["some ``co`de`", "some ``co`de``"],
    ["**bold `code", "**bold `code`**"],
  ])("%j → %j", (text, closed) => {
    expect(completeOpenInline(text)).toBe(closed);
  });
});

describe("leaves out what says nothing yet", () => {
  test.each([
    ["a *", "a "],
    ["a **", "a "],
    ["a `", "a "],
    ["a ``", "a "],
    ["a ~~", "a "],
    ["a \\", "a "],
    ["a **`", "a "],
    ["|", ""],
    ["text\n1", "text"],
    ["text\n2.", "text"],
    ["text\n---", "text"],
    ["| a | b |\n|---|--", "| a | b |"],
  ])("%j → %j", (text, shown) => {
    expect(completeOpenInline(text)).toBe(shown);
  });
});

describe("shows the label of a link whose address has not all arrived", () => {
  test.each([
    ["see [the gui", "see the gui"],
    ["see [the guide]", "see the guide"],
    ["see [the guide](", "see the guide"],
    ["see [the guide](https://a.exam", "see the guide"],
    ["see [the **guide**](https://a_(b", "see the **guide**"],
    ["see [the guide][re", "see the guide"],
    ["**see [the guide](htt", "**see the guide**"],
    ["an ![image", "an "],
    ["an ![image](https://a.exam", "an "],
    ["an [![image](https://a", "an "],
  ])("%j → %j", (text, shown) => {
    expect(completeOpenInline(text)).toBe(shown);
  });
});

describe("with formulas", () => {
  const { readInline } = formulaGrammar;
  const close = (text: string) =>
    completeOpenInline(text, (line, at) => readInline(line, at)?.raw.length ?? 0);

  test.each(["so $a*b$ and", "$a_1$", "\\(a*b\\) is", "$$a_1$$ and $b_1$", "it is $5"])(
    "leaves %j as it is",
    (text) => {
      expect(close(text)).toBe(text);
    },
  );

  test.each([
    ["**so $a*b$", "**so $a*b$**"],
    ["*so \\(a*b\\) is", "*so \\(a*b\\) is*"],
    ["see [$a]b$ and", "see $a]b$ and"],
    ["$a*b$ and *c", "$a*b$ and *c*"],
    ["`$a*b", "`$a*b`"],
  ])("closes what is open around them: %j → %j", (text, closed) => {
    expect(close(text)).toBe(closed);
  });
});

test("keeps half an address from being a link", () => {
  expect(completeOpenInline("see https://a.exam")).toBe("see https\\://a.exam");
  expect(completeOpenInline("see www.a")).toBe("see www\\.a");
  expect(completeOpenInline("**see https://a[b")).toBe("**see https\\://ab**");
});
