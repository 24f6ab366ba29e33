/** The package has no declarations for its ES modules. */
declare module "fast-json-patch/module/core.mjs" {
  export { applyOperation } from "fast-json-patch";
}
