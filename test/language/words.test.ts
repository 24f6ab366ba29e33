// @vitest-environment node
import { describe, expect, test } from "vitest";
import { checkText } from "./checkText.mjs";
import { NAMES } from "./names.mjs";
import { PHRASES } from "./phrases.mjs";

/** Paths that between them every rule reads. */
const PATHS = ["src/a.ts", "src/store/tabs/a.ts", "src/components/a.ts"];

/** Returns the words to write for a text in the first of the paths that a rule reads. */
function wordsFor(text: string, paths: RegExp | undefined): string[] {
  const path = PATHS.find((path) => !paths || paths.test(path));
  if (!path) throw new Error(`No path of the test matches ${paths}.`);
  return checkText(path, text).map(({ text }) => text.split(/ → |: "/)[1] ?? "");
}

describe.each(PHRASES)("the phrases for `$write`", ({ write, finds, accepts, paths }) => {
  test.each(finds)("are found in “%s”", (sentence) => {
    expect(wordsFor(`/* Example. ${sentence} */`, paths)).toContain(write);
  });

  test.each(accepts)("are not found in “%s”", (sentence) => {
    expect(wordsFor(`/* Example. ${sentence} */`, paths)).toEqual([]);
  });
});

describe.each(NAMES)("the names for `$write`", ({ write, finds, accepts, paths, kinds }) => {
  const declare = (name: string) =>
    kinds?.includes("type") ? `interface ${name} {}` : `interface Example { ${name}: string }`;

  test.each(finds)("are found in `%s`", (name) => {
    expect(wordsFor(declare(name), paths)).toContain(write);
  });

  test.each(accepts)("are not found in `%s`", (name) => {
    expect(wordsFor(declare(name), paths)).toEqual([]);
  });
});

test("the rules have examples of both kinds", () => {
  for (const { write, finds, accepts } of [...PHRASES, ...NAMES]) {
    expect(finds, write).not.toEqual([]);
    expect(accepts, write).not.toEqual([]);
  }
});
