/**
 * The lazily loaded part of JSON Schema validation: the validator and the explanations of its
 * errors.
 */
export { dereference, validate } from "@cfworker/json-schema";
export { explainErrors } from "./explainErrors.ts";
export { canResolve, isTooComplex } from "./isTooComplex.ts";
export { removeSlowPatterns } from "./removeSlowPatterns.ts";
