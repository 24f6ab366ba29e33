import fc from "fast-check";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Block } from "../../../src/components/markdown/Block.tsx";
import {
  collectFootnotes,
  createFootnoteTokenizer,
  createFormulaTokenizer,
  FootnoteList,
} from "../../../src/components/markdown/extras.ts";
import {
  FootnoteContext,
  NO_FOOTNOTES,
} from "../../../src/components/markdown/footnotes/footnoteContext.ts";
import type { CreateTokenizer } from "../../../src/components/markdown/lexer/BoundedTokenizer.ts";
import { lex } from "../../../src/components/markdown/lexer/lex.ts";
import { type SplitText, splitBlocks } from "../../../src/components/markdown/lexer/splitBlocks.ts";
import { Markdown } from "../../../src/components/markdown/Markdown.tsx";
import { MarkdownContext } from "../../../src/components/markdown/markdownContext.ts";
import {
  DEFAULT_LABELS,
  type MathProps,
} from "../../../src/components/markdown/markdownOptions.ts";
import { longAnswer } from "./sampleText.ts";

/** What Markdown is made of, and what trips up those who read it piece by piece. */
const pieces = [
  ..."\n\n\n \t-*+_~`[](){}<>|\\=#!:.&1é文",
  "\n\n",
  "\n\n",
  "\r\n",
  "    ",
  "foo",
  "bar baz ",
  "- ",
  "* ",
  "1. ",
  "10) ",
  "- [x] ",
  "## ",
  "```",
  "```js\n",
  "~~~",
  "**",
  "__",
  "~~",
  "**bold** ",
  "`code` ",
  "](https://a.example/b_c)",
  "![",
  "[foo]",
  "[foo]: ",
  "[foo]: /url\n",
  "https://a.example/c*d ",
  "www.example.com",
  "a@b.example",
  ' "title"',
  "> ",
  "| a | b |\n",
  "|---|---|\n",
  ":--",
  "---\n",
  "===",
  "- - -",
  "<div>",
  "</div>\n",
  "<!--",
  "-->",
  "<script>",
  "</script>",
  "<br>",
  "<https://a.example>",
  "&amp;",
  "&#38;",
  "\\*",
  "\\\n",
  "  \n",
  "[^1]",
  "[^1]: ",
  "[^a]",
  "\n[^a]: b\n",
  "[^",
  "^",
  "$",
  "$$",
  "$$\n",
  "$$ ",
  "\\(",
  "\\)",
  "\\[",
  "\\]",
  "\\\\",
  "$a + ",
  "\\alpha$",
  "\n$$",
  " $$ ",
  "`$$`",
  "$a$$b$ ",
  "\n\\[",
  "\n\\]",
  "[^$$]",
  "5$",
  "$x$",
  "$x^*$",
  "`$a`",
  ' ("$',
  "**$",
  "+$",
];

const tricky = fc
  .array(fc.constantFrom(...pieces), { maxLength: 30 })
  .map((parts) => parts.join(""));

/** Whole blocks one after the other, so that lists, tables and code are likely to be long. */
const documents = fc
  .array(
    fc.constantFrom(
      "- item **one**\n",
      "- item two\n\n",
      "  more of it\n",
      "1. first\n",
      "2. second [foo]\n",
      "   - nested\n",
      "- [ ] to do\n",
      "- ```\n",
      "| a | b |\n|---|:-:|\n",
      "| `1` | 2 |\n",
      "\n",
      "```ts\n",
      "const a = 1;\n",
      "```\n",
      "> quoted\n",
      "some words, *and* more [foo] ",
      "of them.\n\n",
      "# Title\n",
      "---\n",
      "[foo]: https://a.example\n",
      "<b>html</b>\n",
      "    indented\n",
      "\u00a0\n",
      "[^1]: a note\n",
      "[^2]: another, see [^1]\n",
      "    - indented in it\n",
      "with a note[^1] ",
      "$$\nx\n- y\n$$\n",
      "$$\n",
      "so $x + y$ is ",
      "so $5 and $6, or ",
      "$$ x\n- y$$ and so on\n",
      "\\[ x\n- y\n\\] and ",
      "which is \\( x or ",
      "The result is $$\nx = 1\n$$ where x is a number.\n",
      "More **of** it.\n",
      "word one $$word \nword \n$$ word ](|---|---|\n",
      "word one \t\\$ $$ \n[foo]: /u\n$$ word ===\n",
      "- so $$\n  x\n  $$ where\n",
      "\\[Note] see **this** ",
      "- \\[x] **done**\n",
      "> \\[!NOTE] see **this**\n",
      "$$ is **two** dollars\n",
      "costs \\\\$x and y$ more ",
      "costs $20 and **$x$** or `$y` ",
      "5$/month *or $x^*$* ",
      "2*3 and $a*b$ ($c$) ",
    ),
    { maxLength: 14 },
  )
  .map((parts) => parts.join(""));

