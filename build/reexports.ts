import { type Plugin, parseAst } from "vite";

/** An export of an entry: the chunk that has it, and its names there and here. */
interface Reexport {
  readonly source: string;
  readonly local: string;
  readonly exported: string;
}

/**
 * Lets the entries re-export each chunk through a file of its own in `exports/`, which declares the
 * names again.
 *
 * esbuild puts into the first load what the entry's exports refer to, used or not, unless nothing else
 * needs it. An entry that exports the chat would load the chat beside a closed popup, which imports the
 * chat lazily. A declaration in between is left out when the application does not import the name.
 */
export function lazyReexports(entries: readonly string[]): Plugin {
  return {
    name: "agui-kit:lazy-reexports",
    apply: "build",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const files = new Map<string, Map<string, Reexport>>();
        for (const fileName of entries) {
          const entry = bundle[fileName];
          if (entry?.type !== "chunk") throw new Error(`The build has no entry ${fileName}.`);
          const bySource = groupBySource(readReexports(entry.code));
          const lines = [...bySource].map(([source, reexports]) => {
            const chunk = /^\.\/chunks\/(.+)\.js$/.exec(source)?.[1];
            if (chunk === undefined) return writeReexports(source, reexports);
            const file = files.get(chunk) ?? new Map<string, Reexport>();
            for (const reexport of reexports) file.set(reexport.exported, reexport);
            files.set(chunk, file);
            return writeReexports(`./exports/${chunk}.js`, reexports.map(withExportedName));
          });
          const [directive = ""] = /^"use client";\n/.exec(entry.code) ?? [];
          // Nothing of the source is left here to map to.
          delete bundle[`${fileName}.map`];
          entry.map = null;
          entry.code = directive + lines.join("");
        }
        // The modules of the entries only re-export, so their chunk is empty and nothing imports it now.
        for (const [fileName, file] of Object.entries(bundle)) {
          if (file.type === "chunk" && !file.isEntry && isEmpty(file.code)) delete bundle[fileName];
        }
        for (const [chunk, reexports] of files) {
          const target = bundle[`chunks/${chunk}.js`];
          const isClient = target?.type === "chunk" && target.code.startsWith('"use client";');
          this.emitFile({
            type: "asset",
            fileName: `exports/${chunk}.js`,
            source:
              (isClient ? '"use client";\n' : "") +
              writeAliases(`../chunks/${chunk}.js`, [...reexports.values()]),
          });
        }
      },
    },
  };
}

/** Reads a module of imports and one export list. Throws when the module has other statements. */
function readReexports(code: string): Reexport[] {
  const imports = new Map<string, { source: string; local: string }>();
  const reexports: Reexport[] = [];
  for (const statement of parseAst(code).body) {
    if (statement.type === "ExpressionStatement" && "directive" in statement) continue;
    if (statement.type === "ImportDeclaration") {
      for (const specifier of statement.specifiers) {
        if (specifier.type !== "ImportSpecifier") throw unexpected(specifier.type);
        const source = statement.source.value;
        imports.set(specifier.local.name, { source, local: nameOf(specifier.imported) });
      }
    } else if (statement.type === "ExportNamedDeclaration" && !statement.declaration) {
      for (const { local, exported } of statement.specifiers) {
        const imported = statement.source
          ? { source: statement.source.value, local: nameOf(local) }
          : imports.get(nameOf(local));
        if (!imported) throw unexpected(nameOf(local));
        reexports.push({ ...imported, exported: nameOf(exported) });
      }
    } else {
      throw unexpected(statement.type);
    }
  }
  return reexports;
}

/** Returns whether a module has no statement but its directive. */
function isEmpty(code: string): boolean {
  return parseAst(code).body.every(
    (statement) => statement.type === "ExpressionStatement" && "directive" in statement,
  );
}

function groupBySource(reexports: readonly Reexport[]): ReadonlyMap<string, Reexport[]> {
  const groups = new Map<string, Reexport[]>();
  for (const reexport of reexports) {
    groups.set(reexport.source, [...(groups.get(reexport.source) ?? []), reexport]);
  }
  return groups;
}

function unexpected(what: string): Error {
  return new Error(
    `An entry may only re-export, but it has: ${what}. Name its chunk in vite.config.ts.`,
  );
}

function nameOf(name: { type: string; name?: string; value?: unknown }): string {
  return name.name ?? String(name.value);
}

function withExportedName(reexport: Reexport): Reexport {
  return { ...reexport, local: reexport.exported };
}

function writeReexports(source: string, reexports: readonly Reexport[]): string {
  const names = reexports.map(({ local, exported }) =>
    local === exported ? local : `${local} as ${exported}`,
  );
  return `export { ${names.join(", ")} } from ${JSON.stringify(source)};\n`;
}

function writeAliases(source: string, reexports: readonly Reexport[]): string {
  const imported = reexports.map(({ local, exported }) => `${local} as ${exported}$1`);
  const declared = reexports.map(({ exported }) => `export const ${exported} = ${exported}$1;\n`);
  return `import { ${imported.join(", ")} } from ${JSON.stringify(source)};\n${declared.join("")}`;
}
