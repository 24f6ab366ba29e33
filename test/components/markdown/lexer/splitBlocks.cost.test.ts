import { Lexer, Tokenizer } from "marked";
import { afterEach, describe, expect, test, vi } from "vitest";
import {
  createFootnoteTokenizer,
  createFormulaTokenizer,
} from "../../../../src/components/markdown/lexer/createFootnoteTokenizer.ts";
import { splitBlocks } from "../../../../src/components/markdown/lexer/splitBlocks.ts";
import { longAnswer } from "../longAnswer.ts";
import { streamBlocks } from "./streamBlocks.ts";

afterEach(() => vi.restoreAllMocks());

describe("splitBlocks", { timeout: 600_000 }, () => {
  /** Counts the lexed characters per character of a text that streams in deltas of 5 characters. */
  function lexedPerCharacter(text: string, createTokenizer = createFootnoteTokenizer): number {
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
    streamBlocks(text, 5, null, createTokenizer);
    vi.restoreAllMocks();
    return lexed / text.length;
  }

  /** Returns the lengths of the text tokens that are read in a text that may have formulas. */
  function textTokenLengths(text: string): number[] {
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

  test("reads no empty cells of short rows in a table of 400 columns", () => {
    const readInline = vi.spyOn(Lexer.prototype, "inlineTokens");
    const head = `|${"a|".repeat(400)}\n|${"-|".repeat(400)}\n`;
    splitBlocks(null, head + "b\n".repeat(50), false, createFootnoteTokenizer);
    expect(readInline.mock.calls.filter(([source]) => source === "")).toEqual([]);
    expect(readInline.mock.calls.length).toBeGreaterThanOrEqual(450);
  });

  test("lexes a bounded number of characters per character of an answer of any length", () => {
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
  ])("lexes a bounded number of characters per character of one long %s", (kind, line, limit) => {
    const head = { "code block": "```ts\n", table: "| a | b |\n|---|---|\n" }[kind] ?? "";
    const ratio = (length: number) => lexedPerCharacter(head + line.repeat(length / line.length));
    expect(ratio(8000)).toBeLessThan(limit);
    expect(ratio(8000)).toBeLessThan(ratio(2000) * 1.2);
  });

  test.each([
    ["prices", "it costs $5 here, and $6 with two of them "],
    ["formulas", "where $x_1$, $a$ and \\(b\\) are of the kind that was said before "],
    ["prices on many lines", "it costs $5 here\n"],
    ["display formulas", "so it is $$x$$ and $$y$$ as was said before "],
  ])(
    "lexes a bounded number of characters per character of a paragraph of %s, with formulas on",
    (_, line) => {
      const ratio = (length: number) =>
        lexedPerCharacter(line.repeat(length / line.length), createFormulaTokenizer);
      expect(ratio(8000)).toBeLessThan(6);
      expect(ratio(8000)).toBeLessThan(ratio(2000) * 1.2);
    },
  );

  /** Counts the characters that unanchored patterns search, per character of the text. */
  function searchedPerCharacter(text: string): number {
    let searched = 0;
    const { exec } = RegExp.prototype;
    vi.spyOn(RegExp.prototype, "exec").mockImplementation(function (this: RegExp, source: string) {
      const from = this.global ? this.lastIndex : 0;
      const match = exec.call(this, source);
      const isAnchored = this.sticky || this.source.startsWith("^");
      if (match) searched += match.index - (this.sticky ? match.index : from) + match[0].length;
      else if (!isAnchored) searched += source.length - from;
      return match;
    });
    splitBlocks(null, text, false, createFormulaTokenizer);
    vi.restoreAllMocks();
    return searched / text.length;
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
  ])("searches a bounded number of characters per character of lines of %j", (line) => {
    const ratio = (times: number) => searchedPerCharacter(`${line.repeat(times)}\n\n`);
    // Both are longer than several steps of the lexer, at whose ends the open block is read again.
    expect(ratio(4800)).toBeLessThan(ratio(1600) * 1.2);
  });

  test("searches a paragraph once for dollar signs", () => {
    const text = "it costs $5 here, and $6 there; ".repeat(100);
    const searched = textTokenLengths(text).reduce((sum, length) => sum + length, 0);
    expect(searched / text.length).toBeLessThan(1.1);
  });

  test("reads many dollar signs in a row as a few tokens", () => {
    const run = textTokenLengths(`so ${"$".repeat(1000)} is\n`);
    expect(run.length).toBeGreaterThan(0);
    expect(run.length).toBeLessThan(8);
    const lines = textTokenLengths(`${"$".repeat(100)} and\n`.repeat(50));
    expect(lines.length).toBeLessThan(8 * 50);
  });
});
