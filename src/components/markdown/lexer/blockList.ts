import type { Links, Token } from "marked";
import type { CreateTokenizer } from "./BoundedTokenizer.ts";
import type { LexerState } from "./incrementalLexer.ts";
import type { Sections } from "./kitToken.ts";
import { allItems } from "./sections.ts";

/** A part of the text that is rendered and memoized as a unit. */
export interface TextBlock {
  raw: string;
  tokens: readonly Token[];
  /** State to lex the source from when the block continues a divided one. */
  startState?: LexerState;
  /** Number of times that the block was lexed again for definitions that arrived after it. */
  lexedAgain?: number;
  /** True while the block waits to be lexed again for a definition that has arrived. */
  isStale?: boolean;
}

/** The blocks of a text. A delta copies only the last few of them, however long the text is. */
export interface BlockList {
  /** Settled blocks, in sections of the same length. Appended text changes no section. */
  sections: Sections<TextBlock>;
  /** The blocks after the sections: settled ones and, last, the open block. */
  blocks: readonly TextBlock[];
}

/**
 * A text split into blocks, with the state to continue from when the text grows.
 *
 * ```
 * settled block | settled block | finished part · rest of the open block
 *                               ^ openOffset    ^ lexerState.offset
 * ```
 *
 * Appended text changes neither settled blocks nor the finished part, so only the rest is lexed again. The rest is
 * bounded: an open construct that outgrows its bound is closed.
 */
export interface SplitText extends BlockList {
  source: string;
  /** The source with `\n` as its only line end. */
  text: string;
  isStreaming: boolean;
  /** Offset in `text` at which the last block, the open one, starts. */
  openOffset: number;
  lexerState: LexerState | null;
  /** The state at the start of the open block, when that block continues one that was divided for its length. */
  openState: LexerState | null;
  /** True when the text ends inside the data of an image. */
  isInImageData: boolean;
  /** True when there are blocks that wait to be lexed again; see `lexStaleBlocks`. */
  hasStaleBlocks: boolean;
  /** True when the text contains `[^`. */
  mayHaveFootnotes: boolean;
  /** Link reference definitions of the settled blocks. */
  settledLinks: Links;
  /** Link reference definitions of all blocks. */
  links: Links;
  /** Creates a tokenizer for syntax beyond that of marked. */
  createTokenizer: CreateTokenizer | undefined;
}

/** Returns all blocks in one list. Copies the list, so a delta must not need it. */
export function allBlocks({ sections, blocks }: BlockList): readonly TextBlock[] {
  return allItems(sections, blocks);
}
