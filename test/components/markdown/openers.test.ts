import { expect, test } from "vitest";
import { createFormulaTokenizer } from "../../../src/components/markdown/extras.ts";
import { completeOpenInline } from "../../../src/components/markdown/lexer/completeOpenInline.ts";
import { splitBlocks } from "../../../src/components/markdown/lexer/splitBlocks.ts";

test("closes a bounded number of what is open, the last ones", () => {
  const closed = completeOpenInline("see *x ".repeat(300));
  const closers = /\*+$/.exec(closed)?.[0].length;
  expect(closers).toBeGreaterThan(0);
  expect(closers).toBeLessThanOrEqual(20);
});

test.each(["*_", "[a](", "![", "`", "*a_ ", "\n    "])("gets to the end of many %j", (piece) => {
  const started = performance.now();
  completeOpenInline(`x${piece.repeat(20_000)}`);
  expect(performance.now() - started).toBeLessThan(3000);
});

test("a text full of stars is streamed in about the time of one without", () => {
  const text = "see *x ".repeat(300);
  const started = performance.now();
  let split = splitBlocks(null, "", true);
  for (let end = 1; end <= text.length; end += 7)
    split = splitBlocks(split, text.slice(0, end), true);
  expect(performance.now() - started).toBeLessThan(2000);
});

test.each(["\\", "$", "\\\\$", "$x$ "])(
  "gets to the end of many %j, which may begin formulas",
  (piece) => {
    const started = performance.now();
    splitBlocks(null, piece.repeat(100_000 / piece.length), false, createFormulaTokenizer);
    expect(performance.now() - started).toBeLessThan(2000);
  },
);
