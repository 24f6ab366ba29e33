import { Lexer, Tokenizer, type Tokens } from "marked";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type Split, splitBlocks } from "../../../src/components/markdown/blocks.ts";
import { formulaGrammar, noteGrammar } from "../../../src/components/markdown/extras.ts";
import { longAnswer } from "./sampleText.ts";

afterEach(() => vi.restoreAllMocks());

/** The states of a text that arrives in deltas of `step` characters. */
function stream(
  text: string,
  step: number,
  from: Split | null = null,
  grammar = noteGrammar,
): Split {
  let split = from ?? splitBlocks(null, "", true, grammar);
  for (let end = split.source.length + step; end < text.length + step; end += step) {
    split = splitBlocks(split, text.slice(0, end), true, grammar);
  }
  return split;
}

function types(split: Split): string[][] {
  return split.blocks.map(({ tokens }) =>
    tokens.map(({ type }) => type).filter((type) => type !== "space"),
  );
}

describe("settled blocks", () => {
  test("keep their identity while the text grows", () => {
    const before = stream("# Title\n\nOne.\n\n- a\n- b\n\nTwo", 1);
    const after = stream(`${before.text} goes on.\n\nThree`, 1, before);
    expect(types(after)).toEqual([
      ["heading"],
      ["paragraph"],
      ["list"],
      ["paragraph"],
      ["paragraph"],
    ]);
    expect(after.blocks.slice(0, 3)).toEqual(before.blocks.slice(0, 3));
    for (const index of [0, 1, 2]) expect(after.blocks[index]).toBe(before.blocks[index]);
    expect(after.blocks[3]).not.toBe(before.blocks[3]);
  });

  test("hold the whole text between them", () => {
    const text = longAnswer(5000);
    const { blocks } = stream(text, 7);
    expect(blocks.map(({ raw }) => raw).join("")).toBe(text);
  });

  test.each([
    ["a paragraph that may get an underline", "Title\n", "==="],
    ["a paragraph that may become a table", "a | b\n", "--|--"],
    ["a list whose next item may follow a blank line", "- a\n\n", "- b"],
    ["a list whose next paragraph may be indented", "- a\n\n ", "  b"],
    ["a numbered list before digits", "1. a\n\n2", ". b"],
    ["a rule that may become an item", "- a\n\n- - -", "x"],
    ["indented code before a blank line", "    a\n\n", "    b"],
    ["an HTML block", "<div>\na\n", "b"],
    ["a comment with blank lines in it", "<!-- a\n\n", "b -->"],
    ["a quote with a lazy line", "> a\n", "b"],
    ["a definition whose title may follow", "[a]: /b\n", '"c"'],
    ["a fence that has not been closed", "```\na\n\n", "b"],
  ])("do not include %s", (_, head, rest) => {
    const split = stream(head + rest, 1);
    expect(types(split)).toHaveLength(1);
    expect(types(split)).toEqual(types(splitBlocks(null, head + rest, true)));
  });

  test("are made anew when the text is not continued", () => {
    const before = stream("One.\n\nTwo.\n\nThree", 4);
    const after = splitBlocks(before, "One!\n\nTwo.\n\nThree", true);
    expect(after).toEqual(splitBlocks(null, after.source, true));
    expect(after.blocks[1]).not.toBe(before.blocks[1]);
  });
});

test("gives the same split back when nothing has changed", () => {
  const split = stream("One.\n\nTwo", 3);
  expect(splitBlocks(split, split.source, true, noteGrammar)).toBe(split);
  expect(splitBlocks(split, split.source, false, noteGrammar)).not.toBe(split);
});

test("reads every kind of line end alike, cut anywhere", () => {
  const text = "# a\r\n\r\nb\rc\r\n- d\r\n- e";
  for (const step of [1, 2, 3, 100]) {
    expect(stream(text, step).blocks).toEqual(
      splitBlocks(null, text.replace(/\r\n?/g, "\n"), true).blocks,
    );
  }
});

