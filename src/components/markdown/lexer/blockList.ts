import type { Token } from "marked";
import { allItems } from "./sections.ts";
import type { Sections } from "./tokens.ts";

/** A part of the text that is rendered and memoized as a unit. */
export interface TextBlock {
  raw: string;
  tokens: readonly Token[];
  /** Number of times that the block was lexed again for definitions that arrived after it. */
  lexedAgain?: number;
}

/** The blocks of a text. A delta copies only the last few of them, however long the text is. */
export interface BlockList {
  /** Settled blocks, in sections of the same length. Appended text changes no section. */
  sections: Sections<TextBlock>;
  /** The blocks after the sections: settled ones and, last, the open block. */
  blocks: readonly TextBlock[];
}

/** Returns all blocks in one list. Copies the list, so a delta must not need it. */
export function allBlocks({ sections, blocks }: BlockList): readonly TextBlock[] {
  return allItems(sections, blocks);
}
