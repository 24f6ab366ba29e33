import type { Plugin } from "vite";

/** Pattern of relative imports, and the query that marks a module. */
const RELATIVE_IMPORT = /(\bfrom ")(\.[^"]+)(?=")/g;
const QUERY = "?failing-imports";
const DYNAMIC_IMPORT = /(?<!typeof )\bimport\("\.[^"]+"\)/g;
const COMPONENTS = "/src/components/";

/**
 * Makes the dynamic imports of a component and of its children fail when its import ends in `?failing-imports`.
 * Storybook serves all modules, so no other story setup shows the states after a lost network or a deployment.
 */
export function failingImports(): Plugin {
  return {
    name: "agui-kit:failing-imports",
    enforce: "pre",
    transform(code, id) {
      const [file = "", query] = id.split("?");
      if (`?${query}` !== QUERY || !file.includes(COMPONENTS)) return;
      const isComponent = (path: string) =>
        new URL(path, `file://${file}`).pathname.includes(COMPONENTS);
      return code
        .replace(RELATIVE_IMPORT, (from, before, path) =>
          isComponent(path) ? before + path + QUERY : from,
        )
        .replace(DYNAMIC_IMPORT, 'Promise.reject(new TypeError("Failed to fetch"))');
    },
  };
}
