import { Lexer, Tokenizer } from "marked";
import { expect, test } from "vitest";
import { extendRules } from "../../../../src/components/markdown/lexer/markedRules.ts";

/** Returns the rules of marked as a lexer sets them. */
function markedRules() {
  const tokenizer = new Tokenizer();
  new Lexer({ gfm: true, tokenizer });
  return tokenizer.rules;
}

const LINE_OF_PERCENT_SIGNS = /\n%%/;
const original = markedRules();
const { block, inline } = extendRules(original, LINE_OF_PERCENT_SIGNS, true);

/** Returns the text that a rule of marked and the changed rule match. */
const matches = (rule: RegExp, changed: RegExp, source: string) => [
  rule.exec(source)?.[0],
  changed.exec(source)?.[0],
];

// Each of these tests fails when marked writes the rule in another way, and the change of its source does nothing.
test("ends a paragraph before an interruption", () => {
  const source = "Text\nmore\n%% note";
  expect(matches(original.block.paragraph, block.paragraph, source)).toEqual([
    source,
    "Text\nmore",
  ]);
});

test("reads no heading whose underline is after an interruption", () => {
  const source = "Text\n%% note\n===";
  expect(matches(original.block.lheading, block.lheading, source)).toEqual([source, undefined]);
  expect(block.lheading.exec("Text\nmore\n===")?.[0]).toBe("Text\nmore\n===");
});

test("ends a text before a dollar sign", () => {
  const source = "costs $x$";
  expect(matches(original.inline.text, inline.text, source)).toEqual([source, "costs "]);
});

test("reads dollar signs in a row at once, up to the last two", () => {
  const source = "$$$$$x";
  expect(matches(original.inline.text, inline.text, source)).toEqual([source, "$$$"]);
});

test("leaves dollar signs in a text without formulas", () => {
  const rules = extendRules(original, /\n&&/, false);
  expect(rules.inline.text.exec("costs $x$")?.[0]).toBe("costs $x$");
});
