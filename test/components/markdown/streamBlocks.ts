import { createFootnoteTokenizer } from "../../../src/components/markdown/extras.ts";
import { type SplitText, splitBlocks } from "../../../src/components/markdown/lexer/splitBlocks.ts";

/** The last state of a text that arrives in deltas of `step` characters. */
export function stream(
  text: string,
  step: number,
  from: SplitText | null = null,
  grammar = createFootnoteTokenizer,
): SplitText {
  let split = from ?? splitBlocks(null, "", true, grammar);
  for (let end = split.source.length + step; end < text.length + step; end += step) {
    split = splitBlocks(split, text.slice(0, end), true, grammar);
  }
  return split;
}
