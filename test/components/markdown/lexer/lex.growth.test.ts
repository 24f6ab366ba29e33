import { describe, expect, test } from "vitest";
import { completeOpenInline } from "../../../../src/components/markdown/lexer/completeOpenInline.ts";
import { createFormulaTokenizer } from "../../../../src/components/markdown/lexer/createFootnoteTokenizer.ts";
import { findEmphasis } from "../../../../src/components/markdown/lexer/emphasis.ts";
import { lex } from "../../../../src/components/markdown/lexer/lex.ts";
import { refersTo } from "../../../../src/components/markdown/lexer/linkReferences.ts";
import { OPENING_FENCE } from "../../../../src/components/markdown/lexer/longBlock.ts";
import { splitBlocks } from "../../../../src/components/markdown/lexer/splitBlocks.ts";
import { markdownToSpeech } from "../../../../src/components/message/speech.ts";

const LENGTH = 80_000;

/** Returns the processor time of a function in milliseconds, which does not contain the time of other programs. */
function cpuTime(run: () => void): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * `countSteps` does not see what a pattern reads before it fails. With 80 KB, a pattern that tries again from each
 * character takes seconds, and a linear one a few milliseconds.
 */
describe("a pattern reads 80 KB once", () => {
  const LIMIT_MS = 1000;
  const many = (piece: string) => piece.repeat(LENGTH / piece.length);

  test.each<[string, () => unknown]>([
    ["escaped brackets without an end", () => refersTo("\\[".repeat(LENGTH / 2), new Set(["a"]))],
    ["backticks before open code", () => completeOpenInline(`${"`".repeat(LENGTH)} a`)],
    [
      "addresses in open brackets before a space",
      () => completeOpenInline(`${"(www.".repeat(LENGTH / 5)} `),
    ],
    [
      "addresses in open brackets before an open address",
      () => completeOpenInline(`${"(www.".repeat(LENGTH / 5)} www.`),
    ],
    ["a fence without a line end", () => OPENING_FENCE.exec("~".repeat(LENGTH))],
    [
      "spaces in the head of a table",
      () => lex(`|${" ".repeat(LENGTH)}!`, {}, true, createFormulaTokenizer),
    ],
  ])("reads 80 KB of %s once", { timeout: 600_000 }, (_, run) => {
    expect(cpuTime(run)).toBeLessThan(300);
  });

  test.each(["*_", "[a](", "![", "`", "*a_ ", "\n    "])("completes many %j once", (piece) => {
    expect(cpuTime(() => completeOpenInline(`x${many(piece)}`))).toBeLessThan(LIMIT_MS);
  });

  test.each(["*a_b", "*a **b ", "_", "***", "a*", "~a", "*a~~b_c "])(
    "finds the emphasis in many %j once",
    (piece) => {
      expect(cpuTime(() => findEmphasis(many(piece)))).toBeLessThan(LIMIT_MS);
    },
  );

  test.each(["\\", "$", "\\\\$", "$x$ "])("reads formulas in many %j once", (piece) => {
    const read = () => splitBlocks(null, many(piece), false, createFormulaTokenizer);
    expect(cpuTime(read)).toBeLessThan(LIMIT_MS);
  });

  test.each(["[a](", "[", "![a](b(", "\n", "> ", "`", "[]("])("speaks many %j once", (piece) => {
    expect(cpuTime(() => markdownToSpeech(many(piece)))).toBeLessThan(LIMIT_MS);
  });
});

test.each([
  ["[a]", true],
  ["b [a]: c", true],
  ["\\\\[a]", true],
  ["`\\`[a]", true],
  ["\\[b\\] [a]", true],
  ["\\[a]", false],
  ["[b]", false],
])("a source refers to the label of a link: %j is %s", (source, isReferring) => {
  expect(refersTo(source, new Set(["a"]))).toBe(isReferring);
});
