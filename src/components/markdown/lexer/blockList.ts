import type { Token } from "marked";

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
  sections: readonly (readonly TextBlock[])[];
  /** The blocks after the sections: settled ones and, last, the open block. */
  blocks: readonly TextBlock[];
}

/** Number of blocks in a section. */
const SECTION_LENGTH = 64;

/** Moves blocks to new sections until the rest, which contains the open block, has at most the length of a section. */
export function closeSections(
  sections: BlockList["sections"],
  blocks: BlockList["blocks"],
): BlockList {
  const added: BlockList["blocks"][] = [];
  let from = 0;
  for (; blocks.length - from > SECTION_LENGTH; from += SECTION_LENGTH)
    added.push(blocks.slice(from, from + SECTION_LENGTH));
  if (!from) return { sections, blocks };
  return { sections: sections.concat(added), blocks: blocks.slice(from) };
}

/** Returns all blocks in one list. Copies the list, so a delta must not need it. */
export function allBlocks({ sections, blocks }: BlockList): readonly TextBlock[] {
  return [...sections, blocks].flat();
}
