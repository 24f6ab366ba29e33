import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Block } from "../../../../src/components/markdown/Block.tsx";
import { collectFootnotes } from "../../../../src/components/markdown/footnotes/collectFootnotes.ts";
import {
  FootnoteContext,
  NO_FOOTNOTES,
} from "../../../../src/components/markdown/footnotes/FootnoteLink.tsx";
import { FootnoteList } from "../../../../src/components/markdown/footnotes/FootnoteList.tsx";
import type { CreateTokenizer } from "../../../../src/components/markdown/lexer/BoundedTokenizer.ts";
import {
  allBlocks,
  type BlockList,
  type SplitText,
} from "../../../../src/components/markdown/lexer/blockList.ts";
import {
  createFootnoteTokenizer,
  createFormulaTokenizer,
} from "../../../../src/components/markdown/lexer/createFootnoteTokenizer.ts";
import { lex } from "../../../../src/components/markdown/lexer/lex.ts";
import { splitBlocks } from "../../../../src/components/markdown/lexer/splitBlocks.ts";
import { Markdown } from "../../../../src/components/markdown/Markdown.tsx";
import { MarkdownContext } from "../../../../src/components/markdown/markdownContext.ts";
import {
  DEFAULT_LABELS,
  type MathProps,
} from "../../../../src/components/markdown/markdownOptions.ts";
import { fc } from "../../../support/seededFastCheck.ts";
import { longAnswer } from "../longAnswer.ts";
import { deltas, ends, longBlocks, texts, unfinishedFormulas } from "./markdownSamples.ts";
import { ordinaryAnswers } from "./ordinaryAnswers.ts";

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
  sources: [],
  id: "",
  math: ({ code, isDisplay }: MathProps) => (isDisplay ? <b>{code}</b> : <i>{code}</i>),
};

function markup(split: BlockList): string {
  const { sections, list } = collectFootnotes(split, false);
  const blocks = sections.flat();
  return renderToStaticMarkup(
    <MarkdownContext.Provider value={context}>
      {blocks.map(({ tokens, refs = NO_FOOTNOTES }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks render only once
        <FootnoteContext.Provider value={refs} key={index}>
          <Block tokens={tokens} isOpen={false} />
        </FootnoteContext.Provider>
      ))}
      <FootnoteList footnotes={list} open={undefined} />
    </MarkdownContext.Provider>,
  );
}

const tokenizerFactories = fc.constantFrom(
  undefined,
  createFootnoteTokenizer,
  createFormulaTokenizer,
);

test("a text has the same tokens in whatever deltas it streams", { timeout: 600_000 }, () => {
  fc.assert(
    fc.property(
      texts,
      deltas,
      fc.boolean(),
      tokenizerFactories,
      (text, lengths, isStreaming, createTokenizer) => {
        const { tokens } = lex(text.replace(/\r\n?/g, "\n"), {}, false, createTokenizer);
        const expected = markup({ sections: [], blocks: [{ raw: text, tokens }] });
        expect(markup(splitBlocks(null, text, false, createTokenizer))).toBe(expected);
        expect(markup(stream(text, lengths, isStreaming, createTokenizer))).toBe(expected);
      },
    ),
    { numRuns: 600 },
  );
});

test.each([
  // The second line turns out to be no table head.
  ["so $x + y$ is", createFootnoteTokenizer],
  ["so $x + y$ is", createFormulaTokenizer],
  ["so it is", createFootnoteTokenizer],
])(
  "%j before a line that is no table head has the same tokens when streamed",
  (start, createTokenizer) => {
    const text = `const a = 1;\n${start} | a | b |\n|---|:-:|\n`;
    const { tokens } = lex(text, {}, false, createTokenizer);
    expect(tokens.map(({ type }) => type)).toEqual(["paragraph"]);
    expect(markup(stream(text, [1], false, createTokenizer))).toBe(
      markup({ sections: [], blocks: [{ raw: text, tokens }] }),
    );
  },
);

test("an unclosed formula before an underlined footnote has the same tokens when streamed", () => {
  const text = "  more of it\n$$\n[^2]: another, see [^1]\n- item **one**\n";
  const { tokens } = lex(text, {}, false, createFormulaTokenizer);
  expect(markup(stream(text, [1], false, createFormulaTokenizer))).toBe(
    markup({ sections: [], blocks: [{ raw: text, tokens }] }),
  );
});

test("an unclosed formula before a blank line becomes text immediately", {
  timeout: 600_000,
}, () => {
  fc.assert(
    fc.property(unfinishedFormulas, deltas, (source, lengths) => {
      const text = `${source}\n\nend`;
      let split: SplitText | null = null;
      for (const end of ends(text, lengths))
        split = splitBlocks(split, text.slice(0, end), true, createFormulaTokenizer);
      const { tokens } = lex(text, {}, false, createFormulaTokenizer);
      expect(markup(split ?? { sections: [], blocks: [] })).toBe(
        markup({ sections: [], blocks: [{ raw: text, tokens }] }),
      );
    }),
    { numRuns: 500 },
  );
});

