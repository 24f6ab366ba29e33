/** @internal For components too, which know nothing of the store. */
export { withStorageTimeout } from "./withTimeout.ts";
