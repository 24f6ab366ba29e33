import { findCycle, findPath, type Import, readGraph, type Sources } from "./imports.ts";
import { impurities } from "./impurities.ts";

/** What a layer may import. Its own files and what `import type` may reach need no mention twice. */
interface Arrows {
  /** Our layers and entries, for values and types. */
  layers?: readonly string[];
  /** Our layers of which only the types may be known. */
  types?: readonly string[];
  /** Our files that only a dynamic import (or a type) may name. */
  lazyFiles?: readonly string[];
  /** Packages by what stands between the quotes; `react/*` allows every subpath. */
  packages?: readonly string[];
  /** Packages that only a dynamic import (or a type) may name. */
  lazy?: readonly string[];
}

const headlessLayers = ["protocol", "dialects", "transport", "reducer", "store"];

/** The table of the architecture page: a layer is a folder of `src/`, an entry is a file in it. */
const table: Readonly<Record<string, Arrows>> = {
  protocol: { packages: ["@ag-ui/core"] },
  dialects: { layers: ["protocol"] },
  transport: {
    layers: ["protocol"],
    types: ["dialects"],
    // In development, to name the dialect that a stream is in.
    lazyFiles: ["src/dialects/detectDialect.ts"],
    packages: ["eventsource-parser", "eventsource-parser/*"],
    lazy: ["@ag-ui/proto"],
  },
  reducer: { layers: ["protocol"], packages: ["fast-json-patch"] },
  store: {
    layers: ["protocol", "reducer"],
    packages: ["zustand/vanilla"],
    // Predictions of the visible state, checks of arguments and answers, a database: few need them.
    lazy: ["partial-json", "@cfworker/json-schema", "idb"],
  },
  hooks: { layers: ["protocol", "store"], packages: ["react", "zustand", "zustand/*"] },
  components: {
    layers: ["hooks"],
    types: ["protocol"],
    packages: ["react", "react/*", "react-dom", "marked", "sugar-high/*"],
  },
  styles: {},
  testing: { layers: ["protocol", "dialects", "reducer", "transport", "store"] },
  devtools: { layers: ["hooks"], types: ["protocol", "store"], packages: ["react", "react-dom"] },
  "core.ts": { layers: headlessLayers },
  "index.ts": { layers: [...headlessLayers, "hooks", "components", "core.ts"] },
  "dialects.ts": { layers: ["dialects"], types: ["protocol"] },
  "testing.ts": { layers: ["testing"] },
  // Node alone runs it: it prints what `agui-kit/testing` finds out.
  "cli.ts": {
    layers: ["testing"],
    packages: ["node:child_process", "node:events", "node:fs", "node:process", "node:util"],
  },
};

/** Every way in which these sources leave the architecture, one sentence each. */
export function violations(sources: Sources): string[] {
  const graph = readGraph(sources);
  const imports = [...graph.values()].flat();
  const cycle = findCycle(graph);
  return [
    ...Object.keys(sources).flatMap(misplacedFile),
    ...imports.flatMap((edge) => forbiddenArrow(edge, sources)),
    ...imports.flatMap(bundledLanguage),
    ...repeatedPatchImport(imports),
    ...(cycle === undefined ? [] : [`Import cycle: ${cycle.join(" → ")}.`]),
    ...[...graph.keys()].filter(isHeadless).flatMap((path) => {
      const trail = findPath(graph, path, bringsReact);
      return trail === undefined ? [] : [`React below the line: ${trail.join(" → ")}.`];
    }),
    ...Object.entries(sources).flatMap(([path, text]) =>
      layerOf(path) === "reducer"
        ? impurities(path, text).map((use) => `${path} uses ${use}: the reducer is pure.`)
        : [],
    ),
  ];
}

/** `src/store/run/x.ts` is in `store`; `src/core.ts` is the entry `core.ts`. */
function layerOf(path: string): string {
  return path.split("/")[1] ?? "";
}

function isHeadless(path: string): boolean {
  return path === "src/core.ts" || headlessLayers.includes(layerOf(path));
}

/** The root of zustand is its React binding; only `zustand/vanilla` is free of it. */
function bringsReact(specifier: string): boolean {
  return (
    /^(react|react-dom)(\/|$)/.test(specifier) ||
    /^zustand(\/(react|shallow|traditional)|$)/.test(specifier)
  );
}

function misplacedFile(path: string): string[] {
  if (!Object.hasOwn(table, layerOf(path))) return [`${path} is in no layer of the table.`];
  if (/^src\/.+\/index\.tsx?$/.test(path)) return [`${path} is an inner barrel.`];
  return [];
}

function forbiddenArrow({ from, specifier, target, kind }: Import, sources: Sources): string[] {
  const arrow = `${from} imports ${specifier}`;
  if (/\.css(\?|$)/.test(specifier)) return [`${arrow}: nothing imports CSS from TypeScript.`];
  const layer = layerOf(from);
  const { layers = [], types = [], packages = [], lazy = [], lazyFiles = [] } = table[layer] ?? {};
  if (target !== undefined) {
    if (sources[target] === undefined) return [`${arrow}, which is not the full name of a file.`];
    const other = layerOf(target);
    if (other === layer || layers.includes(other)) return [];
    if (lazyFiles.includes(target) && kind === "lazy") return [];
    if (types.includes(other)) {
      return kind === "type" ? [] : [`${arrow}: ${layer} may know ${other} by import type only.`];
    }
    return [`${arrow}: ${layer} may not import ${other}.`];
  }
  const isNamed = (name: string) =>
    name === specifier || (name.endsWith("/*") && specifier.startsWith(name.slice(0, -1)));
  if (packages.some(isNamed)) return [];
  if (lazy.some(isNamed)) {
    return kind === "static" ? [`${arrow}: ${layer} may load it lazily only.`] : [];
  }
  return [`${arrow}: ${layer} may not import that package.`];
}

/** A language is an entry: whoever does not ask for it does not load it. */
function bundledLanguage({ from, specifier, target }: Import): string[] {
  const code = languageOf(target ?? "");
  if (code === undefined || languageOf(from) === code) return [];
  return [`${from} imports ${specifier}: only an application knows its language.`];
}

function languageOf(path: string): string | undefined {
  return /^src\/components\/strings\/(\w\w)(?:\.ts$|\/)/.exec(path)?.[1];
}

function repeatedPatchImport(imports: readonly Import[]): string[] {
  const users = imports.filter(({ specifier }) => specifier === "fast-json-patch");
  if (users.length < 2) return [];
  return [`One file owns fast-json-patch, not ${users.map(({ from }) => from).join(", ")}.`];
}
