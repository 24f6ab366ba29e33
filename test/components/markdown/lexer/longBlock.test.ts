import type { Token, Tokens } from "marked";
import { describe, expect, test } from "vitest";
import { allBlocks, type SplitText } from "../../../../src/components/markdown/lexer/blockList.ts";
import { childrenOf } from "../../../../src/components/markdown/lexer/sections.ts";
import { splitBlocks } from "../../../../src/components/markdown/lexer/splitBlocks.ts";
import { hostileUnits, repeatUnit } from "./hostileText.ts";
import { streamBlocks } from "./streamBlocks.ts";

const first = ({ blocks }: SplitText) => blocks[0]?.tokens[0];
const codeLines = Array.from({ length: 300 }, (_, line) => `const line${line} = "some text";`);

function plainText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => ("tokens" in token && token.tokens ? plainText(token.tokens) : token.raw))
    .join("");
}

describe("a block that outgrows its bound continues", () => {
  test("in the code of a list item", () => {
    const indented = codeLines.map((line) => `   ${line}\n`).join("");
    const text = `1. Step:\n\n   \`\`\`js\n${indented}   \`\`\`\n2. Next`;
    for (const step of [7, 100, text.length]) {
      const { blocks } = streamBlocks(text, step);
      expect(blocks).toHaveLength(1);
      const list = blocks[0]?.tokens[0] as Tokens.List;
      const { items } = list;
      expect(items).toHaveLength(2);
      const [, , code, ...others] = items[0]?.tokens ?? [];
      expect(others.filter(({ type }) => type !== "space")).toEqual([]);
      expect((code as Tokens.Code).text.trim()).toBe(codeLines.join("\n"));
    }
  });

  test("in indented code", () => {
    const text = codeLines.map((line) => `    ${line}\n`).join("");
    for (const step of [7, 100, text.length]) {
      const { blocks } = streamBlocks(`Code:\n\n${text}\nend`, step);
      expect(blocks).toHaveLength(3);
      expect(blocks[1]?.tokens.map(({ type }) => type)).toEqual(["code", "space"]);
      const [code] = blocks[1]?.tokens ?? [];
      expect((code as Tokens.Code).text).toBe(codeLines.join("\n"));
    }
  });

  test("in a quotation, a nested list and a paragraph", () => {
    const words = Array.from({ length: 900 }, (_, index) => `word${index}`).join(" ");
    for (const step of [11, 5000]) {
      const quotation = first(streamBlocks(`> ${words}`, step)) as Tokens.Blockquote;
      expect(plainText(quotation.tokens)).toBe(words);
      const paragraph = first(streamBlocks(`*${words}`, step)) as Tokens.Paragraph;
      expect(plainText(paragraph.tokens)).toBe(`*${words}`);
      const list = streamBlocks(`- a\n  - *${words}\n  - b`, step).blocks;
      expect(list).toHaveLength(1);
      const outer = list[0]?.tokens[0] as Tokens.List;
      const inner = outer.items[0]?.tokens[1] as Tokens.List;
      expect(inner.items.map(({ tokens }) => plainText(tokens))).toEqual([`*${words}`, "b"]);
    }
  });

  test("in a line of code of any length", () => {
    const line = "0123456789".repeat(900);
    const code = first(streamBlocks(`\`\`\`\n${line}\nend\n\`\`\``, 13)) as Tokens.Code;
    expect(code.text.trim()).toBe(`${line}\nend`);
  });

  test("in a table with long rows", () => {
    const cell = "some words of a cell ".repeat(40);
    const rows = Array.from({ length: 12 }, () => `| ${cell}| b |\n`).join("");
    const table = first(streamBlocks(`| a | b |\n|---|---|\n${rows}`, 19)) as Tokens.Table;
    expect(table.rows).toHaveLength(12);
  });
});

test.each([
  ["link", `[a](https://a.example/?${"x=1&".repeat(600)})`],
  ["image", `![a](data:image/png;base64,${"AbC+".repeat(9000)}=)`],
])("the address of a long %s is complete", (type, source) => {
  const split = splitBlocks(streamBlocks(`See ${source} now`, 37), `See ${source} now`, false);
  expect(first(split)).toMatchObject({ tokens: [{}, { type }, {}] });
});

test("emphasis in long lines of text is never cut", () => {
  const text = "Some **bold words** and *more of them*, as `code` or [a link](https://a.example). "
    .repeat(120)
    .trim();
  const count = (split: SplitText) => {
    const paragraph = first(split) as Tokens.Paragraph;
    return childrenOf(paragraph).filter(({ type }) => type !== "text").length;
  };
  for (const step of [5, 64, text.length])
    expect(count(splitBlocks(streamBlocks(text, step), text, false))).toBe(4 * 120);
});

test.each(hostileUnits.map((unit) => [unit]))(
  "a long text of %j is the same in deltas of two sizes",
  { timeout: 600_000 },
  (unit) => {
    const text = repeatUnit(unit, 5000);
    const types = (step: number) =>
      allBlocks(splitBlocks(streamBlocks(text, step), text, false)).map(
        ({ raw, tokens }) => `${raw.length} ${tokens.map(({ type }) => type)}`,
      );
    expect(types(31)).toEqual(types(203));
  },
);
