import { describe, expect, test } from "vitest";
import {
  type CodePiece,
  loadLanguage,
  tokenizeCode,
} from "../../../../src/components/markdown/code/grammars.ts";
import { LANGUAGES, sliceLengthOf } from "../../../../src/components/markdown/code/languages.ts";

/** Texts whose repetition takes some grammar much longer than ordinary code. */
const fillers = ["BEGIN ", "a ", "  ", "a.b.c.", 'r#"', "$x", "(?<a>", "(", "'", "${", "\n"];

/** Repeats a text in lines of 190 characters. */
function codeOf(filler: string, length: number): string {
  const line = `${filler.repeat(190).slice(0, 190)}\n`;
  return line.repeat(length).slice(0, length);
}

function piecesOf(code: string, language: string): CodePiece[] {
  return [...tokenizeCode(code, language)].flat();
}

/** Counts the searches of patterns in texts that are longer than a slice. */
function countLongSearches(longest: number, run: () => void): number {
  let count = 0;
  const { exec } = RegExp.prototype;
  RegExp.prototype.exec = function (text) {
    if (text.length > longest) count += 1;
    return exec.call(this, text);
  };
  try {
    run();
  } finally {
    RegExp.prototype.exec = exec;
  }
  return count;
}

describe.each([...LANGUAGES.keys()])("the grammar of %s", (language) => {
  test("gets one slice of hostile code at a time", async () => {
    await loadLanguage(language);
    // The highlighter compiles a grammar at its first use.
    piecesOf("x", language);
    for (const filler of fillers) {
      const code = codeOf(filler, 20_000);
      let text = "";
      const searches = countLongSearches(sliceLengthOf(language), () => {
        text = piecesOf(code, language)
          .map(([, piece]) => piece)
          .join("");
      });
      expect(text).toBe(code);
      // There are about 50 slices, each with a few searches for its start and its end.
      expect(searches).toBeLessThan(300);
    }
  });
});

test.each([
  ["csharp", "/* one\n"],
  ["python", '"""one\n'],
  ["sql", "/* one\n"],
  ["rust", "/* one\n"],
])("a comment or text in %s continues in the next slice", async (language, start) => {
  await loadLanguage(language);
  const code = `${start}${"two three\n".repeat(200)}`;
  const names = piecesOf(code, language).map(([name]) => name);
  expect([...new Set(names)]).toHaveLength(1);
  expect(names.length).toBeGreaterThan(3);
});

test("code that is nested too deeply to continue keeps its text, without colors", async () => {
  await loadLanguage("bash");
  const code = codeOf("${", 20_000);
  expect(piecesOf(code, "bash")).toEqual([[undefined, code]]);
});

test("a word in upper case of SQL is a keyword in each slice", async () => {
  await loadLanguage("sql");
  const code = "SELECT a FROM b;\n".repeat(100);
  const keywords = piecesOf(code, "sql").filter(([name]) => name === "keyword");
  expect(keywords).toHaveLength(200);
});
