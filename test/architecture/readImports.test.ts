// @vitest-environment node
import { expect, test } from "vitest";
import { readImports } from "./imports.ts";

test("readImports reads every form of import", () => {
  const text = `
    import "a";
    import b from "b";
    import type { C } from "c";
    import { type D } from "d";
    export { e } from "e";
    export type { F } from "f";
    export * as g from "g";
    const h = () => import("h");
    type I = typeof import("i");
    import j = require("j");
    // import "comment";
    const text = 'import "text"';
  `;
  expect(
    readImports("src/x.ts", text).map(({ specifier, kind }) => `${specifier} ${kind}`),
  ).toEqual([
    ...["a static", "b static", "c type", "d static", "e static", "f type", "g static"],
    ...["h lazy", "i type", "j static"],
  ]);
  expect(() => readImports("src/x.ts", "import(name)")).toThrow("hides what it loads");
});
