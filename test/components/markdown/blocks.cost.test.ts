import { Lexer, Tokenizer } from "marked";
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  createFootnoteTokenizer,
  createFormulaTokenizer,
} from "../../../src/components/markdown/extras.ts";
import { splitBlocks } from "../../../src/components/markdown/lexer/splitBlocks.ts";
import { longAnswer } from "./sampleText.ts";
import { stream } from "./streamBlocks.ts";

afterEach(() => vi.restoreAllMocks());

describe("the characters that are lexed", { timeout: 30_000 }, () => {
  /** How many times as many as the text has, when it arrives in deltas of 5 characters. */
  function lexedPerCharacter(text: string, grammar = createFootnoteTokenizer): number {
    let lexed = 0;
    let depth = 0;
    const { blockTokens } = Lexer.prototype;
    vi.spyOn(Lexer.prototype, "blockTokens").mockImplementation(function (
      this: Lexer,
      ...args: Parameters<Lexer["blockTokens"]>
    ) {
      if (depth === 0) lexed += args[0].length;
      depth += 1;
      try {
        return blockTokens.apply(this, args);
      } finally {
        depth -= 1;
      }
    } as Lexer["blockTokens"]);
    stream(text, 5, null, grammar);
    vi.restoreAllMocks();
    return lexed / text.length;
  }

  /** The pieces of plain text that are read, one by one, in a text that may have formulas. */
  function plainPieces(text: string): number[] {
    const pieces: number[] = [];
    const { inlineText } = Tokenizer.prototype;
    vi.spyOn(Tokenizer.prototype, "inlineText").mockImplementation(function (
      this: Tokenizer,
      source: string,
    ) {
      const token = inlineText.call(this, source);
      pieces.push(token?.raw.length ?? 0);
      return token;
    });
    splitBlocks(null, text, false, createFormulaTokenizer);
    vi.restoreAllMocks();
    return pieces;
  }

  test("of a long answer are a small multiple of it, however long it is", () => {
    const [short, long] = [
      lexedPerCharacter(longAnswer(5000)),
      lexedPerCharacter(longAnswer(25000)),
    ];
    expect(short).toBeGreaterThan(1);
    expect(long).toBeLessThan(9);
    expect(long).toBeLessThan(short * 1.1);
  });

  test.each([
    ["paragraph", "some **bold** words and `code`, then more of them ", 4],
    ["paragraph of many lines", "some words on a line\n", 4],
    ["code block", "  const answer = 42;\n", 5],
    ["list", "- an item of a few words\n", 6],
    ["list with blank lines", "- an item of a few words\n\n", 6],
    ["table", "| a cell | another cell |\n", 16],
    ["list of footnotes", "[^1]: a note of a few words\n", 10],
    ["paragraph of prices", "it costs $5 here, and $6 with two of them ", 4],
  ])("of one long %s are, too", (kind, line, limit) => {
    const head = { "code block": "```ts\n", table: "| a | b |\n|---|---|\n" }[kind] ?? "";
    const ratio = (length: number) => lexedPerCharacter(head + line.repeat(length / line.length));
    expect(ratio(8000)).toBeLessThan(limit);
    expect(ratio(8000)).toBeLessThan(ratio(2000) * 1.2);
  });

  test.each([
    ["prices", "it costs $5 here, and $6 with two of them "],
    ["formulas", "where $x_1$, $a$ and \\(b\\) are of the kind that was said before "],
    ["prices on many lines", "it costs $5 here\n"],
    ["formulas that stand out", "so it is $$x$$ and $$y$$ as was said before "],
  ])("of one long paragraph of %s are, where there are formulas", (_, line) => {
    const ratio = (length: number) =>
      lexedPerCharacter(line.repeat(length / line.length), createFormulaTokenizer);
    expect(ratio(8000)).toBeLessThan(6);
    expect(ratio(8000)).toBeLessThan(ratio(2000) * 1.2);
  });

  /** The same for all that is searched, and not only looked at where it begins. */
  function lookedAtPerCharacter(text: string): number {
    let looked = 0;
    const { exec } = RegExp.prototype;
    vi.spyOn(RegExp.prototype, "exec").mockImplementation(function (this: RegExp, source: string) {
      const from = this.global ? this.lastIndex : 0;
      const match = exec.call(this, source);
      const isAnchored = this.sticky || this.source.startsWith("^");
      if (match) looked += match.index - (this.sticky ? match.index : from) + match[0].length;
      else if (!isAnchored) looked += source.length - from;
      return match;
    });
    splitBlocks(null, text, false, createFormulaTokenizer);
    vi.restoreAllMocks();
    return looked / text.length;
  }

  test.each([
    "a\n\\[ b\n",
    "\\[ a\n",
    "a \\[ b\n",
    "a\n\\( b\n",
    "a\n$$ b\n",
    "a\n$$\nb\n$$\n",
    "- a\n  \\[ b\n",
    "- a \\( b\n  \\[ c\n",
    "a $$\n$$ b\n",
    "so $$\na\n$$ is\n",
    "a\n\\[ b\n===\n",
    "[^1]: a\n\\[ b\n",
    "> a\n\\[ b\n",
  ])("are looked at a bounded number of times in lines of %j", (line) => {
    const ratio = (times: number) => lookedAtPerCharacter(`${line.repeat(times)}\n\n`);
    expect(ratio(800)).toBeLessThan(ratio(200) * 1.2);
  });

  test("are looked through once for dollars", () => {
    const text = "it costs $5 here, and $6 there; ".repeat(100);
    const searched = plainPieces(text).reduce((sum, length) => sum + length, 0);
    expect(searched / text.length).toBeLessThan(1.1);
  });

  test("are read in a few pieces where many dollars are in a row", () => {
    const run = plainPieces(`so ${"$".repeat(1000)} is\n`);
    expect(run.length).toBeGreaterThan(0);
    expect(run.length).toBeLessThan(8);
    const lines = plainPieces(`${"$".repeat(100)} and\n`.repeat(50));
    expect(lines.length).toBeLessThan(8 * 50);
  });
});
