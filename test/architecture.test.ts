// @vitest-environment node
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  lazyBoundaries,
  repeatedExports,
  sizeViolations,
  unusedExports,
} from "./architecture/folders.ts";
import { readImports, type Sources } from "./architecture/imports.ts";
import { describeLayers, importCycle, layerViolations } from "./architecture/layers.ts";

/** Whole features that are loaded lazily; every other import is static. */
const lazyFeatures = [
  "src/components/chat/Chat.tsx",
  "src/components/composer/attachments/AttachmentBar.tsx",
  "src/components/composer/completions/CompletionMenu.tsx",
  "src/components/composer/dictation/DictationButton.tsx",
  "src/components/markdown/code/highlightCode.ts",
  "src/components/markdown/extras.ts",
  "src/components/schemaForm/SchemaFormView.tsx",
  "src/dialects/detectDialect.ts",
  "src/store/history/historyFeature.ts",
  "src/store/jsonSchema/validator.ts",
  "src/store/persistence/persistThread.ts",
  "src/store/reconnect/reconnectFeature.ts",
];

function sourcesIn(folder: string): Sources {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((path) => `${folder}/${path.replaceAll("\\", "/")}`)
    .filter((path) => /\.tsx?$/.test(path));
  return Object.fromEntries(paths.map((path) => [path, readFileSync(path, "utf8")]));
}

const src = sourcesIn("src");

/** Folders with files that use the sources; a folder with a `package.json` has its own dependencies. */
const users = [
  ...["stories", "demo"],
  ...readdirSync("test")
    .filter((name) => !name.includes(".") && !existsSync(`test/${name}/package.json`))
    .map((name) => `test/${name}`),
];

test("the sources follow the import table", () => {
  expect(Object.keys(src)).toContain("src/core.ts");
  expect(layerViolations(src)).toEqual([]);
});

test("the sources have at most 25 files a folder and 300 lines a file", () => {
  expect(sizeViolations(src)).toEqual([]);
});

test("every exported name is declared in one file", () => {
  expect(repeatedExports(src)).toEqual([]);
});

test("every export is used in another file", () => {
  expect(unusedExports(src, Object.assign({}, ...users.map(sourcesIn)))).toEqual([]);
});

test("docs/architecture.md has the same import table", () => {
  const rows = readFileSync("docs/architecture.md", "utf8").matchAll(
    /^\| (\w+) \| (.+?) \| .+ \|$/gm,
  );
  const cells = Object.fromEntries([...rows].map(([, layer, cell]) => [layer, cell]));
  expect(cells).toMatchObject(describeLayers());
});

test("only whole features are loaded lazily, each at one boundary", () => {
  const boundaries = lazyBoundaries(src);
  expect(lazyFeatures.length).toBeLessThanOrEqual(12);
  expect(Object.keys(boundaries).sort()).toEqual(lazyFeatures);
  const repeated = Object.entries(boundaries).filter(([, loaders]) => loaders.length > 1);
  expect(repeated).toEqual([]);
});

test("the demo has no import cycle", () => {
  expect(importCycle(sourcesIn("demo"))).toEqual([]);
});

