import type { Links, MarkedToken, Token } from "marked";
import type { CreateTokenizer } from "./BoundedTokenizer.ts";
import { isBoundary } from "./blockBoundary.ts";
import { allBlocks, type BlockList, type TextBlock } from "./blockList.ts";
import {
  closeSectionsOf,
  finishRows,
  type LexerState,
  mergeTokens,
  nextLexerState,
} from "./incrementalLexer.ts";
import { lex } from "./lex.ts";
import { addDefinitions, changedLabels, refersTo } from "./linkReferences.ts";
import {
  continuationPrefix,
  endOfStep,
  endsInImageData,
  findCut,
  isImageData,
} from "./longBlock.ts";
import { findSafeCut } from "./safeCut.ts";
import { closeSections } from "./sections.ts";

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
  /** True when the text ends inside the data of an image. */
  isInImageData: boolean;
  /** Link reference definitions of the settled blocks. */
  settledLinks: Links;
  /** Link reference definitions of all blocks. */
  links: Links;
  /** Creates a tokenizer for syntax beyond that of marked. */
  createTokenizer: CreateTokenizer | undefined;
}

/**
 * Splits Markdown into blocks.
 *
 * When `source` continues the text of `previous`, only the open block is lexed again. Settled blocks keep their
 * identity, unless a definition arrives that they refer to. The result does not depend on the steps in which
 * the text arrived.
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
  const isSame = isLonger && isStreaming && from.isStreaming;
  if (isSame && from.isInImageData && isImageData(added)) return { ...from, ...input };
  const next = lexRest(from, input);
  const isInImageData = endsInImageData(text.slice(startOfRest(next)));
  return { ...next, ...input, isInImageData, ...updateReferences(from, next, isStreaming) };
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
  isInImageData: false,
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
    const isChanged = isShort && changedLabels(from.links, links).size > 0;
    const merged = isChanged ? null : mergeTokens(lexerState.finished, rest, lexerState.isInside);
    if (!merged) {
      const start = isShort ? from : settle(from, offset, [lexerState.finished]);
      return lexOpenBlock(start, input, null);
    }
    tokens[0] = merged;
  }

  const blocks = from.blocks.slice(0, from.openOffset < from.text.length ? -1 : undefined);
  let { openOffset, settledLinks } = from;
  let openTokens: Token[] = [];
  let position = offset - prefix.length;
  for (const [index, token] of tokens.entries()) {
    const isSettled = position + tokenizer.pendingLength <= text.length;
    if (isSettled && isBoundary(tokens[index - 1], token, text, position)) {
      blocks.push({ raw: text.slice(openOffset, position), tokens: openTokens });
      settledLinks = addDefinitions(settledLinks, openTokens);
      openOffset = position;
      openTokens = [];
    }
    openTokens.push(token);
    position += (index ? token : (rest ?? token)).raw.length;
  }

  const [openToken] = openTokens;
  if (openToken) blocks.push({ raw: text.slice(openOffset), tokens: openTokens });
  // The previous state stays valid while the open block starts at the same offset.
  const state = openOffset > from.openOffset ? null : lexerState;
  const [sections, lastBlocks] = closeSections(from.sections, blocks);
  const next = {
    ...from,
    ...input,
    sections,
    blocks: lastBlocks,
    openOffset,
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
  return {
    ...next,
    lexerState: nextLexerState({ ...lexed, merged: openToken, text, isCompleted, tokenizer }),
  };
}

/** Settles the open block at a position, where the next block starts. */
function settle(split: SplitText, end: number, tokens: readonly Token[]): SplitText {
  const raw = split.text.slice(split.openOffset, end);
  return {
    ...split,
    text: split.text.slice(0, end),
    blocks: split.blocks.slice(0, -1).concat({ raw, tokens }),
    openOffset: end,
    settledLinks: addDefinitions(split.settledLinks, tokens),
    lexerState: null,
  };
}

/**
 * Closes an open block that has outgrown its bound. The tokens before the last one become a block. A single token
 * continues when it can: the syntax that is open in it, such as emphasis or a link, becomes text. Otherwise it ends.
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
    if (state) return { ...split, lexerState: closeSectionsOf(state) };
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

/** Settles the tokens before the last one of the open block; returns `null` when there are none. */
function settleFirstTokens(split: SplitText): SplitText | null {
  const tokens = split.blocks.at(-1)?.tokens ?? [];
  const last = tokens.at(-1);
  if (!last) return settle(split, split.text.length, tokens);
  const lastStart = split.text.length - last.raw.length;
  if (tokens.length < 2 || lastStart <= split.openOffset) return null;
  return settle(split, lastStart, tokens.slice(0, -1));
}

/** Continues the open block after its last token. */
function continueAfter(split: SplitText, isLineEnd: boolean): SplitText {
  const settled = settleFirstTokens(split);
  if (settled) return settled;
  const { text } = split;
  const tokens = split.blocks.at(-1)?.tokens ?? [];
  // As in `closeOpenBlock`.
  const finished = tokens.at(-1) as MarkedToken;
  const prefix = continuationPrefix(finished, isLineEnd);
  if (prefix === null) return settle(split, text.length, tokens);
  const state = { offset: text.length, prefix, finished, isInside: true };
  return { ...split, lexerState: closeSectionsOf(state) };
}

/** Tests whether an open block is one token, apart from the blank line that may follow a list item. */
function isSingleToken([first, second, third]: readonly Token[]): boolean {
  return !second || (first?.type === "list" && second.type === "space" && !third);
}

/** Maximum number of times that a settled block is lexed again while the text streams. */
const MAX_LEXED_AGAIN = 4;

/** Lexes the settled blocks again that refer to a definition which has arrived or changed since. */
function updateReferences(from: SplitText, next: SplitText, isStreaming: boolean): BlockList {
  const { sections, blocks, links, createTokenizer } = next;
  const changed = changedLabels(from.links, links);
  const isEnd = from.isStreaming && !isStreaming;
  if (!changed.size && !isEnd) return { sections, blocks };
  const open = blocks.at(-1);
  const update = (block: TextBlock): TextBlock => {
    const { lexedAgain = 0, raw } = block;
    const isStale = isEnd && lexedAgain > MAX_LEXED_AGAIN;
    if (block === open || !(isStale || refersTo(raw, changed))) return block;
    const again = { raw, lexedAgain: lexedAgain + 1 };
    if (isStreaming && lexedAgain >= MAX_LEXED_AGAIN) return { ...again, tokens: block.tokens };
    return { ...again, tokens: lexSettled(raw, links, createTokenizer) };
  };
  return { sections: sections.map((section) => section.map(update)), blocks: blocks.map(update) };
}

function lexSettled(
  raw: string,
  links: Links,
  createTokenizer: CreateTokenizer | undefined,
): readonly Token[] {
  // With a blank line, because unclosed syntax at the very end of a text could still be closed.
  const text = `${raw}\n\n`;
  const from = { ...EMPTY, settledLinks: links, links };
  const input = { source: text, text, isStreaming: false, createTokenizer };
  return allBlocks(lexRest(from, input)).flatMap(({ tokens }) => tokens);
}
