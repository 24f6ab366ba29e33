import fc from "fast-check";

/** Pieces of a line as models write them. */
const PHRASES = [
  "some words",
  "more words about it",
  "*done*",
  "**Note:**",
  "**two bold words**",
  "*three words here*",
  "***both***",
  "_underlined words_",
  "~~struck out~~",
  "**bold with `code` inside**",
  "`some code`",
  "`a*b*c`",
  "[a link](https://a.example/b_c?d=e*f)",
  "[**bold link**](https://a.example)",
  '[titled](https://a.example "some title")',
  "https://a.example/page",
  "snake_case_name",
  "5 * 3",
  "R&D",
  "one | two",
  "(in brackets)",
  "**重要**です",
  "a \\* star",
  "[x]",
  "<br>",
];

const phrase = fc.constantFrom(...PHRASES);
const line = fc.array(phrase, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(" "));
/** Lines in which markup is all there is, as in a list of tasks. */
const marked = fc.constantFrom("*done*", "**bold words**", "`code`", "[a link](https://a.example)");
const shortLine = fc.oneof(line, marked);

const indent = (text: string, by: string) => text.replace(/^(?=.)/gm, by);

/** Creates the lines of a list with a marker of a width. */
function listOf(
  items: readonly string[],
  marker: (index: number) => string,
  isLoose: boolean,
): string {
  return items
    .map((item, index) => {
      const start = marker(index);
      // The box of a task is text, so that the content of its item starts before it.
      const width = start.replace("[x] ", "").length;
      return start + indent(item, " ".repeat(width)).trimStart();
    })
    .join(isLoose ? "\n\n" : "\n");
}

const marker = fc.constantFrom<(index: number) => string>(
  () => "- ",
  () => "* ",
  () => "*   ",
  () => "- [x] ",
  (index) => `${index + 1}. `,
);

const tableOf = fc
  .array(fc.tuple(shortLine, shortLine), { minLength: 1, maxLength: 40 })
  .map(
    (rows) =>
      `| Name | *Value* |\n| --- | :-: |\n${rows
        .map((row) => `| ${row.map((cell) => cell.replaceAll("|", "/")).join(" | ")} |`)
        .join("\n")}`,
  );

const codeOf = fc
  .array(fc.constantFrom("const a = b * c * d;", "  return `a*b*c`;", "", "}", "# a comment"), {
    minLength: 1,
    maxLength: 60,
  })
  .map((lines) => `\`\`\`ts\n${lines.join("\n")}\n\`\`\``);

const paragraphOf = fc.oneof(
  fc.array(line, { minLength: 1, maxLength: 4 }).map((lines) => lines.join("\n")),
  fc.array(line, { minLength: 1, maxLength: 4 }).map((lines) => lines.join("  \n")),
  fc.array(phrase, { minLength: 60, maxLength: 160 }).map((parts) => parts.join(" ")),
);

const { block } = fc.letrec<{ block: string; list: string; quotation: string }>((tie) => ({
  list: fc
    .tuple(
      fc.array(
        fc.oneof(
          { weight: 4, arbitrary: shortLine },
          {
            weight: 3,
            arbitrary: fc.tuple(shortLine, tie("list")).map(([text, list]) => `${text}\n${list}`),
          },
          {
            weight: 1,
            arbitrary: fc
              .tuple(shortLine, tie("block"))
              .map(([text, inner]) => `${text}\n\n${inner}`),
          },
        ),
        { minLength: 1, maxLength: 24 },
      ),
      marker,
      fc.boolean(),
    )
    .map(([items, start, isLoose]) => listOf(items, start, isLoose)),
  quotation: fc
    .array(tie("block"), { minLength: 1, maxLength: 3 })
    .map((blocks) => blocks.join("\n\n").replace(/^/gm, "> ")),
  block: fc.oneof(
    { maxDepth: 4, depthSize: "medium" },
    paragraphOf,
    tableOf,
    codeOf,
    tie("list"),
    tie("quotation"),
  ),
}));

/** Answers of nested lists, tables, quotations, code and paragraphs, many of them longer than one step of the lexer. */
export const ordinaryAnswers = fc
  .array(block, { minLength: 1, maxLength: 4 })
  .map((blocks) => blocks.join("\n\n"))
  .filter(({ length }) => length < 20_000);
