import type { Plugin } from "vite";

/** Pattern of relative imports, and the query that marks a module. */
const FROM = /(\bfrom ")(\.[^"]+)(?=")/g;
const MARK = "?unloaded";
const LATE = /(?<!typeof )\bimport\("\.[^"]+"\)/g;
const COMPONENTS = "/src/components/";

/**
 * Makes the dynamic imports of a component and of its child components fail when its import ends in `?unloaded`.
 * Storybook serves all modules, so no other story setup shows the states after a lost network or a deployment.
 */
export function unloaded(): Plugin {
  return {
    name: "agui-kit:unloaded",
    enforce: "pre",
    transform(code, id) {
      const [file = "", mark] = id.split("?");
      if (`?${mark}` !== MARK || !file.includes(COMPONENTS)) return;
      const isComponent = (path: string) =>
        new URL(path, `file://${file}`).pathname.includes(COMPONENTS);
      return code
        .replace(FROM, (from, before, path) => (isComponent(path) ? before + path + MARK : from))
        .replace(LATE, 'Promise.reject(new TypeError("Failed to fetch"))');
    },
  };
}
