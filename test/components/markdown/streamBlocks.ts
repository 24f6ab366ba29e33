import { type Split, splitBlocks } from "../../../src/components/markdown/blocks.ts";
import { noteGrammar } from "../../../src/components/markdown/lazyExtras.ts";

/** The last state of a text that arrives in deltas of `step` characters. */
export function stream(
  text: string,
  step: number,
  from: Split | null = null,
  grammar = noteGrammar,
): Split {
  let split = from ?? splitBlocks(null, "", true, grammar);
  for (let end = split.source.length + step; end < text.length + step; end += step) {
    split = splitBlocks(split, text.slice(0, end), true, grammar);
  }
  return split;
}
