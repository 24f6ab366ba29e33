import { findCycle, findPath, type Import, readGraph, type Sources } from "./imports.ts";
import { impurities, type Outside } from "./impurities.ts";

/** Imports that a layer may have. Files of the layer itself need no mention, and types follow values. */
interface LayerRules {
  /** Layers and entries whose values and types may be imported. */
  readonly layers?: readonly string[];
  /** Layers of which only types may be imported. */
  readonly types?: readonly string[];
  /** Layers of which only names that `core.ts` exports may be imported. */
  readonly publicNames?: readonly string[];
  /** Internal files that the layer shares with the layer they belong to. */
  readonly sharedFiles?: readonly string[];
  /** Our files that only a dynamic or a type import may name. */
  readonly lazyFiles?: readonly string[];
  /** Packages as they are written in an import; `react/*` allows every subpath. */
  readonly packages?: readonly string[];
  /** Packages that only a dynamic or a type import may name. */
  readonly lazyPackages?: readonly string[];
  /** Globals that the layer may not use. */
  readonly forbidden?: readonly Outside[];
}

const pure: readonly Outside[] = ["clocks", "randomness", "network", "DOM", "I/O"];

const headlessLayers = ["protocol", "dialects", "transport", "reducer", "store", "selectors"];

/** The import table of `docs/architecture.md`: a layer is a folder of `src/`, an entry is a file in `src/`. */
const table: Readonly<Record<string, LayerRules>> = {
  protocol: { packages: ["@ag-ui/core"] },
  dialects: { layers: ["protocol"], forbidden: ["network", "DOM", "I/O"] },
  transport: {
    layers: ["protocol"],
    types: ["dialects"],
    // Development hint: names the dialect of a stream that is not AG-UI.
    lazyFiles: ["src/dialects/detectDialect.ts"],
    packages: ["eventsource-parser", "eventsource-parser/*"],
  },
  reducer: {
    layers: ["protocol"],
    packages: ["fast-json-patch", "fast-json-patch/*"],
    forbidden: pure,
  },
  store: {
    layers: ["protocol", "reducer"],
    packages: ["zustand/vanilla", "idb", "@cfworker/json-schema"],
    forbidden: ["network", "DOM"],
  },
  selectors: { layers: ["protocol", "reducer"], forbidden: pure },
  hooks: {
    layers: ["protocol", "reducer", "store", "selectors"],
    packages: ["react", "zustand", "zustand/*"],
    forbidden: ["network"],
  },
  components: {
    layers: ["protocol", "selectors", "hooks"],
    types: ["reducer", "store"],
    publicNames: ["reducer", "store"],
    // Forms validate as the store does, and drafts wait for a storage as long as the store does.
    sharedFiles: [
      "src/store/jsonSchema/validate.ts",
      "src/store/persistence/withStorageTimeout.ts",
    ],
    packages: ["react", "react/*", "react-dom", "marked", "highlight.js", "highlight.js/*"],
    forbidden: ["network"],
  },
  a2ui: {
    layers: ["protocol", "reducer", "store", "selectors", "hooks", "components"],
    packages: ["react", "@a2ui/web_core/*"],
    forbidden: ["network"],
  },
  styles: {},
  testing: { layers: ["protocol", "dialects", "reducer", "transport", "store"] },
  "core.ts": { layers: headlessLayers },
  "index.ts": { layers: [...headlessLayers, "hooks", "components", "core.ts"] },
  "dialects.ts": { layers: ["dialects"], types: ["protocol"] },
  "testing.ts": { layers: ["testing"] },
  "a2ui.ts": { layers: ["a2ui"] },
  // Runs in Node only: prints the report of `agui-kit/testing`.
  "cli.ts": {
    layers: ["testing"],
    packages: ["node:child_process", "node:events", "node:fs", "node:process", "node:util"],
    lazyPackages: ["@ag-ui/proto"],
  },
};

/** Returns the cells "may import" and "must not use" of each layer, as the table of `docs/architecture.md` has them. */
export function describeLayers(): Record<string, readonly [imports: string, globals: string]> {
  const layers = Object.entries(table).filter(([layer]) => !layer.endsWith(".ts"));
  return Object.fromEntries(
    layers.map(
      ([layer, { layers = [], types = [], publicNames = [], packages = [], forbidden = [] }]) => {
        const typesOnly = types.filter((other) => !publicNames.includes(other));
        const names = packages.map((name) => `\`${name.replace("/*", "")}\``);
        const parts = [
          ...layers,
          ...typesOnly.map((other) => `types of ${other}`),
          ...publicNames.map((other) => `public names of ${other}`),
          ...new Set(names),
        ];
        return [layer, [parts.join(", ") || "–", forbidden.join(", ") || "–"]];
      },
    ),
  );
}

