/** @internal For components too, which know nothing of the store. */
export { answered } from "../store/storage/answered.ts";
