import type { Token, Tokens } from "marked";
import { describe, expect, test } from "vitest";
import { allBlocks } from "../../../../src/components/markdown/lexer/blockList.ts";
import { MAX_WEIGHT, weightOf } from "../../../../src/components/markdown/lexer/blockWeight.ts";
import { toKitToken } from "../../../../src/components/markdown/lexer/kitToken.ts";
import { allItems, childrenOf } from "../../../../src/components/markdown/lexer/sections.ts";
import { splitBlocks } from "../../../../src/components/markdown/lexer/splitBlocks.ts";
import { streamBlocks } from "./streamBlocks.ts";

/** Returns the blocks of a text that has streamed in deltas of `step` characters. */
function blocksOf(text: string, step: number) {
  return allBlocks(splitBlocks(streamBlocks(text, step), text, false));
}

/** Returns the letters and digits that a token shows, apart from the head of a table. */
function lettersOf(anyToken: Token): string {
  const token = toKitToken(anyToken);
  if (token.type === "table") {
    const rows = allItems(token.sections, token.rows);
    return lettersIn(rows.flatMap((row) => row.map(({ text }) => text)).join(""));
  }
  const children = childrenOf(token);
  if (children.length) return children.map(lettersOf).join("");
  return token.type === "text" ? lettersIn(token.text) : "";
}

const lettersIn = (text: string) => text.replace(/[^a-z\d]/g, "");

const numbered = (count: number, unit: string) =>
  Array.from({ length: count }, (_, index) => unit.replace("#", `${index}`)).join("");

describe("a block that outgrows its bound is divided", () => {
  test.each([
    ["items of a list", "", "- item#\n", 2000],
    ["items with blank lines", "", "- item#\n\n", 2000],
    ["lists in list items", "", "- item#\n  - inner\n", 1000],
    ["items of a list in a list item", "- head\n", "  - inner#\n", 2500],
    ["items of a list in a quotation", "", "> - item#\n", 2000],
    ["paragraphs of a quotation", "", "> word#\n>\n", 4000],
    ["rows of a table", "|a|b|\n|-|-|\n", "|x#|y|\n", 1500],
    ["rows of a table in a quotation", "> |a|b|\n> |-|-|\n", "> | x# | y |\n", 1500],
    ["emphasized words of a paragraph", "", "*em#* ", 2000],
    ["links of a paragraph", "", "[link#](/) ", 2000],
    ["words of a paragraph", "", "word# ", 12_000],
    ["lines of a paragraph", "", "word#  \n", 2000],
  ])("after thousands of %s", (_name, head, unit, count) => {
    const text = head + numbered(count, unit);
    const blocks = blocksOf(text, 5000);
    const tokens = blocks.map(({ tokens: [token] }) => token as Token);
    expect(tokens.length).toBeGreaterThan(1);
    expect(new Set(tokens.map(({ type }) => type)).size).toBe(1);
    // The lexer closes a step as a whole.
    for (const token of tokens) expect(weightOf(token)).toBeLessThan(1.5 * MAX_WEIGHT);
    const shown = tokens.map(lettersOf).join("");
    expect(shown.endsWith(lettersIn(numbered(count, unit)))).toBe(true);
    expect(blocks.map(({ raw }) => raw).join("")).toBe(text);
    // The deltas do not decide where.
    expect(blocksOf(text, 173).map(({ raw }) => raw)).toEqual(blocks.map(({ raw }) => raw));
  });

  test("but not before it has a thousand items or hundreds of rows", () => {
    for (const text of [
      numbered(1000, "- item\n"),
      `|a|b|\n|-|-|\n${numbered(500, "|x|y|\n")}`,
      numbered(1000, "a *word* "),
    ])
      expect(blocksOf(text, 700)).toHaveLength(1);
  });

  test("so that an ordered list continues with the next number", () => {
    const lists = blocksOf(numbered(3000, "7. item\n"), 900).map(
      ({ tokens: [list] }) => list as Tokens.List,
    );
    expect(lists.length).toBeGreaterThan(1);
    let next = 7;
    for (const list of lists) {
      expect(list.start).toBe(next);
      next += childrenOf(toKitToken(list)).length;
    }
    expect(next).toBe(3007);
  });

  test("but never in code, which a button copies", () => {
    const text = `- a\n\n  \`\`\`\n${numbered(3000, "  line #\n")}`;
    expect(blocksOf(text, 900)).toHaveLength(1);
  });

  test("so that a definition after it changes the links in all of its parts", () => {
    const blocks = blocksOf(`${numbered(3000, "1. [item#][a]\n")}\n[a]: /b\n`, 900);
    // Links are heavier than text, so a block may have several lists then.
    const lists = blocks.flatMap(({ tokens }) => tokens).filter(({ type }) => type === "list");
    expect(lists.length).toBeGreaterThan(2);
    let next = 1;
    for (const list of lists) {
      expect(list).toMatchObject({ start: next });
      const items = childrenOf(toKitToken(list));
      next += items.length;
      for (const item of [items[0], items.at(-1)])
        expect(item).toMatchObject({ tokens: [{ tokens: [{ type: "link" }] }] });
    }
    expect(next).toBe(3001);
  });
});
