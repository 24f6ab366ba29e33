import type { Links, MarkedToken, Token } from "marked";
import type { CreateTokenizer } from "./BoundedTokenizer.ts";
import { allBlocks, type SplitText, type TextBlock } from "./blockList.ts";
import { findSafeCut } from "./findSafeCut.ts";
import {
  closeSectionsOf,
  finishRows,
  isDecided,
  type LexerState,
  mergeTokens,
  nextLexerState,
} from "./incrementalLexer.ts";
import { lex } from "./lex.ts";
import { addDefinitions, changedLabels, markStaleBlocks } from "./linkReferences.ts";
import { endOfStep, endsInImageData, findCut, isImageData } from "./longBlock.ts";
import { closeSections } from "./sections.ts";
import {
  continueAfter,
  continueFrom,
  createBlock,
  settleBlock,
  settleFirstTokens,
} from "./settleBlock.ts";

/**
 * Splits Markdown into blocks; the result does not depend on the steps in which the text arrived.
 *
 * When `source` continues the text of `previous`, only the open block is lexed again. Settled blocks keep their
 * identity, unless a definition arrives that they refer to: `lexStaleBlocks` lexes what this call leaves of them.
 *
 * @param isStreaming - Completes unfinished syntax at the end, for display.
 * @param createTokenizer - Creates a tokenizer for syntax beyond that of marked.
 */
export function splitBlocks(
  previous: SplitText | null,
  source: string,
  isStreaming: boolean,
  createTokenizer?: CreateTokenizer,
): SplitText {
  // Comparing a slice is many times faster than `startsWith`.
  const isLonger =
    previous &&
    previous.createTokenizer === createTokenizer &&
    source.slice(0, previous.source.length) === previous.source;
  const from = isLonger ? previous : EMPTY;
  const added = source.slice(from.source.length);
  if (isLonger && !added && isStreaming === from.isStreaming) return previous;
  const text = normalizeLineEnds(from, source, added);
  const input = { source, text, isStreaming, createTokenizer };
  // Searches only the new text, and the character before it.
  const mayHaveFootnotes =
    from.mayHaveFootnotes || source.includes("[^", Math.max(0, from.source.length - 1));
  const isSame = isLonger && isStreaming && from.isStreaming;
  if (isSame && from.isInImageData && isImageData(added)) return { ...from, ...input };
  const next = lexRest(from, input);
  const isInImageData = endsInImageData(text.slice(startOfRest(next)));
  const split = { ...next, ...input, isInImageData, mayHaveFootnotes };
  const marked = markStaleBlocks(from, split);
  return lexStaleBlocks(marked, from === EMPTY ? Number.POSITIVE_INFINITY : STALE_LENGTH);
}

function normalizeLineEnds(from: SplitText, source: string, added: string): string {
  // The usual case. Concatenation would copy the whole text.
  if (from.text === from.source && !added.includes("\r")) return source;
  const completesLineEnd = from.source.endsWith("\r") && added.startsWith("\n");
  return from.text + added.slice(completesLineEnd ? 1 : 0).replace(/\r\n?/g, "\n");
}

const NO_LINKS: Links = Object.create(null);
const EMPTY: SplitText = {
  source: "",
  text: "",
  isStreaming: false,
  sections: [],
  blocks: [],
  openOffset: 0,
  lexerState: null,
  openState: null,
  isInImageData: false,
  hasStaleBlocks: false,
  mayHaveFootnotes: false,
  settledLinks: NO_LINKS,
  links: NO_LINKS,
  createTokenizer: undefined,
};

type Input = Pick<SplitText, "source" | "text" | "isStreaming" | "createTokenizer">;

/** Lexes the open block and the text after it, in steps of bounded length. */
function lexRest(from: SplitText, input: Input): SplitText {
  let split = from;
  for (;;) {
    const end = endOfStep(input.text, startOfRest(split));
    if (end >= input.text.length) return lexOpenBlock(split, input, split.lexerState);
    const text = input.text.slice(0, findCut(input.text.slice(0, end)));
    const step = { ...input, text, isStreaming: false };
    const next = lexOpenBlock(split, step, split.lexerState);
    const isAdvanced = endOfStep(input.text, startOfRest(next)) > end;
    split = isAdvanced ? next : closeOpenBlock(split, next, step);
  }
}

