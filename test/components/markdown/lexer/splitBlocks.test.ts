import type { Tokens } from "marked";
import { describe, expect, test } from "vitest";
import { allBlocks, type SplitText } from "../../../../src/components/markdown/lexer/blockList.ts";
import { createFootnoteTokenizer } from "../../../../src/components/markdown/lexer/createFootnoteTokenizer.ts";
import { splitBlocks } from "../../../../src/components/markdown/lexer/splitBlocks.ts";
import { longAnswer } from "../longAnswer.ts";
import { streamBlocks } from "./streamBlocks.ts";

function types(split: SplitText): string[][] {
  return allBlocks(split).map(({ tokens }) =>
    tokens.map(({ type }) => type).filter((type) => type !== "space"),
  );
}

describe("settled blocks", () => {
  test("keep their identity while the text grows", () => {
    const before = streamBlocks("# Title\n\nOne.\n\n- a\n- b\n\nTwo", 1);
    const after = streamBlocks(`${before.text} goes on.\n\nThree`, 1, before);
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

  test("contain the whole text", () => {
    const text = longAnswer(5000);
    const blocks = allBlocks(streamBlocks(text, 7));
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
    const split = streamBlocks(head + rest, 1);
    expect(types(split)).toHaveLength(1);
    expect(types(split)).toEqual(types(splitBlocks(null, head + rest, true)));
  });

  test("are lexed again when the text is replaced", () => {
    const before = streamBlocks("One.\n\nTwo.\n\nThree", 4);
    const after = splitBlocks(before, "One!\n\nTwo.\n\nThree", true);
    expect(after).toEqual(splitBlocks(null, after.source, true));
    expect(after.blocks[1]).not.toBe(before.blocks[1]);
  });
});

test("splitBlocks returns the same object for an unchanged text", () => {
  const split = streamBlocks("One.\n\nTwo", 3);
  expect(splitBlocks(split, split.source, true, createFootnoteTokenizer)).toBe(split);
  expect(splitBlocks(split, split.source, false, createFootnoteTokenizer)).not.toBe(split);
});

test("splitBlocks reads all line ends alike, also when a delta splits one", () => {
  const text = "# a\r\n\r\nb\rc\r\n- d\r\n- e";
  for (const step of [1, 2, 3, 100]) {
    expect(streamBlocks(text, step).blocks).toEqual(
      splitBlocks(null, text.replace(/\r\n?/g, "\n"), true).blocks,
    );
  }
});

describe("link reference definitions", () => {
  test("resolve in later blocks", () => {
    const { blocks } = streamBlocks("[a]: https://a.example\n\nOne.\n\nSee [A].\n\nTwo", 1);
    expect(blocks[2]?.tokens[0]).toMatchObject({
      tokens: [{ type: "text" }, { type: "link", href: "https://a.example" }, { type: "text" }],
    });
  });

  test("lex only the earlier blocks that refer to them again", () => {
    const before = streamBlocks("See [it][a].\n\nSee [b].\n\nNothing.\n\nEnd\n\n", 1);
    const after = streamBlocks(`${before.text}[A]: https://a.example\n`, 1, before);
    expect(after.blocks[0]?.tokens[0]).toMatchObject({ tokens: [{}, { type: "link" }, {}] });
    expect(after.blocks[0]).not.toBe(before.blocks[0]);
    expect(after.blocks[1]).toBe(before.blocks[1]);
    expect(after.blocks[2]).toBe(before.blocks[2]);
  });

  test("do not resolve while their address is incomplete", () => {
    const text = "See [a].\n\n[a]: https://a.exam";
    expect(JSON.stringify(streamBlocks(text, 1).blocks[0])).not.toContain('"link"');
    expect(JSON.stringify(splitBlocks(null, text, false).blocks[0])).toContain('"link"');
  });

  test("may have the name of an object property as their label", () => {
    const text = "[constructor] [__proto__]\n\n[__proto__]: /a\n[constructor]: /b\n\nEnd";
    const links = JSON.stringify(streamBlocks(text, 1).blocks[0]).match(/"type":"link"/g);
    expect(links).toHaveLength(2);
  });
});

describe("the open block", () => {
  test("keeps the identity of finished list items", () => {
    const before = streamBlocks("- a\n- b\n- c", 1);
    const after = streamBlocks(`${before.text} and\n- d`, 1, before);
    const [old, list] = [before, after].map((split) => split.blocks[0]?.tokens[0] as Tokens.List);
    expect(list?.items).toHaveLength(4);
    expect(list?.items[0]).toBe(old?.items[0]);
    expect(list?.items[1]).toBe(old?.items[1]);
  });

  test("keeps the identity of finished table rows", () => {
    const before = streamBlocks("|a|b|\n|-|-|\n|1|2|\n|3|4|\n|5|", 1);
    const after = streamBlocks(`${before.text}6|\n|7|8|`, 1, before);
    const [old, table] = [before, after].map((split) => split.blocks[0]?.tokens[0] as Tokens.Table);
    expect(table?.rows).toHaveLength(4);
    expect(table?.rows[0]).toBe(old?.rows[0]);
  });

  test("becomes a loose list with the first blank line between items", () => {
    const list = (text: string) => streamBlocks(text, 1).blocks[0]?.tokens[0];
    expect(list("- a\n- b\n- c")).toMatchObject({ type: "list", loose: false });
    expect(list("- a\n- b\n- c\n\n- d")).toMatchObject({ type: "list", loose: true });
    expect(list("- a\n- b\n- c\n\nd")).toMatchObject({ type: "list", loose: false });
  });
});

test("splitBlocks shows thousands of nested markers as text", () => {
  const text = ">".repeat(20000);
  expect(splitBlocks(null, text, true).blocks).toMatchObject([{ tokens: [{ text }] }]);
});
