/** @internal Keeps the identity of whatever in a value equals what was there before. */
export { share as keepIdentity } from "../store/select.ts";
