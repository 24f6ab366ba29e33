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

test("readImports names what each import uses", () => {
  const text = `
    import { a, b as c } from "./a.ts";
    import * as all from "./b.ts";
    export { type D } from "./c.ts";
    export * from "./d.ts";
    const e = () => import("./e.ts");
    type F = import("./f.ts").F<string>;
  `;
  expect(
    readImports("src/x.ts", text).map(({ target, names }) => [target, ...names].join(" ")),
  ).toEqual(["src/a.ts a b", "src/b.ts *", "src/c.ts D", "src/d.ts *", "src/e.ts *", "src/f.ts F"]);
});
