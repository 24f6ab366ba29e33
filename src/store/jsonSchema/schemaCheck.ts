/** What components know of checking a value against a JSON Schema. */
export { checkSchema } from "./validate.ts";
