/** @internal Keeps the identity of whatever in a value equals what was there before. */
export { replaceEqualDeep as keepIdentity } from "./select.ts";
