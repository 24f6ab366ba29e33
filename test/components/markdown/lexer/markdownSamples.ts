import fc from "fast-check";

/** Fragments of Markdown, including those that are hard to lex incrementally. */
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

/** Sequences of whole lines, in which long lists, tables and code blocks are likely. */
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

/** Texts made of fragments or of lines. */
export const texts = fc.oneof(tricky, documents);
/** Lengths of the deltas in which a text streams. */
export const deltas = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 8 });

/** Returns the lengths of a text after each delta. */
export function ends(text: string, lengths: readonly number[]): number[] {
  const all: number[] = [];
  for (let end = 0, index = 0; end < text.length; index++) {
    end = Math.min(text.length, end + (lengths[index % lengths.length] ?? 1));
    all.push(end);
  }
  return all;
}

/** Texts with the start, the content and the end of formulas, and with other syntax. */
export const unfinishedFormulas = fc
  .array(
    fc.constantFrom(
      ...["$$ ", "$$\n", "\n$$ ", "\\[ ", "\n\\[", "\\]", "\\(", "\n", "\n"],
      ...["word ", "**bold** ", "[docs](https://a.example) ", "- ", "> ", "a_1 = b ", "x] ", "# "],
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(""));

/** Blocks with so many children that most of them are in sections, and ends that may change the whole block. */
export const longBlocks = fc
  .tuple(
    fc.constantFrom(
      ["", "- item **one**\n"],
      ["", "- item\n\n"],
      ["", "7. item\n"],
      ["", "- [x] done\n"],
      ["- [ ] to do\n", "  - [x] done\n"],
      ["1. first\n\n", "   some words\n\n"],
      ["| a | b |\n|---|:-:|\n", "| `1` | *2* |\n"],
      ["", "> quoted *words*\n>\n"],
      ["", "> - item\n"],
      ["  so ", "*one* and **two** words, "],
      ["- so ", "*one* and `two` words\n"],
      ["so[^1] ", "one[^1] and *two* words "],
    ),
    fc.integer({ min: 60, max: 300 }),
    fc.constantFrom(
      "",
      "last",
      "\n===\n",
      "\nlast *one*\n---\n",
      "\n\n- last\n",
      "- last\n\n- of all\n",
      "\n\nend [foo]\n\n[foo]: /u\n",
      "\n\n[^1]: a note\n",
    ),
  )
  .map(([[head = "", child = ""], count, end]) => head + child.repeat(count) + end);
