declare module "virtual:component-docs" {
  import type { ComponentDoc } from "./componentDoc.ts";

  /** Documentation of the public components by name; empty in tests. */
  export const componentDocs: Readonly<Record<string, ComponentDoc>>;
}
