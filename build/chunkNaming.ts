import { basename, extname } from "node:path";
import type { Plugin } from "vite";
import { declaredModule } from "./declareExports.ts";

/** Modules that an application loads first when it uses a part of the kit: the part's files and their imports. */
export interface FirstLoad {
  readonly name: string;
  /** The part's files, from `src`. */
  readonly roots: readonly string[];
}

/** The part of the module graph that decides about chunks. */
interface Module {
  readonly importedIds: readonly string[];
  readonly dynamicallyImportedIds: readonly string[];
}

type Graph = ReadonlyMap<string, Module>;

/**
 * Names the chunk of every module by who loads it and by its layer, such as `thread-reducer`. A chunk
 * has no code of a first load with code of a lazy feature, nor the store with hooks and components: the
 * bundler of an application never splits a file.
 *
 * @param firstLoads - The smallest first. A module belongs to the first one that has it, else to the
 *   smallest lazy feature that imports it, else to the last one. An entry that another one re-exports has no
 *   layer, and belongs to the chunk of its first import.
 */
export function chunkNaming(firstLoads: readonly FirstLoad[]) {
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
      const setName = (id: string, owner: string): void => {
        const layer = layerOf(id);
        if (layer && !names.has(id)) names.set(id, `${owner}-${layer}`);
      };
      const nameLoad = ({ name, roots }: FirstLoad): void => {
        const ids = roots.map((root) => findModule(root, graph));
        for (const id of staticImports(ids, graph)) setName(id, name);
      };
      firstLoads.slice(0, -1).forEach(nameLoad);
      for (const [id, [feature = "", ...others]] of lazyFeatures(graph)) {
        // The bundler puts the other modules of a feature into one chunk with it.
        if (others.length > 0 || exported.has(id)) setName(id, stem(feature));
      }
      firstLoads.slice(-1).forEach(nameLoad);
      // An entry that another one re-exports has no code of its own, and would be an empty chunk.
      for (const id of entries) {
        const [firstImport] = graph.get(id)?.importedIds ?? [];
        const isReexported = entries.some((other) => graph.get(other)?.importedIds.includes(id));
        const chunk = firstImport === undefined ? null : nameChunk(firstImport);
        if (isReexported && chunk) names.set(id, chunk);
      }
    },
  };
  function nameChunk(id: string): string | null {
    const declared = declaredModule(id);
    return declared ? `exports-${names.get(declared)}` : (names.get(id) ?? null);
  }
  return { plugin, name: nameChunk };
}

/**
 * Returns the features, by the module that `import()` names, that import each module statically. The
 * smallest feature comes first.
 */
function lazyFeatures(graph: Graph): ReadonlyMap<string, readonly string[]> {
  const roots = new Set([...graph.values()].flatMap((module) => module.dynamicallyImportedIds));
  const modules = [...roots].map((root) => [root, staticImports([root], graph)] as const);
  const features = new Map<string, string[]>();
  for (const [root, ids] of modules.sort(([, some], [, others]) => some.size - others.size)) {
    for (const id of ids) features.set(id, [...(features.get(id) ?? []), root]);
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

function findModule(root: string, graph: Graph): string {
  const found = [...graph.keys()].find((id) => id.endsWith(`/src/${root}`));
  if (found !== undefined) return found;
  throw new Error(`No module is named "${root}". Correct the first loads in vite.config.ts.`);
}

/** Returns the layer of a module, its folder in `src`. The entries have none. */
function layerOf(id: string): string | undefined {
  return /\/src\/([^/]+)\//.exec(id)?.[1];
}

function stem(id: string): string {
  return basename(id, extname(id));
}