describe("link reference definitions", () => {
  test("that came earlier resolve in later blocks", () => {
    const { blocks } = stream("[a]: https://a.example\n\nOne.\n\nSee [A].\n\nTwo", 1);
    expect(blocks[2]?.tokens[0]).toMatchObject({
      tokens: [{ type: "text" }, { type: "link", href: "https://a.example" }, { type: "text" }],
    });
  });

  test("that come late make anew only the blocks that refer to them", () => {
    const before = stream("See [it][a].\n\nSee [b].\n\nNothing.\n\nEnd\n\n", 1);
    const after = stream(`${before.text}[A]: https://a.example\n`, 1, before);
    expect(after.blocks[0]?.tokens[0]).toMatchObject({ tokens: [{}, { type: "link" }, {}] });
    expect(after.blocks[0]).not.toBe(before.blocks[0]);
    expect(after.blocks[1]).toBe(before.blocks[1]);
    expect(after.blocks[2]).toBe(before.blocks[2]);
  });

  test("that are half there lead nowhere yet", () => {
    const text = "See [a].\n\n[a]: https://a.exam";
    expect(JSON.stringify(stream(text, 1).blocks[0])).not.toContain('"link"');
    expect(JSON.stringify(splitBlocks(null, text, false).blocks[0])).toContain('"link"');
  });

  test("may be called like anything an object has", () => {
    const text = "[constructor] [__proto__]\n\n[__proto__]: /a\n[constructor]: /b\n\nEnd";
    const links = JSON.stringify(stream(text, 1).blocks[0]).match(/"type":"link"/g);
    expect(links).toHaveLength(2);
  });
});

describe("the open block", () => {
  test("keeps the items of a list that are finished", () => {
    const before = stream("- a\n- b\n- c", 1);
    const after = stream(`${before.text} and\n- d`, 1, before);
    const [old, list] = [before, after].map((split) => split.blocks[0]?.tokens[0] as Tokens.List);
    expect(list?.items).toHaveLength(4);
    expect(list?.items[0]).toBe(old?.items[0]);
    expect(list?.items[1]).toBe(old?.items[1]);
  });

  test("keeps the rows of a table that are finished", () => {
    const before = stream("|a|b|\n|-|-|\n|1|2|\n|3|4|\n|5|", 1);
    const after = stream(`${before.text}6|\n|7|8|`, 1, before);
    const [old, table] = [before, after].map((split) => split.blocks[0]?.tokens[0] as Tokens.Table);
    expect(table?.rows).toHaveLength(4);
    expect(table?.rows[0]).toBe(old?.rows[0]);
  });

  test("makes a list loose as soon as a blank line says so", () => {
    const list = (text: string) => stream(text, 1).blocks[0]?.tokens[0];
    expect(list("- a\n- b\n- c")).toMatchObject({ type: "list", loose: false });
    expect(list("- a\n- b\n- c\n\n- d")).toMatchObject({ type: "list", loose: true });
    expect(list("- a\n- b\n- c\n\nd")).toMatchObject({ type: "list", loose: false });
  });
});

describe("the characters that are lexed", { timeout: 30_000 }, () => {
  /** How many times as many as the text has, when it arrives in deltas of 5 characters. */
  function lexedPerCharacter(text: string, grammar = noteGrammar): number {
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

  /** How many times as many as the text has are looked through for where plain text ends. */
  function searchedPerCharacter(text: string): number {
    let searched = 0;
    const { inlineText } = Tokenizer.prototype;
    vi.spyOn(Tokenizer.prototype, "inlineText").mockImplementation(function (
      this: Tokenizer,
      source: string,
    ) {
      const token = inlineText.call(this, source);
      searched += token?.raw.length ?? 0;
      return token;
    });
    splitBlocks(null, text, false, formulaGrammar);
    vi.restoreAllMocks();
    return searched / text.length;
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
      lexedPerCharacter(line.repeat(length / line.length), formulaGrammar);
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
    splitBlocks(null, text, false, formulaGrammar);
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
    expect(searchedPerCharacter("it costs $5 here, and $6 there; ".repeat(100))).toBeLessThan(1.1);
  });
});

test("shows nested markers without end as they are", () => {
  const text = ">".repeat(20000);
  expect(splitBlocks(null, text, true).blocks).toMatchObject([{ tokens: [{ text }] }]);
});
