// @vitest-environment node
import { expect, test } from "vitest";
import { unusedExports } from "./folders.ts";

const sources = {
  "src/a.ts": "export const used = 1; export const tested = 2; export const alone = 3;",
  "src/b.ts": 'import { used } from "./a.ts"; // alone\nexport const alone = used;',
  "src/c.ts": 'export const all = 1;\nexport const lazy = () => import("./d.ts");',
  "src/d.ts": 'import * as c from "./c.ts";\nexport const d = c;',
};

test("unusedExports reports exports that no file imports, whatever its comments and names", () => {
  const users = { "test/a.test.ts": 'import { tested } from "../src/a.ts"; // alone' };
  expect(unusedExports(sources, users)).toEqual([
    "src/a.ts alone uses alone: remove its `export`.",
    "src/b.ts alone uses alone: remove its `export`.",
  ]);
});