const texts = fc.oneof(tricky, documents);
const deltas = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 8 });

function ends(text: string, lengths: readonly number[]): number[] {
  const all: number[] = [];
  for (let end = 0, index = 0; end < text.length; index++) {
    end = Math.min(text.length, end + (lengths[index % lengths.length] ?? 1));
    all.push(end);
  }
  return all;
}

function stream(
  text: string,
  lengths: readonly number[],
  isStreaming: boolean,
  createTokenizer?: CreateTokenizer,
): SplitText {
  let split: SplitText | null = null;
  for (const end of ends(text, lengths))
    split = splitBlocks(split, text.slice(0, end), isStreaming, createTokenizer);
  return splitBlocks(split, text, false, createTokenizer);
}

const context = {
  labels: DEFAULT_LABELS,
  allowedImageOrigins: [],
  id: "",
  math: ({ code, isDisplay }: MathProps) => (isDisplay ? <b>{code}</b> : <i>{code}</i>),
};

function markup(blocks: SplitText["blocks"]): string {
  const { refs, list } = collectFootnotes(blocks, false);
  return renderToStaticMarkup(
    <MarkdownContext.Provider value={context}>
      {blocks.map((block, index) => (
        <FootnoteContext.Provider value={refs[index] ?? NO_FOOTNOTES} key={block.raw}>
          <Block {...block} isOpen={false} />
        </FootnoteContext.Provider>
      ))}
      <FootnoteList footnotes={list} open={undefined} />
    </MarkdownContext.Provider>,
  );
}

const grammars = fc.constantFrom(undefined, createFootnoteTokenizer, createFormulaTokenizer);

test("a text reads the same in whatever pieces it came", { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(
      texts,
      deltas,
      fc.boolean(),
      grammars,
      (text, lengths, isStreaming, createTokenizer) => {
        const { tokens } = lex(text.replace(/\r\n?/g, "\n"), {}, false, createTokenizer);
        const expected = markup([{ raw: text, tokens }]);
        expect(markup(splitBlocks(null, text, false, createTokenizer).blocks)).toBe(expected);
        expect(markup(stream(text, lengths, isStreaming, createTokenizer).blocks)).toBe(expected);
      },
    ),
    { numRuns: 1500 },
  );
});

test.each([
  // A line that heads no table after all, between two that might have been one.
  ["so $x + y$ is", createFootnoteTokenizer],
  ["so $x + y$ is", createFormulaTokenizer],
  ["so it is", createFootnoteTokenizer],
])("%j before what is no table reads the same", (words, createTokenizer) => {
  const text = `const a = 1;\n${words} | a | b |\n|---|:-:|\n`;
  const { tokens } = lex(text, {}, false, createTokenizer);
  expect(tokens.map(({ type }) => type)).toEqual(["paragraph"]);
  expect(markup(stream(text, [1], false, createTokenizer).blocks)).toBe(
    markup([{ raw: text, tokens }]),
  );
});

test("a formula that is not closed reads the same before a footnote with an underline", () => {
  const text = "  more of it\n$$\n[^2]: another, see [^1]\n- item **one**\n";
  const { tokens } = lex(text, {}, false, createFormulaTokenizer);
  expect(markup(stream(text, [1], false, createFormulaTokenizer).blocks)).toBe(
    markup([{ raw: text, tokens }]),
  );
});

