// @vitest-environment node
import { describe, expect, test } from "vitest";
import type { Sources } from "./imports.ts";
import { layerViolations } from "./layers.ts";

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
    ["a request in the reducer", { "src/reducer/a.ts": 'void fetch("/");' }, /uses fetch/],
    ["a request in a component", { "src/components/a.ts": 'void fetch("/");' }, /uses fetch/],
    ["the DOM in the store", { "src/store/a.ts": "document.title;" }, /store may not use .*DOM/],
    ["storage in a dialect", { "src/dialects/a.ts": "localStorage;" }, /uses localStorage/],
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
  ])("the check reports %s", (_fault, sources, sentence) => {
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
