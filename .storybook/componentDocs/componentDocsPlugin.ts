import process from "node:process";
import type { Plugin } from "vite";
import { readComponentDocs } from "./readComponentDocs.ts";

const MODULE = "virtual:component-docs";

/**
 * Provides the TSDoc of the public components as the module `virtual:component-docs`. The TSDoc is read once, so
 * restart Storybook to see changed comments.
 */
export function componentDocsPlugin(root: string): Plugin {
  return {
    name: "agui-kit:component-docs",
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
    load(id) {
      if (id !== `\0${MODULE}`) return undefined;
      // Tests of stories render no pages, and need not wait for a type check.
      const docs = process.env.VITEST ? {} : readComponentDocs(root);
      return `export const componentDocs = ${JSON.stringify(docs)};`;
    },
  };
}