function startOfRest({ lexerState, openOffset }: SplitText): number {
  return lexerState?.offset ?? openOffset;
}

/** Lexes the open block and the text after it: from its start, or only the rest when there is a `lexerState`. */
function lexOpenBlock(from: SplitText, input: Input, lexerState: LexerState | null): SplitText {
  const { text, isStreaming, createTokenizer } = input;
  const { offset, prefix } = lexerState ?? { offset: from.openOffset, prefix: "" };
  const { tokens, links, isCompleted, tokenizer } = lex(
    prefix + text.slice(offset),
    from.settledLinks,
    isStreaming,
    createTokenizer,
  );
  const rest = tokens[0];
  if (lexerState && rest) {
    const isShort = text.length <= endOfStep(text, from.openOffset);
    const isStart = lexerState === from.openState;
    const isChanged = isShort && !isStart && changedLabels(from.links, links).size > 0;
    const merged = isChanged ? null : mergeTokens(lexerState.finished, rest, lexerState.isInside);
    if (!merged) {
      if (isStart) return lexOpenBlock({ ...from, openState: null }, input, null);
      if (isShort) return lexOpenBlock(from, input, from.openState);
      return lexOpenBlock(settleBlock(from, offset, [lexerState.finished]), input, null);
    }
    tokens[0] = merged;
  }

  const blocks = from.blocks.slice(0, from.openOffset < from.text.length ? -1 : undefined);
  let { openOffset, openState, settledLinks } = from;
  let openTokens: Token[] = [];
  let position = offset - prefix.length;
  for (const [index, token] of tokens.entries()) {
    const isSettled = position + tokenizer.pendingLength <= text.length;
    if (isSettled && isBlockBoundary(tokens[index - 1], token, text, position)) {
      blocks.push(createBlock(text.slice(openOffset, position), openTokens, openState));
      openState = null;
      settledLinks = addDefinitions(settledLinks, openTokens);
      openOffset = position;
      openTokens = [];
    }
    openTokens.push(token);
    position += (index ? token : (rest ?? token)).raw.length;
  }

  const [openToken] = openTokens;
  if (openToken) blocks.push(createBlock(text.slice(openOffset), openTokens, openState));
  // The previous state stays valid while the open block starts at the same offset.
  const state = openOffset > from.openOffset ? null : lexerState;
  const [sections, lastBlocks] = closeSections(from.sections, blocks);
  const next = {
    ...from,
    ...input,
    sections,
    blocks: lastBlocks,
    openOffset,
    openState,
    settledLinks,
    links,
    lexerState: state,
  };
  const hasOpenDefinition = Object.keys(links).length > Object.keys(settledLinks).length;
  if (!openToken || hasOpenDefinition || !isSingleToken(openTokens)) return next;
  const lexed =
    openOffset > from.openOffset || !rest
      ? { previous: null, rest: openToken, offset: openOffset }
      : { previous: state, rest, offset };
  const open = { ...lexed, merged: openToken, text, isCompleted, tokenizer };
  const result = continueFrom(next, nextLexerState(open));
  return result.openOffset > openOffset ? lexOpenBlock(result, input, result.lexerState) : result;
}

/**
 * Closes an open block that has outgrown its bound: the tokens before the last one become a block. A single token
 * continues when it can, and the syntax that is open in it, such as emphasis or a link, becomes text. Otherwise it ends.
 *
 * @param before - The text before the step.
 * @param split - The text with the step.
 */
