import type { MarkedToken, Token } from "marked";
import type { SplitText, TextBlock } from "./blockList.ts";
import { divideBlock } from "./divideBlock.ts";
import { closeSectionsOf, type LexerState } from "./incrementalLexer.ts";
import { addDefinitions } from "./linkReferences.ts";
import { continuationPrefix } from "./longBlock.ts";

/** Creates a block. @param startState - The state that its first token continues, if any. */
export function createBlock(
  raw: string,
  tokens: readonly Token[],
  startState: LexerState | null,
): TextBlock {
  return startState ? { raw, tokens, startState } : { raw, tokens };
}

/** Continues the open block from a state, or divides it there when it is full. */
export function continueFrom(split: SplitText, state: LexerState | null): SplitText {
  const openState = state && divideBlock(state);
  if (!openState) return { ...split, lexerState: state };
  const settled = settleBlock(split, state.offset, [state.finished]);
  return { ...settled, openState, lexerState: openState };
}

/** Settles the open block at a position, where the next block starts. */
export function settleBlock(split: SplitText, end: number, tokens: readonly Token[]): SplitText {
  const block = createBlock(split.text.slice(split.openOffset, end), tokens, split.openState);
  return {
    ...split,
    text: split.text.slice(0, end),
    blocks: split.blocks.slice(0, -1).concat(block),
    openOffset: end,
    openState: null,
    settledLinks: addDefinitions(split.settledLinks, tokens),
    lexerState: null,
  };
}

/** Settles the tokens before the last one of the open block; returns `null` when there are none. */
export function settleFirstTokens(split: SplitText): SplitText | null {
  const tokens = split.blocks.at(-1)?.tokens ?? [];
  const last = tokens.at(-1);
  if (!last) return settleBlock(split, split.text.length, tokens);
  const lastStart = split.text.length - last.raw.length;
  if (tokens.length < 2 || lastStart <= split.openOffset) return null;
  return settleBlock(split, lastStart, tokens.slice(0, -1));
}

/** Continues the open block after its last token. */
export function continueAfter(split: SplitText, isLineEnd: boolean): SplitText {
  const settled = settleFirstTokens(split);
  if (settled) return settled;
  const { text } = split;
  const tokens = split.blocks.at(-1)?.tokens ?? [];
  // As in `closeOpenBlock`.
  const finished = tokens.at(-1) as MarkedToken;
  const prefix = continuationPrefix(finished, isLineEnd);
  if (prefix === null) return settleBlock(split, text.length, tokens);
  const state = { offset: text.length, prefix, finished, isInside: true };
  return continueFrom(split, closeSectionsOf(state));
}
