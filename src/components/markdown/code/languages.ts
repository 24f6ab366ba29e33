import type { LanguageFn } from "highlight.js";

interface Language {
  /** Loads the grammar. Each is a chunk of about 1 to 4 kB, except for those of the web, which share one. */
  load: () => Promise<{ default: LanguageFn }>;
  /** Other names that models write after an opening fence. */
  aliases?: readonly string[];
  /** Names of languages that code of this language may contain. */
  inside?: readonly string[];
  /** Words that the grammar does not know as keywords, separated by spaces. */
  keywords?: string;
}

type WebLanguage = keyof typeof import("./webLanguages.ts");

const loadWebLanguage = (name: WebLanguage) => async () => ({
  default: (await import("./webLanguages.ts"))[name],
});

/** The languages that are highlighted, by the name that `highlight.js` has for them. */
export const LANGUAGES: ReadonlyMap<string, Language> = new Map<string, Language>([
  ["bash", { load: () => import("highlight.js/lib/languages/bash"), aliases: ["sh", "zsh"] }],
  ["c", { load: () => import("highlight.js/lib/languages/c"), aliases: ["h"] }],
  [
    "clojure",
    { load: () => import("highlight.js/lib/languages/clojure"), aliases: ["clj", "cljs", "edn"] },
  ],
  ["cmake", { load: () => import("highlight.js/lib/languages/cmake") }],
  [
    "cpp",
    { load: () => import("highlight.js/lib/languages/cpp"), aliases: ["c++", "cc", "cxx", "hpp"] },
  ],
  [
    "csharp",
    { load: () => import("highlight.js/lib/languages/csharp"), aliases: ["c#", "cs", "dotnet"] },
  ],
  ["css", { load: loadWebLanguage("css") }],
  ["dart", { load: () => import("highlight.js/lib/languages/dart") }],
  [
    "dockerfile",
    {
      load: () => import("highlight.js/lib/languages/dockerfile"),
      aliases: ["docker"],
      inside: ["bash"],
    },
  ],
  [
    "dos",
    { load: () => import("highlight.js/lib/languages/dos"), aliases: ["bat", "batch", "cmd"] },
  ],
  ["elixir", { load: () => import("highlight.js/lib/languages/elixir"), aliases: ["ex", "exs"] }],
  ["elm", { load: () => import("highlight.js/lib/languages/elm") }],
  ["erlang", { load: () => import("highlight.js/lib/languages/erlang"), aliases: ["erl"] }],
  ["fortran", { load: () => import("highlight.js/lib/languages/fortran"), aliases: ["f90"] }],
  ["fsharp", { load: () => import("highlight.js/lib/languages/fsharp"), aliases: ["fs", "f#"] }],
  ["glsl", { load: () => import("highlight.js/lib/languages/glsl") }],
  ["go", { load: () => import("highlight.js/lib/languages/go"), aliases: ["golang"] }],
  ["graphql", { load: () => import("highlight.js/lib/languages/graphql"), aliases: ["gql"] }],
  ["groovy", { load: () => import("highlight.js/lib/languages/groovy"), aliases: ["gradle"] }],
  ["haskell", { load: () => import("highlight.js/lib/languages/haskell"), aliases: ["hs"] }],
  ["http", { load: () => import("highlight.js/lib/languages/http") }],
  ["ini", { load: () => import("highlight.js/lib/languages/ini"), aliases: ["toml"] }],
  ["java", { load: () => import("highlight.js/lib/languages/java") }],
  [
    "javascript",
    {
      load: loadWebLanguage("javascript"),
      aliases: ["js", "jsx", "javascriptreact", "mjs", "cjs", "node"],
      inside: ["xml"],
    },
  ],
  [
    "json",
    { load: () => import("highlight.js/lib/languages/json"), aliases: ["jsonc", "json5", "jsonl"] },
  ],
  ["julia", { load: () => import("highlight.js/lib/languages/julia"), aliases: ["jl"] }],
  ["kotlin", { load: () => import("highlight.js/lib/languages/kotlin"), aliases: ["kt", "kts"] }],
  ["latex", { load: () => import("highlight.js/lib/languages/latex"), aliases: ["tex"] }],
  ["less", { load: () => import("highlight.js/lib/languages/less") }],
  ["lisp", { load: () => import("highlight.js/lib/languages/lisp"), aliases: ["el", "elisp"] }],
  ["lua", { load: () => import("highlight.js/lib/languages/lua") }],
  [
    "makefile",
    { load: () => import("highlight.js/lib/languages/makefile"), aliases: ["make", "mk"] },
  ],
  [
    "markdown",
    {
      load: () => import("highlight.js/lib/languages/markdown"),
      aliases: ["md", "mdx"],
      inside: ["xml"],
    },
  ],
  ["matlab", { load: () => import("highlight.js/lib/languages/matlab") }],
  ["nginx", { load: () => import("highlight.js/lib/languages/nginx") }],
  ["nim", { load: () => import("highlight.js/lib/languages/nim") }],
  ["nix", { load: () => import("highlight.js/lib/languages/nix") }],
  [
    "objectivec",
    {
      load: () => import("highlight.js/lib/languages/objectivec"),
      aliases: ["objc", "objective-c"],
    },
  ],
  ["ocaml", { load: () => import("highlight.js/lib/languages/ocaml"), aliases: ["ml"] }],
  ["perl", { load: () => import("highlight.js/lib/languages/perl"), aliases: ["pl"] }],
  ["php", { load: () => import("highlight.js/lib/languages/php"), inside: ["xml"] }],
  [
    "powershell",
    { load: () => import("highlight.js/lib/languages/powershell"), aliases: ["pwsh", "ps1"] },
  ],
  [
    "properties",
    { load: () => import("highlight.js/lib/languages/properties"), aliases: ["env", "dotenv"] },
  ],
  ["protobuf", { load: () => import("highlight.js/lib/languages/protobuf"), aliases: ["proto"] }],
  [
    "python",
    { load: () => import("highlight.js/lib/languages/python"), aliases: ["py", "python3"] },
  ],
  ["r", { load: () => import("highlight.js/lib/languages/r") }],
  ["ruby", { load: () => import("highlight.js/lib/languages/ruby"), aliases: ["rb"] }],
  ["rust", { load: () => import("highlight.js/lib/languages/rust"), aliases: ["rs"] }],
  ["scala", { load: () => import("highlight.js/lib/languages/scala") }],
  ["scheme", { load: () => import("highlight.js/lib/languages/scheme"), aliases: ["scm"] }],
  ["scss", { load: () => import("highlight.js/lib/languages/scss") }],
  [
    "shell",
    {
      load: () => import("highlight.js/lib/languages/shell"),
      aliases: ["console"],
      inside: ["bash"],
    },
  ],
  [
    "sql",
    {
      load: () => import("highlight.js/lib/languages/sql"),
      aliases: ["postgresql"],
      // The grammar is that of the standard, and databases agree on these words as well.
      keywords: "ilike limit returning",
    },
  ],
  ["swift", { load: () => import("highlight.js/lib/languages/swift") }],
  [
    "typescript",
    {
      load: loadWebLanguage("typescript"),
      aliases: ["ts", "tsx", "typescriptreact", "mts", "cts"],
      inside: ["xml"],
    },
  ],
  ["vbnet", { load: () => import("highlight.js/lib/languages/vbnet"), aliases: ["vb"] }],
  ["verilog", { load: () => import("highlight.js/lib/languages/verilog"), aliases: ["sv"] }],
  ["vim", { load: () => import("highlight.js/lib/languages/vim"), aliases: ["viml"] }],
  ["wasm", { load: () => import("highlight.js/lib/languages/wasm"), aliases: ["wat"] }],
  ["x86asm", { load: () => import("highlight.js/lib/languages/x86asm"), aliases: ["asm", "nasm"] }],
  [
    "xml",
    {
      load: loadWebLanguage("xml"),
      aliases: ["html", "htm", "svg", "vue", "svelte"],
      inside: ["css", "javascript"],
    },
  ],
  ["yaml", { load: () => import("highlight.js/lib/languages/yaml"), aliases: ["yml"] }],
]);

const names = new Map(
  [...LANGUAGES].flatMap(([name, { aliases = [] }]) =>
    [name, ...aliases].map((alias) => [alias, name] as const),
  ),
);

/** Returns the name of a language as written after an opening fence; undefined for an unknown one. */
export function languageName(written: string): string | undefined {
  return names.get(written.toLowerCase());
}

/** Returns the names of a language and of the languages inside it, at any depth. */
export function languagesInside(name: string, languages = new Set<string>()): ReadonlySet<string> {
  if (languages.has(name)) return languages;
  languages.add(name);
  for (const inside of LANGUAGES.get(name)?.inside ?? []) languagesInside(inside, languages);
  return languages;
}

/** Most characters that a grammar gets at a time: its patterns may read them again from each of them. */
const SLICE = 500;
/** The same for a language with others inside, whose grammars start again in each slice. */
const LONG_SLICE = 2_000;

/** Returns the length of the slices in which code of a language is highlighted, and of its longest line. */
export function sliceLengthOf(name: string): number {
  return LANGUAGES.get(name)?.inside ? LONG_SLICE : SLICE;
}
