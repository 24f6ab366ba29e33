import fc from "fast-check";

/** Pieces of Markdown that open something, or that a later piece may change. */
const PIECES = [
  ...["*a", "_b", "**c ", "*d_", "~", "~~e ", "_", "***", "a*", "b_ "],
  ...["[", "![", "[f](", "[g][", "](h)", "`", "``i ", "\\", "<j ", "<!--", "&#1"],
  ...["https://a.", "b.", "www.c.", "d@e.", "!", "$f_", "$$g ", "\\(h ", "\\[i\n", "$"],
  ...["- j\n", "  - k\n", "> l\n", "> - m\nn\n", "1. o\n", "- > ", "    p\n", "q\n", "- "],
  ...["[r]: /s\n", "[^t]: u\n", "[^t]", "    [^v]: w\n", "|x|y|\n|-|-|\n", "|z\n", "| a"],
  ...["```\n", "~~~ b\n", "# c ", "<div>\n", "===\n", "word ", "\n", "\n\n", "文。"],
  ...["****", "~~~~", "_*~", "![[", "]]", "[^a]: [^b]: ", "[a]: <", '[b]: c "', "]: ", "&amp"],
  ...["http://a.b.c.", "www.a.b.c.d.", "a.b@c.d.", "<a href='", "<!-", "-->", "<?", "\\$", "$$"],
  ...["1) ", "> ", "* * ", "\t", "\r\n", "    \n", "| ", "-|-\n", "---\n", "**文", "」**", "((("],
];

/** Creates a text of a length from a unit; two pieces that are the same in every unit would be too regular. */
export function repeatUnit(unit: readonly string[], length: number): string {
  let text = "";
  for (let index = 0; text.length < length; index++) text += unit[index % unit.length];
  return text.slice(0, length);
}

/** Samples units with a number of pieces from a minimum to a maximum; the same in every run. */
function sampleUnits(
  seed: number,
  numRuns: number,
  size: { minLength: number; maxLength: number },
): readonly string[][] {
  return fc
    .sample(fc.array(fc.constantFrom(...PIECES), size), { seed, numRuns })
    .filter((unit) => unit.join("").trim());
}

/** Units of one to four pieces. */
export const hostileUnits = sampleUnits(26, 30, { minLength: 1, maxLength: 4 });

/** Long units, in which many constructs are open at the same time. */
export const hostileMixes = sampleUnits(8, 20, { minLength: 10, maxLength: 60 });

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
  ["> - > - a\n"],
  ["* * * * a\n"],
  ["a."],
  ["https://a."],
  ["www.a.b.c.d."],
  ["[a]: /b\n", "[a] "],
  ["[r]: /s\n"],
  ["[^a]: [^b]: "],
  ["[^t]: u\n", "[^t] "],
  ["<!--\n!"],
  ["<div>\n"],
  ["***"],
  ["\n\n"],
  ["w\n\n"],
  ["    p\n"],
  ["![a](data:image/png;base64,AAAA"],
  ["$a_"],
  ["\\[a\n"],
  ["$$a "],
  ["    "],
  ["\\("],
  ["`]"],
  ["> "],
  ["a*b* "],
  ["# a\n- b\n"],
  ["- - -\n"],
  ["<br>\n"],
  ["- a\n"],
  ["1. a\n\n"],
  ["*a* "],
  ["|x|y|\n|-|-|\n"],
  ["> a\n>\n"],
  ["<!-- a "],
  ["\\(a "],
  ["Ordinary words of a paragraph, "],
  ["一个没有空格的长段落，"],
  ["*see https://a.b/*c*/d* "],
  ["**kwargs and double *p "],
];
