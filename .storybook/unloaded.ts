import type { Plugin } from "vite";

/** The name of what a module imports from beside it, and the mark that it is told by. */
const FROM = /(\bfrom ")(\.[^"]+)(?=")/g;
const MARK = "?unloaded";
const LATE = /(?<!typeof )\bimport\("\.[^"]+"\)/g;
const COMPONENTS = "/src/components/";

/**
 * With `?unloaded` behind its file, a component is what it is in a page that has lost its network, or that a
 * deployment has left behind: it is all there, and so are those that it shows, but what any of them loads late fails
 * to come. No other way makes a page that has all of it, as that of the stories, show these states.
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
