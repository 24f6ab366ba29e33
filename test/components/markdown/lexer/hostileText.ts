import fc from "fast-check";

/** Pieces of Markdown that open something, or that a later piece may change. */
const PIECES = [
  ...["*a", "_b", "**c ", "*d_", "~", "~~e ", "_", "***", "a*", "b_ "],
  ...["[", "![", "[f](", "[g][", "](h)", "`", "``i ", "\\", "<j ", "<!--", "&#1"],
  ...["https://a.", "b.", "www.c.", "d@e.", "!", "$f_", "$$g ", "\\(h ", "\\[i\n", "$"],
  ...["- j\n", "  - k\n", "> l\n", "> - m\nn\n", "1. o\n", "- > ", "    p\n", "q\n", "- "],
  ...["[r]: /s\n", "[^t]: u\n", "[^t]", "    [^v]: w\n", "|x|y|\n|-|-|\n", "|z\n", "| a"],
  ...["```\n", "~~~ b\n", "# c ", "<div>\n", "===\n", "word ", "\n", "\n\n", "文。"],
];

/** Creates a text of a length from a unit; two pieces that are the same in every unit would be too regular. */
export function repeatUnit(unit: readonly string[], length: number): string {
  let text = "";
  for (let index = 0; text.length < length; index++) text += unit[index % unit.length];
  return text.slice(0, length);
}

/** Units of one to four pieces; the same in every run. */
export const hostileUnits = fc
  .sample(fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 4 }), {
    seed: 26,
    numRuns: 30,
  })
  .filter((unit) => unit.join("").trim());

/** Units that took a time that grew with a power of the length. */
export const slowUnits = [
  ["*a", "_b", "*c", "_d "],
  ["~"],
  ["_"],
  ["["],
  ["!["],
  ["- a\n", "b\n"],
  ["- a\n  - b\n    - c\n"],
  ["- > a\nb\n"],
  ["> > > > > > a\nb\n"],
  ["a."],
  ["$a_"],
  ["\\[a\n"],
  ["$$a "],
  ["    "],
];
