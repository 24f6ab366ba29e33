/** What components know of checking a value against a JSON Schema. */
export { validateJson } from "./validate.ts";
