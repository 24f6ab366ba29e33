import type { ComponentDoc } from "./componentDoc.ts";

/**
 * Documentation of the public components by name. `componentDocsPlugin` replaces this module by the TSDoc; tests of
 * stories keep the empty object.
 */
export const componentDocs: Readonly<Record<string, ComponentDoc>> = {};