/** What a formula may begin, go on and end with, and text that is none. */
const unfinished = fc
  .array(
    fc.constantFrom(
      ...["$$ ", "$$\n", "\n$$ ", "\\[ ", "\n\\[", "\\]", "\\(", "\n", "\n"],
      ...["word ", "**bold** ", "[docs](https://a.example) ", "- ", "> ", "a_1 = b ", "x] ", "# "],
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(""));

test("what a blank line has kept from being a formula is text at once", { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(unfinished, deltas, (source, lengths) => {
      const text = `${source}\n\nend`;
      let split: SplitText | null = null;
      for (const end of ends(text, lengths))
        split = splitBlocks(split, text.slice(0, end), true, createFormulaTokenizer);
      const { tokens } = lex(text, {}, false, createFormulaTokenizer);
      expect(markup(split?.blocks ?? [])).toBe(markup([{ raw: text, tokens }]));
    }),
    { numRuns: 500 },
  );
});

test("what is open is shown the same in whatever pieces it came", { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(unfinished, deltas, (text, lengths) => {
      let split: SplitText | null = null;
      for (const end of ends(text, lengths)) {
        split = splitBlocks(split, text.slice(0, end), true, createFormulaTokenizer);
        const { blocks } = splitBlocks(null, split.source, true, createFormulaTokenizer);
        expect(markup(split.blocks)).toBe(markup(blocks));
      }
    }),
    {
      numRuns: 500,
      examples: [
        ["word $$ \n$$\nword $$\n- ", [1]],
        ["\\]$$ \n\\[word $$ $$ \n", [1]],
      ],
    },
  );
});

test.each([
  "The result is $$\nx = 1\n$$ where x is a number.\nMore **of** it.",
  "word one $$word \nword \n$$ word ](|---|---|\n",
  "word one \t\\$ $$ \n[foo]: /u\n$$ word ===\n[foo]",
  "so it is $a + \\alpha$ and on",
  "so $x = \\frac{a}{b}$ is",
  "costs \\\\$x and y$ more",
  "so $a$$b$ and more\n$$\n- x\n$$ is",
  "So $$\nx\n$$\nmore",
  "word [^[foo] is ](https://a.example)",
  "costs $20 and **$x$** is, or `$y` and *a $x^*$ b* more",
  "about 10$, maybe $20/$x$ or 2*3 and $a*b$ is it",
  "so $a$ b and $a$b and $c$, d",
  "so $$ x\n\\[ y $$ is one\n- z\n\\]",
  "so \\( x\n\\[ y \\) is one\n- z\n\\]",
])("%j reads the same in pieces of every size", (text) => {
  const { tokens } = lex(text, {}, false, createFormulaTokenizer);
  for (const step of [1, 2, 3, 4, 5, 7])
    for (const isStreaming of [true, false])
      expect(markup(stream(text, [step], isStreaming, createFormulaTokenizer).blocks)).toBe(
        markup([{ raw: text, tokens }]),
      );
});

test("a long answer reads the same in whatever pieces it came", { timeout: 60_000 }, () => {
  const text = longAnswer(4000);
  const expected = renderToStaticMarkup(<Markdown text={text} />);
  for (const step of [1, 2, 5, 24, 333]) {
    const { blocks } = stream(text, [step], true, createFootnoteTokenizer);
    expect(`<div class="agk-markdown">${markup(blocks)}</div>`).toBe(expected);
  }
});

test("nothing that is still being written makes rendering fail", { timeout: 60_000 }, () => {
  fc.assert(
    fc.property(
      fc.oneof(texts, fc.string()),
      deltas,
      grammars,
      (text, lengths, createTokenizer) => {
        let split: SplitText | null = null;
        for (const end of ends(text, lengths)) {
          split = splitBlocks(split, text.slice(0, end), true, createTokenizer);
          expect(split.blocks.map(({ raw }) => raw).join("")).toBe(split.text);
          markup(split.blocks);
        }
      },
    ),
    { numRuns: 300 },
  );
});