test("an open block renders the same in whatever deltas it streams", { timeout: 600_000 }, () => {
  fc.assert(
    fc.property(unfinishedFormulas, deltas, (text, lengths) => {
      let split: SplitText | null = null;
      for (const end of ends(text, lengths)) {
        split = splitBlocks(split, text.slice(0, end), true, createFormulaTokenizer);
        const whole = splitBlocks(null, split.source, true, createFormulaTokenizer);
        expect(markup(split)).toBe(markup(whole));
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
])("%j has the same tokens in deltas of every size", (text) => {
  const { tokens } = lex(text, {}, false, createFormulaTokenizer);
  for (const step of [1, 2, 3, 4, 5, 7])
    for (const isStreaming of [true, false])
      expect(markup(stream(text, [step], isStreaming, createFormulaTokenizer))).toBe(
        markup({ sections: [], blocks: [{ raw: text, tokens }] }),
      );
});

test("a long answer renders the same in whatever deltas it streams", { timeout: 600_000 }, () => {
  const text = longAnswer(4000);
  const expected = renderToStaticMarkup(<Markdown text={text} />);
  for (const step of [1, 2, 5, 24, 333]) {
    const split = stream(text, [step], true, createFootnoteTokenizer);
    expect(`<div class="agk-markdown">${markup(split)}</div>`).toBe(expected);
  }
});

test("a block of many children has the same tokens in whatever deltas it streams", {
  timeout: 600_000,
}, () => {
  fc.assert(
    fc.property(
      longBlocks,
      deltas,
      fc.boolean(),
      tokenizerFactories,
      (text, lengths, isStreaming, createTokenizer) => {
        const { tokens } = lex(text, {}, false, createTokenizer);
        const expected = markup({ sections: [], blocks: [{ raw: text, tokens }] });
        expect(markup(splitBlocks(null, text, false, createTokenizer))).toBe(expected);
        expect(markup(stream(text, lengths, isStreaming, createTokenizer))).toBe(expected);
      },
    ),
    { numRuns: 60 },
  );
});

test.each([
  ["tasks in a list", "- to do\n", "  - [x] *done*\n"],
  ["emphasis in a nested list", "- a\n", "  - **two bold words** and *three words here*\n"],
  [
    "a nested list with blank lines",
    "1. a\n\n",
    "   - `some code` [a link](https://a.example)\n\n",
  ],
  ["a list that is indented by four spaces", "*   a\n", "    *   **Note:** some words\n"],
  ["a list that is indented more than it must be", "- a\n", "    - **two bold words**\n"],
  ["a list in a quotation", "> a\n>\n", "> - *one and two*\n"],
  ["a paragraph in a quotation", "> a\n", "> **two bold words** in it,\n"],
  ["a quotation with hard line breaks", "> a\n", "> *one and two*  \n"],
  ["a table in a list", "- a\n\n  | a | b |\n  | --- | --- |\n", "  | *one and two* | `code` |\n"],
  ["a table in a quotation", "> | a | b |\n> | --- | --- |\n", "> | **two words** | c |\n"],
  ["lines that are one paragraph after a link", "[a](https://b.example)\n", "~~two words~~ R&D\n"],
  ["a paragraph with line breaks in HTML", "a ", "and **two bold words**<br>"],
  ["raw HTML", "<table>\n", "<tr><td>*one* and two</td></tr>\n"],
  ["a comment in HTML", "<!-- a\n", "some words\n\n"],
])("%s is read as a whole, however long it is", (_, head, line) => {
  const text = `${head}${line.repeat(300)}`;
  const { tokens } = lex(text, {}, false, createFootnoteTokenizer);
  const expected = markup({ sections: [], blocks: [{ raw: text, tokens }] });
  expect(markup(splitBlocks(null, text, false, createFootnoteTokenizer))).toBe(expected);
  for (const step of [37, 400])
    expect(markup(stream(text, [step], true, createFootnoteTokenizer))).toBe(expected);
});

test("an ordinary answer has the tokens that marked finds in the whole of it", {
  timeout: 600_000,
}, () => {
  fc.assert(
    fc.property(ordinaryAnswers, deltas, (text, lengths) => {
      const { tokens } = lex(text, {}, false, createFootnoteTokenizer);
      const expected = markup({ sections: [], blocks: [{ raw: text, tokens }] });
      expect(markup(splitBlocks(null, text, false, createFootnoteTokenizer))).toBe(expected);
      const long = lengths.map((length) => 64 * length);
      expect(markup(stream(text, long, true, createFootnoteTokenizer))).toBe(expected);
    }),
    { numRuns: 150 },
  );
});

test("no incomplete text makes rendering throw", { timeout: 600_000 }, () => {
  fc.assert(
    fc.property(
      fc.oneof(texts, fc.string()),
      deltas,
      tokenizerFactories,
      (text, lengths, createTokenizer) => {
        let split: SplitText | null = null;
        for (const end of ends(text, lengths)) {
          split = splitBlocks(split, text.slice(0, end), true, createTokenizer);
          expect(
            allBlocks(split)
              .map(({ raw }) => raw)
              .join(""),
          ).toBe(split.text);
          markup(split);
        }
      },
    ),
    { numRuns: 300 },
  );
});

test.each([
  "some\n2. second [foo]\n\\[Note] see **this**\n---\n",
  "some\n2. second **one**\nand more **words**\nthe last [line]\n===\nmore\n",
  "some\n * \nand [foo] more\nwords\n---\n",
])(
  "%j has the same tokens when streamed: a line that looks like a list item is not underlined",
  (text) => {
    const { tokens } = lex(text, {}, false);
    expect(markup(stream(text, [1], false))).toBe(
      markup({ sections: [], blocks: [{ raw: text, tokens }] }),
    );
  },
);