/** Returns every violation of the import table, one sentence each. */
export function layerViolations(sources: Sources): string[] {
  const graph = readGraph(sources);
  const imports = [...graph.values()].flat();
  return [
    ...Object.keys(sources).flatMap(misplacedFile),
    ...imports.flatMap((edge) => forbiddenImport(edge, sources)),
    ...imports.flatMap(bundledLanguage),
    ...secondPatchOwner(imports),
    ...importCycle(sources),
    ...[...graph.keys()].filter(isHeadless).flatMap((path) => {
      const trail = findPath(graph, path, bringsReact);
      return trail === undefined ? [] : [`React below the hooks: ${trail.join(" → ")}.`];
    }),
    ...Object.entries(sources).flatMap(([path, text]) => forbiddenUses(path, text)),
  ];
}

/** Returns the first import cycle among the files as a sentence. */
export function importCycle(sources: Sources): string[] {
  const cycle = findCycle(readGraph(sources));
  return cycle === undefined ? [] : [`Import cycle: ${cycle.join(" → ")}.`];
}

/** Returns `store` for `src/store/run/x.ts`, and the entry `core.ts` for `src/core.ts`. */
function layerOf(path: string): string {
  return path.split("/")[1] ?? "";
}

function isHeadless(path: string): boolean {
  return path === "src/core.ts" || headlessLayers.includes(layerOf(path));
}

/** True for React and for the root of zustand, its React binding; `zustand/vanilla` is free of React. */
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

function forbiddenImport(edge: Import, sources: Sources): string[] {
  const { from, specifier, target, kind, names } = edge;
  const sentence = `${from} imports ${specifier}`;
  if (/\.css(\?|$)/.test(specifier)) return [`${sentence}: nothing imports CSS from TypeScript.`];
  const layer = layerOf(from);
  const allowed = table[layer] ?? {};
  if (target === undefined) return forbiddenPackage(edge, allowed);
  if (sources[target] === undefined) return [`${sentence}, which is not the full name of a file.`];
  const other = layerOf(target);
  if (other === layer || allowed.layers?.includes(other)) return [];
  if (allowed.sharedFiles?.includes(target)) return [];
  if (allowed.lazyFiles?.includes(target) && kind === "lazy") return [];
  if (allowed.types?.includes(other) && kind === "type") return [];
  if (allowed.publicNames?.includes(other)) {
    const exported = publicNames(sources);
    const internal = names.filter((name) => !exported.has(name));
    if (names.length > 0 && internal.length === 0) return [];
    return [`${sentence}: ${internal.join(", ")} of ${other} is not public.`];
  }
  return allowed.types?.includes(other)
    ? [`${sentence}: ${layer} may import types of ${other} only.`]
    : [`${sentence}: ${layer} may not import ${other}.`];
}

function forbiddenUses(path: string, text: string): string[] {
  const layer = layerOf(path);
  const { forbidden = [] } = table[layer] ?? {};
  return impurities(path, text, forbidden).map(
    (use) => `${path} uses ${use}: ${layer} may not use ${forbidden.join(", ")}.`,
  );
}

function forbiddenPackage(
  { from, specifier, kind }: Import,
  { packages = [], lazyPackages = [] }: LayerRules,
): string[] {
  const isNamed = (name: string) =>
    name === specifier || (name.endsWith("/*") && specifier.startsWith(name.slice(0, -1)));
  if (packages.some(isNamed)) return [];
  if (!lazyPackages.some(isNamed))
    return [`${from} imports ${specifier}: ${layerOf(from)} may not import that package.`];
  return kind === "static"
    ? [`${from} imports ${specifier}: ${layerOf(from)} may load it lazily only.`]
    : [];
}

/** Returns the names that `core.ts` exports by name. */
function publicNames(sources: Sources): ReadonlySet<string> {
  const core = readGraph({ "src/core.ts": sources["src/core.ts"] ?? "" }).get("src/core.ts") ?? [];
  return new Set(core.flatMap(({ names }) => names.filter((name) => name !== "*")));
}

/** A language is an entry of its own, so that only applications that use it load it. */
function bundledLanguage({ from, specifier, target }: Import): string[] {
  const code = languageOf(target ?? "");
  if (code === undefined || languageOf(from) === code) return [];
  return [`${from} imports ${specifier}: only an application chooses its language.`];
}

function languageOf(path: string): string | undefined {
  return /^src\/components\/strings\/(\w\w)(?:\.ts$|\/)/.exec(path)?.[1];
}

function secondPatchOwner(imports: readonly Import[]): string[] {
  const users = imports.filter(({ specifier }) => specifier.startsWith("fast-json-patch"));
  if (users.length < 2) return [];
  return [`One file owns fast-json-patch, not ${users.map(({ from }) => from).join(", ")}.`];
}
