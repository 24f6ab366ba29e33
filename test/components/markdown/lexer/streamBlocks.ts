import type { SplitText } from "../../../../src/components/markdown/lexer/blockList.ts";
import { createFootnoteTokenizer } from "../../../../src/components/markdown/lexer/createFootnoteTokenizer.ts";
import { splitBlocks } from "../../../../src/components/markdown/lexer/splitBlocks.ts";

/** Splits a text that streams in deltas of `step` characters, and returns the last state. */
export function streamBlocks(
  text: string,
  step: number,
  from: SplitText | null = null,
  createTokenizer = createFootnoteTokenizer,
): SplitText {
  let split = from ?? splitBlocks(null, "", true, createTokenizer);
  for (let end = split.source.length + step; end < text.length + step; end += step) {
    split = splitBlocks(split, text.slice(0, end), true, createTokenizer);
  }
  return split;
}