function closeOpenBlock(before: SplitText, split: SplitText, step: Input): SplitText {
  const { text, lexerState } = split;
  const settled = settleFirstTokens(split);
  if (settled) return settled;
  // `lex` creates no token of another type; marked's `Token` allows any.
  const finished = split.blocks.at(-1)?.tokens.at(-1) as MarkedToken;
  if (finished.type === "table") {
    const offset = startOfRest(split);
    const rest = { ...finished, raw: (lexerState?.prefix ?? "") + text.slice(offset) };
    const state = finishRows({ previous: lexerState, rest, text, offset }, finished, text.length);
    if (state) return continueFrom(split, closeSectionsOf(state));
  }
  const offset = startOfRest(before);
  const prefix = before.lexerState?.prefix ?? "";
  const cut = findSafeCut(
    text.slice(offset),
    (rest) => lex(prefix + rest, before.settledLinks, false, step.createTokenizer).tokens,
  );
  if (cut === undefined) return continueAfter(split, false);
  const shorter = { ...step, text: text.slice(0, offset + cut) };
  return continueAfter(
    lexOpenBlock(before, shorter, before.lexerState),
    text[offset + cut] === "\n",
  );
}

/** Tests whether an open block is one token, apart from the blank line that may follow a list item. */
function isSingleToken([first, second, third]: readonly Token[]): boolean {
  return !second || (first?.type === "list" && second.type === "space" && !third);
}

/** Number of characters of settled blocks that are lexed again in one step, so that each step is a short task. */
const STALE_LENGTH = 2_000;

/** Lexes the first blocks again that refer to a definition which has arrived since, up to a number of characters. */
export function lexStaleBlocks(split: SplitText, maxLength = STALE_LENGTH): SplitText {
  if (!split.hasStaleBlocks) return split;
  let length = 0;
  let hasStaleBlocks = false;
  const update = (block: TextBlock): TextBlock => {
    if (!block.isStale) return block;
    if (length >= maxLength) {
      hasStaleBlocks = true;
      return block;
    }
    length += block.raw.length;
    const { isStale: _, ...settled } = block;
    return { ...settled, tokens: lexSettled(block, split.links, split.createTokenizer) };
  };
  const updateAll = (blocks: readonly TextBlock[]) =>
    blocks.some(({ isStale }) => isStale) ? blocks.map(update) : blocks;
  const updated = { sections: split.sections.map(updateAll), blocks: updateAll(split.blocks) };
  return { ...split, ...updated, hasStaleBlocks };
}

function lexSettled(
  { raw, startState }: TextBlock,
  links: Links,
  createTokenizer: CreateTokenizer | undefined,
): readonly Token[] {
  // With a blank line, because unclosed syntax at the very end of a text could still be closed.
  const text = `${raw}\n\n`;
  const lexerState = startState ? { ...startState, offset: 0 } : null;
  const from = { ...EMPTY, settledLinks: links, links, lexerState, openState: lexerState };
  const input = { source: text, text, isStreaming: false, createTokenizer };
  return allBlocks(lexRest(from, input)).flatMap(({ tokens }) => tokens);
}

/** Matches, in type and source, a block whose first line alone ends any paragraph before it. */
const INTERRUPTION =
  /^(?:heading +#{1,6}\s|blockquote|code +[`~]|html|list +(?:[*+-]|1[.)]) +\S|custom +\[\^)/;

/** Tests whether everything before `token` is settled, so that a new block can start with it. */
function isBlockBoundary(
  previous: Token | undefined,
  token: Token,
  text: string,
  position: number,
): boolean {
  if (!previous || token.type === "space" || text[position - 1] !== "\n") return false;
  // An incomplete next line may become the next item of a list, or turn the line before it into a table head.
  if (!isDecided(text, position)) return false;
  switch (previous.type) {
    case "heading":
    case "hr":
    case "html":
      return true;
    case "code":
      // A fenced block that another token follows has been closed.
      if (!previous.codeBlockStyle) return true;
  }
  if (followsBlankLine(text, position)) return true;
  return text.includes("\n", position) && INTERRUPTION.test(`${token.type} ${token.raw}`);
}

function followsBlankLine(text: string, position: number): boolean {
  let at = position - 2;
  while (text[at] === " " || text[at] === "\t") at -= 1;
  return at < 0 || text[at] === "\n";
}
