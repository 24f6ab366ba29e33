import { basename, extname } from "node:path";
import type { Plugin } from "vite";

/** A chunk for the modules that its roots import statically. */
export interface Layer {
  /** Name of the chunk for modules below React. Without a name, they go where the bundler puts them. */
  readonly headless?: string;
  /** Name of the chunk for modules that render. */
  readonly client?: string;
  /** Names of files without folder and extension, or folders with a slash after the name. */
  readonly roots: readonly string[];
  /** Another root: the layer has only what that root imports, too. */
  readonly within?: string;
}

/** Modules of different kinds share no chunk. A server component may load the store alone. */
export type ModuleKind = "store" | "hooks" | "components";

/** How {@link chunkNaming} divides the modules. */
export interface ChunkNamingOptions {
  /** The first loads, the smallest first. A module belongs to the first layer that has it. */
  readonly firstLoads: readonly Layer[];
  /** The layers of what no first load and no lazy feature has. */
  readonly rest: readonly Layer[];
  readonly kindOf: (id: string) => ModuleKind;
}

/** The part of the module graph that decides about chunks. */
interface Module {
  readonly importedIds: readonly string[];
  readonly dynamicallyImportedIds: readonly string[];
}

type Graph = ReadonlyMap<string, Module>;

/**
 * Names the chunk of every module. The bundler of an application never splits a file, so a file must
 * not mix code of a first load with code of a lazy feature, nor hooks with components.
 *
 * A module belongs to the first layer that has it, else to the chunk that several lazy features share.
 * The modules of one feature that an entry exports, too, have a chunk of their own. Modules without a
 * name go where the bundler puts them: into their only feature, or into the entry.
 */
export function chunkNaming({ firstLoads, rest, kindOf }: ChunkNamingOptions) {
  const names = new Map<string, string>();
  const plugin: Plugin = {
    name: "agui-kit:chunk-naming",
    apply: "build",
    buildEnd(error) {
      if (error) return;
      const graph = new Map<string, Module>();
      const entries: string[] = [];
      for (const id of this.getModuleIds()) {
        const info = this.getModuleInfo(id);
        if (info) graph.set(id, info);
        if (info?.isEntry) entries.push(id);
      }
      const exported = staticImports(entries, graph);
      const nameLayer = (layer: Layer): void => {
        for (const id of modulesOf(layer, graph, exported)) {
          const name = kindOf(id) === "store" ? layer.headless : layer.client;
          if (name !== undefined && !names.has(id)) names.set(id, name);
        }
      };
      firstLoads.forEach(nameLayer);
      for (const [id, [feature = "", ...others]] of lazyFeatures(graph)) {
        if (names.has(id)) continue;
        if (others.length > 0) names.set(id, `shared-${kindOf(id)}`);
        else if (exported.has(id)) names.set(id, `${stem(feature)}-${kindOf(id)}`);
      }
      rest.forEach(nameLayer);
    },
  };
  return { plugin, name: (id: string): string | null => names.get(id) ?? null };
}

/** Returns the modules of a layer that entries import statically. */
function modulesOf(
  { roots, within }: Layer,
  graph: Graph,
  exported: ReadonlySet<string>,
): readonly string[] {
  const importsOf = (names: readonly string[]): ReadonlySet<string> =>
    staticImports(
      names.flatMap((name) => findModules(name, graph)).filter((id) => exported.has(id)),
      graph,
    );
  const reached = importsOf(roots);
  const bounds = within === undefined ? reached : importsOf([within]);
  return [...reached].filter((id) => bounds.has(id));
}

/** Returns the features, by the module that `import()` names, that import each module statically. */
function lazyFeatures(graph: Graph): ReadonlyMap<string, readonly string[]> {
  const roots = new Set([...graph.values()].flatMap((module) => module.dynamicallyImportedIds));
  const features = new Map<string, string[]>();
  for (const root of roots) {
    for (const id of staticImports([root], graph)) {
      features.set(id, [...(features.get(id) ?? []), root]);
    }
  }
  return features;
}

/** Returns modules with everything that they import statically, without external modules. */
function staticImports(roots: readonly string[], graph: Graph): ReadonlySet<string> {
  const reached = new Set(roots.filter((id) => graph.has(id)));
  for (const id of reached) {
    for (const imported of graph.get(id)?.importedIds ?? []) {
      if (graph.has(imported)) reached.add(imported);
    }
  }
  return reached;
}

function findModules(root: string, graph: Graph): readonly string[] {
  const ids = [...graph.keys()];
  const found = root.endsWith("/")
    ? ids.filter((id) => id.includes(`/src/${root}`))
    : ids.filter((id) => stem(id) === root);
  if (found.length === 1 || (found.length > 0 && root.endsWith("/"))) return found;
  const count = found.length === 0 ? "No module is" : "Several modules are";
  throw new Error(`${count} named "${root}". Correct the layers in vite.config.ts.`);
}

function stem(id: string): string {
  return basename(id, extname(id));
}
