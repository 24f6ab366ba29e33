import process from "node:process";
import type { Plugin } from "vite";
import { readComponentDocs } from "./readComponentDocs.ts";

/**
 * Fills `componentDocs.ts` with the TSDoc of the public components. The TSDoc is read once, so restart Storybook to
 * see changed comments.
 */
export function componentDocsPlugin(root: string): Plugin {
  return {
    name: "agui-kit:component-docs",
    enforce: "pre",
    load(id) {
      if (!id.endsWith("/.storybook/componentDocs/componentDocs.ts")) return undefined;
      // Tests of stories render no pages, and need not wait for a type check.
      if (process.env.VITEST) return undefined;
      return `export const componentDocs = ${JSON.stringify(readComponentDocs(root))};`;
    },
  };
}
