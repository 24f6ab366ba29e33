import type { Draft } from "../draft.ts";

/** Counts what could ever not be attached, so that the same words are said again: down, as refusals are counted up. */
let count = 0;

/** Makes what a draft says of files that were not taken; nothing of none. */
export function asProblem(text: string | undefined): Draft["problem"] {
  return text === undefined ? undefined : { text, id: --count };
}
