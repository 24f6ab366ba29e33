import type { Plugin } from "vite";

const QUERY = "?declare=";

/**
 * Makes the entries declare the values that they export, instead of re-exporting them.
 *
 * esbuild loads with an entry what its re-exports refer to, used or not, when another chunk loads it
 * lazily: `export { Chat } from "./Chat.tsx"` loads the chat beside a closed popup. A declaration
 * `export const Chat = Chat$` in a module in between is left out unless it is used. Without this plugin,
 * esbuild loads 219 kB for a closed popup instead of 92 kB, and 106 kB for `createThread` instead of
 * 82 kB. Other bundlers load the same with and without it.
 */
export function declareExports(isEntry: (id: string) => boolean): Plugin {
  return {
    name: "agui-kit:declare-exports",
    apply: "build",
    transform(code, id) {
      if (!isEntry(id)) return;
      const declared = code.replace(
        /^export \{([^}]+)\} from "(.+)";$/gm,
        (_, names: string, path: string) => {
          const list = names.split(",").map((name) => name.trim());
          return `export { ${list.join(", ")} } from "${path}${QUERY}${list.join(",")}";`;
        },
      );
      // Without this, a changed spelling would only show in the sizes.
      if (declared === code)
        this.error(
          `${id} has no re-export to declare, so esbuild would load all that it exports. Write ` +
            '`export { a, b } from "./file.ts";`, or adapt the pattern in build/declareExports.ts.',
        );
      return declared;
    },
    async resolveId(source, importer) {
      const [path = "", names] = source.split(QUERY);
      const resolved = names && (await this.resolve(path, importer));
      return resolved ? `${resolved.id}${QUERY}${names}` : null;
    },
    load(id) {
      const [path = "", names] = id.split(QUERY);
      return names
        ?.split(",")
        .map((name) => declaration(name, path))
        .join("\n");
    },
  };
}

function declaration(name: string, path: string): string {
  return `import { ${name} as ${name}$ } from ${JSON.stringify(path)};
export const ${name} = ${name}$;`;
}

/** Returns the module whose exports a module declares again; undefined for every other module. */
export function declaredModule(id: string): string | undefined {
  const [path, names] = id.split(QUERY);
  return names === undefined ? undefined : path;
}
