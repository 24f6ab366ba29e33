// @vitest-environment node
import { describe, expect, test } from "vitest";
import { checkText } from "./checkText.mjs";

/** Returns the findings of a text as `line rule words`. */
function found(text: string, path = "src/a.ts"): string[] {
  return checkText(path, text).map(
    ({ line, rule, text }) => `${line} ${rule} ${text.replace(/ →.*/, "")}`,
  );
}

describe("the comment of a private declaration", () => {
  const sentences = (count: number) =>
    Array.from({ length: count }, (_, index) => `Sentence ${index}.`).join(" ");
  const four = sentences(4);

  test.each<[kind: string, text: string, path?: string]>([
    ["a line comment", `// ${four}`],
    ["two line comments", `// ${sentences(2)}\n// ${sentences(2)}`],
    ["a doc comment", `/** ${four} */\nfunction read() {}`],
    ["a comment of several paragraphs", `/**\n * ${sentences(2)}\n *\n * ${sentences(2)}\n */`],
    ["an export that no entry exports", `/** ${four} */\nexport const reader = 1;`],
    ["an internal export", `/** @internal ${four} */\nexport function useThread() {}`],
    ["a public function", `export function useThread() {\n  /** ${four} */\n  let a = 1;\n}`],
    ["sentences with quotes", `// ${four.replaceAll(".", '."')}`],
    ["sentences before a list", `/*\n * ${four}\n *\n * - Item.\n */`],
    ["a style sheet", `/* ${four} */`, "src/a.css"],
  ])("is rejected in %s of four sentences", (_kind, text, path) => {
    expect(found(text, path)).toEqual([
      expect.stringMatching(/^\d comment-sentences 4 sentences$/),
    ]);
  });

  test.each<[kind: string, text: string, path?: string]>([
    ["three sentences", `// ${sentences(3)}`],
    ["a public export", `/** ${four} */\nexport function useThread() {}`],
    ["a member of a public type", `export interface Thread {\n  /** ${four} */\n  id: string;\n}`],
    ["an entry", `/** ${four} */\nexport { a } from "./b.ts";`],
    ["list items", `/**\n * ${sentences(3)} Cases:\n *\n * - ${four}\n *   ${four}\n */`],
    ["a table", `/**\n * ${sentences(3)}\n *\n * | ${four} | ${four} |\n */`],
    ["an indented trace", `/**\n * ${sentences(3)}\n *\n *     ${four}\n *     0  ${four}\n */`],
    ["an example", `/**\n * ${sentences(3)}\n *\n * Example: ${four}\n */`],
    ["block tags", `/**\n * ${sentences(3)}\n *\n * @param a - ${four}\n * @example ${four}\n */`],
    ["code and file names", `// ${sentences(2)} See \`a. b. c.\` and package.json, 1.5 times.`],
    ["a test", `// ${four}`, "test/a.ts"],
  ])("is accepted with %s", (_kind, text, path) => {
    expect(found(text, path)).toEqual([]);
  });
});
