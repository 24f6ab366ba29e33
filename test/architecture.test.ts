// @vitest-environment node
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { violations } from "./setup/architecture.ts";
import { readImports, type Sources } from "./setup/imports.ts";

test("the sources keep to the table of layers", () => {
  const paths = readdirSync("src", { recursive: true, encoding: "utf8" })
    .map((path) => `src/${path.replaceAll("\\", "/")}`)
    .filter((path) => /\.tsx?$/.test(path));
  expect(paths).toContain("src/core.ts");
  const sources = Object.fromEntries(paths.map((path) => [path, readFileSync(path, "utf8")]));
  expect(violations(sources)).toEqual([]);
});

describe("the check finds", () => {
  const agent = { "src/protocol/agent.ts": "export interface Agent {}" };

  test.each<[fault: string, sources: Sources, sentence: RegExp]>([
    [
      "an arrow that points up",
      {
        "src/reducer/reduce.ts": 'import { createThread } from "../store/createThread.ts";',
        "src/store/thread/createThread.ts": "export const createThread = 1;",
      },
      /reducer may not import store/,
    ],
    [
      "an arrow that points up in a type",
      {
        "src/protocol/agent.ts": 'export type A = import("../store/types.ts").Thread;',
        "src/store/thread/threadOptions.ts": "export interface Thread {}",
      },
      /protocol may not import store/,
    ],
    [
      "an arrow that points up in a re-export",
      {
        "src/transport/http.ts": 'export * from "../store/types.ts";',
        "src/store/thread/threadOptions.ts": "export interface Thread {}",
      },
      /transport may not import store/,
    ],
    [
      "an arrow that points up in a dynamic import",
      {
        "src/hooks/providers/useThread.ts": 'const lazy = () => import("../components/Chat.tsx");',
        "src/components/chat/Chat.tsx": "export const Chat = 1;",
      },
      /hooks may not import components/,
    ],
    [
      "a value where only types may be known",
      { ...agent, "src/components/chat/Chat.tsx": 'import { Agent } from "../protocol/agent.ts";' },
      /components may know protocol by import type only/,
    ],
    [
      "a file that may be loaded late, and is not",
      {
        "src/transport/hear.ts": 'import { detectDialect } from "../dialects/detectDialect.ts";',
        "src/dialects/detectDialect.ts": "export const detectDialect = 1;",
      },
      /transport may know dialects by import type only/,
    ],
    [
      "a package of another layer",
      { "src/store/patch.ts": 'import patch from "fast-json-patch";' },
      /store may not import that package/,
    ],
    [
      "a peer that is not loaded lazily",
      { "src/transport/protobuf.ts": 'import { decode } from "@ag-ui/proto";' },
      /transport may load it lazily only/,
    ],
    [
      "a second owner of JSON Patch",
      {
        "src/reducer/json/jsonPatch.ts": 'import patch from "fast-json-patch";',
        "src/reducer/state.ts": 'import patch from "fast-json-patch";',
      },
      /One file owns fast-json-patch/,
    ],
    [
      "a cycle of types",
      {
        "src/store/a.ts": 'import type { B } from "./b.ts";',
        "src/store/b.ts": 'import type { C } from "./c.ts";',
        "src/store/c.ts": 'import type { A } from "./a.ts";',
      },
      /Import cycle: src\/store\/a\.ts → src\/store\/b\.ts → src\/store\/c\.ts → src\/store\/a\.ts/,
    ],
    [
      "a file that imports itself",
      { "src/store/a.ts": 'import type { A } from "./a.ts";' },
      /Import cycle: src\/store\/a\.ts → src\/store\/a\.ts/,
    ],
    [
      "React below the line, several files away",
      {
        "src/core.ts": 'export { a } from "./store/a.ts";',
        "src/store/a.ts": 'export { b } from "./b.ts";',
        "src/store/b.ts": 'export { useStore } from "zustand";',
      },
      /React below the line: src\/core\.ts → src\/store\/a\.ts → src\/store\/b\.ts → zustand/,
    ],
    [
      "React below the line in a type",
      { "src/store/a.ts": 'import type { ReactNode } from "react";' },
      /React below the line: src\/store\/a\.ts → react/,
    ],
    ["a clock in the reducer", { "src/reducer/a.ts": "const at = Date.now();" }, /uses Date\.now/],
    ["a new date in the reducer", { "src/reducer/a.ts": "const at = new Date();" }, /new Date\(\)/],
    ["chance in the reducer", { "src/reducer/a.ts": "const id = Math.random();" }, /Math\.random/],
    ["I/O in the reducer", { "src/reducer/a.ts": 'void fetch("/");' }, /uses fetch/],
    [
      "I/O in the reducer by a longer name",
      { "src/reducer/a.ts": "const id = globalThis.crypto.randomUUID();" },
      /uses crypto/,
    ],
    [
      "I/O in the reducer handed on",
      { "src/reducer/a.ts": "export const tools = { fetch };" },
      /uses fetch/,
    ],
    ["a timer in the reducer", { "src/reducer/a.ts": "const later = setTimeout;" }, /setTimeout/],
    [
      "CSS imported from TypeScript",
      { "src/components/chat/Chat.tsx": 'import "../styles/index.css";' },
      /nothing imports CSS/,
    ],
    [
      "a language in everybody's bundle",
      {
        "src/components/chat/Chat.tsx": 'import { germanStrings } from "./strings/de.ts";',
        "src/components/strings/de.ts": "export const germanStrings = {};",
      },
      /only an application knows its language/,
    ],
    [
      "a language that brings another one with it",
      {
        "src/components/strings/de/chat.ts": 'import { number } from "../ja/number.ts";',
        "src/components/strings/ja/number.ts": "export const number = String;",
      },
      /only an application knows its language/,
    ],
    ["an inner barrel", { "src/store/index.ts": "export {};" }, /inner barrel/],
    ["a folder that is no layer", { "src/utils/a.ts": "export {};" }, /in no layer/],
    [
      "an import without its extension",
      { ...agent, "src/store/a.ts": 'import type { Agent } from "../protocol/agent";' },
      /not the full name of a file/,
    ],
  ])("%s", (_fault, sources, sentence) => {
    expect(violations(sources)).toContainEqual(expect.stringMatching(sentence));
  });

  test("nothing in a house that keeps to the table", () => {
    expect(
      violations({
        ...agent,
        "src/dialects/other.ts": 'import type { Agent } from "../protocol/agent.ts";',
        "src/transport/http.ts": [
          'import { createParser } from "eventsource-parser";',
          'import type { Dialect } from "../dialects/other.ts";',
          'const proto = () => import("@ag-ui/proto");',
        ].join("\n"),
        "src/reducer/reduce.ts": [
          'import patch from "fast-json-patch";',
          "const when = (at: number) => new Date(at);",
          "const member = (run: { process: number }) => run.process;",
          "const local = (document: object) => ({ document, fetch: document });",
        ].join("\n"),
        "src/store/thread/createThread.ts": [
          'import { createStore } from "zustand/vanilla";',
          'import { reduce } from "../reducer/reduce.ts";',
        ].join("\n"),
        "src/hooks/providers/useThread.ts": [
          'import { useStore } from "zustand";',
          'import { createThread } from "../store/createThread.ts";',
        ].join("\n"),
        "src/components/chat/Chat.tsx": [
          'import { lazy } from "react";',
          'import { useThread } from "../hooks/useThread.ts";',
          'import type { Agent } from "../protocol/agent.ts";',
          'const Table = lazy(() => import("./Table.tsx"));',
        ].join("\n"),
        "src/components/Table.tsx": "export const Table = 1;",
        "src/core.ts": 'export { createThread } from "./store/createThread.ts";',
        "src/index.ts": 'export * from "./core.ts";\nexport * from "./components/Chat.tsx";',
      }),
    ).toEqual([]);
  });
});

test("every way to write an import is read", () => {
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
