/** What components know of checking a value against a JSON Schema. */
export { checkSchema } from "../store/schema/checkSchema.ts";
