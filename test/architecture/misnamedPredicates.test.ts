// @vitest-environment node
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { misnamedPredicates } from "./misnamedPredicates.ts";

test("a name that begins with `is` or `has` is a boolean, or returns one", () => {
  const names = readdirSync("src", { recursive: true, encoding: "utf8" });
  const paths = names
    .map((name) => `src/${name.replaceAll("\\", "/")}`)
    .filter((path) => /\.tsx?$/.test(path));
  const sources = Object.fromEntries(paths.map((path) => [path, readFileSync(path, "utf8")]));
  expect(paths).toContain("src/core.ts");
  expect(misnamedPredicates(sources)).toEqual([]);
});

test("misnamedPredicates reports values and functions that are no booleans", () => {
  const sources = {
    "src/a.ts": "export const isSeen = new Set<number>(); export const isWord = /a/;",
    "src/b.ts": `import { isSeen } from "./a.ts";
      export const isKnown = (id: number) => isSeen.has(id);
      export const isUsed = isSeen;
      interface Options { readonly isOpen?: boolean; readonly hasName?: string; isText(value: unknown): value is string }
      function canStart(options: Options) { return options.hasName; }`,
  };
  expect(misnamedPredicates(sources)).toEqual([
    "src/a.ts: isSeen is no boolean: Set<number>",
    "src/a.ts: isWord is no boolean: RegExp",
    "src/b.ts: isUsed is no boolean: Set<number>",
    "src/b.ts: hasName is no boolean: string",
    "src/b.ts: canStart is no boolean: string | undefined",
  ]);
});