describe("the check reports", () => {
  const agent = { "src/protocol/agent.ts": "export interface Agent {}" };

  test.each<[fault: string, sources: Sources, sentence: RegExp]>([
    [
      "an import of a higher layer",
      {
        "src/reducer/reduce.ts": 'import { createThread } from "../store/thread/createThread.ts";',
        "src/store/thread/createThread.ts": "export const createThread = 1;",
      },
      /reducer may not import store/,
    ],
    [
      "a type import of a higher layer",
      {
        "src/protocol/agent.ts":
          'export type A = import("../store/thread/threadOptions.ts").Thread;',
        "src/store/thread/threadOptions.ts": "export interface Thread {}",
      },
      /protocol may not import store/,
    ],
    [
      "a re-export of a higher layer",
      {
        "src/transport/http.ts": 'export * from "../store/thread/threadOptions.ts";',
        "src/store/thread/threadOptions.ts": "export interface Thread {}",
      },
      /transport may not import store/,
    ],
    [
      "a dynamic import of a higher layer",
      {
        "src/hooks/providers/useThread.ts":
          'const lazy = () => import("../../components/chat/Chat.tsx");',
        "src/components/chat/Chat.tsx": "export const Chat = 1;",
      },
      /hooks may not import components/,
    ],
    [
      "a value import where only types are allowed",
      {
        "src/transport/http.ts": 'import { tanstack } from "../dialects/tanstack.ts";',
        "src/dialects/tanstack.ts": "export const tanstack = 1;",
      },
      /transport may import types of dialects only/,
    ],
    [
      "a component that imports an internal name of the store",
      {
        "src/core.ts": 'export { createThread } from "./store/createThread.ts";',
        "src/components/Chat.tsx":
          'import { createThread, commit } from "../store/createThread.ts";',
        "src/store/createThread.ts": "export const createThread = 1; export const commit = 1;",
      },
      /imports ..\/store\/createThread.ts: commit of store is not public/,
    ],
    [
      "a static import of a file that may only be loaded lazily",
      {
        "src/transport/hear.ts": 'import { detectDialect } from "../dialects/detectDialect.ts";',
        "src/dialects/detectDialect.ts": "export const detectDialect = 1;",
      },
      /transport may import types of dialects only/,
    ],
    [
      "a package of another layer",
      { "src/store/patch.ts": 'import patch from "fast-json-patch/module/core.mjs";' },
      /store may not import that package/,
    ],
    [
      "a static import of a package that may only be loaded lazily",
      { "src/cli.ts": 'import { decode } from "@ag-ui/proto";' },
      /cli\.ts may load it lazily only/,
    ],
    [
      "a second owner of JSON Patch",
      {
        "src/reducer/json/jsonPatch.ts": 'import patch from "fast-json-patch/module/core.mjs";',
        "src/reducer/state.ts": 'import patch from "fast-json-patch/module/core.mjs";',
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
      "React below the hooks, several files away",
      {
        "src/core.ts": 'export { a } from "./store/a.ts";',
        "src/store/a.ts": 'export { b } from "./b.ts";',
        "src/store/b.ts": 'export { useStore } from "zustand";',
      },
      /React below the hooks: src\/core\.ts → src\/store\/a\.ts → src\/store\/b\.ts → zustand/,
    ],
    [
      "a type import of React below the hooks",
      { "src/store/a.ts": 'import type { ReactNode } from "react";' },
      /React below the hooks: src\/store\/a\.ts → react/,
    ],
    ["a clock in the reducer", { "src/reducer/a.ts": "const at = Date.now();" }, /uses Date\.now/],
    ["a new date in the reducer", { "src/reducer/a.ts": "const at = new Date();" }, /new Date\(\)/],
    [
      "a random number in the reducer",
      { "src/reducer/a.ts": "const id = Math.random();" },
      /Math\.random/,
    ],
    ["I/O in the reducer", { "src/reducer/a.ts": 'void fetch("/");' }, /uses fetch/],
    [
      "I/O in the reducer by a longer name",
      { "src/reducer/a.ts": "const id = globalThis.crypto.randomUUID();" },
      /uses crypto/,
    ],
    [
      "I/O in the reducer passed on",
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
      "a language in every bundle",
      {
        "src/components/chat/Chat.tsx": 'import { germanStrings } from "../strings/de.ts";',
        "src/components/strings/de.ts": "export const germanStrings = {};",
      },
      /only an application chooses its language/,
    ],
    [
      "a language that imports another language",
      {
        "src/components/strings/de/chat.ts": 'import { number } from "../ja/number.ts";',
        "src/components/strings/ja/number.ts": "export const number = String;",
      },
      /only an application chooses its language/,
    ],
    ["an inner barrel", { "src/store/index.ts": "export {};" }, /inner barrel/],
    ["a folder that is no layer", { "src/utils/a.ts": "export {};" }, /in no layer/],
    [
      "an import without its extension",
      { ...agent, "src/store/a.ts": 'import type { Agent } from "../protocol/agent";' },
      /not the full name of a file/,
    ],
  ])("%s", (_fault, sources, sentence) => {
    expect(layerViolations(sources)).toContainEqual(expect.stringMatching(sentence));
  });

  test("nothing for sources that follow the table", () => {
    expect(
      layerViolations({
        ...agent,
        "src/dialects/other.ts": 'import type { Agent } from "../protocol/agent.ts";',
        "src/dialects/detectDialect.ts": "export const detectDialect = 1;",
        "src/transport/http.ts": [
          'import { createParser } from "eventsource-parser";',
          'import type { Dialect } from "../dialects/other.ts";',
          'const hint = () => import("../dialects/detectDialect.ts");',
        ].join("\n"),
        "src/reducer/reduce.ts": [
          'import patch from "fast-json-patch/module/core.mjs";',
          "const when = (at: number) => new Date(at);",
          "const member = (run: { process: number }) => run.process;",
          "const local = (document: object) => ({ document, fetch: document });",
        ].join("\n"),
        "src/store/createThread.ts": [
          'import { createStore } from "zustand/vanilla";',
          'import { reduce } from "../reducer/reduce.ts";',
        ].join("\n"),
        "src/hooks/useThread.ts": [
          'import { useStore } from "zustand";',
          'import { createThread } from "../store/createThread.ts";',
        ].join("\n"),
        "src/components/Chat.tsx": [
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
