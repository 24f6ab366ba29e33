import type { Links, Token } from "marked";
import type { CreateTokenizer } from "./BoundedTokenizer.ts";
import { isDecided, type LexerState, mergeTokens, nextLexerState } from "./incrementalLexer.ts";
import { lex } from "./lex.ts";
import { addDefinitions, changedLabels, refersTo } from "./linkReferences.ts";

/** A section of the text that is rendered and memoized as a unit. */
interface TextBlock {
  raw: string;
  tokens: readonly Token[];
}

/**
 * A text split into blocks, with the state to continue from when the text grows.
 *
 * ```
 * settled block | settled block | finished part · rest of the open block
 *                               ^ openOffset    ^ lexerState.offset
 * ```
 *
 * Appended text changes neither settled blocks nor the finished part, so only the rest is lexed again.
 */
export interface SplitText {
  source: string;
  /** The source with `\n` as its only line end. */
  text: string;
  isStreaming: boolean;
  /** The settled blocks and, last, the open block. */
  blocks: readonly TextBlock[];
  /** Offset in `text` at which the last block, the open one, starts. */
  openOffset: number;
  lexerState: LexerState | null;
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
 * When `source` continues the text of `previous`, only the open block is lexed again and settled blocks keep their
 * identity, unless a definition arrives that one of them refers to. The result does not depend on the steps in which
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
  return lexOpenBlock(from, { source, text, isStreaming, createTokenizer }, from.lexerState);
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
  blocks: [],
  openOffset: 0,
  lexerState: null,
  settledLinks: NO_LINKS,
  links: NO_LINKS,
  createTokenizer: undefined,
};

type Input = Pick<SplitText, "source" | "text" | "isStreaming" | "createTokenizer">;

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
  const changed = changedLabels(from.links, links);
  const rest = tokens[0];
  if (lexerState && rest) {
    const merged = changed.size ? null : mergeTokens(lexerState.finished, rest);
    if (!merged) return lexOpenBlock(from, input, null);
    tokens[0] = merged;
  }

  const blocks = from.blocks
    .slice(0, -1)
    .map((block) =>
      refersTo(block.raw, changed) ? lexSettledBlock(block, links, createTokenizer) : block,
    );
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

  const next = { ...input, blocks, openOffset, settledLinks, links, lexerState: null };
  const [openToken] = openTokens;
  if (!openToken) return next;
  blocks.push({ raw: text.slice(openOffset), tokens: openTokens });
  const hasOpenDefinition = Object.keys(links).length > Object.keys(settledLinks).length;
  if (hasOpenDefinition || !isSingleToken(openTokens)) return next;
  const lexed =
    openOffset > from.openOffset || !rest
      ? { previous: null, rest: openToken, offset: openOffset }
      : { previous: lexerState, rest, offset };
  return {
    ...next,
    lexerState: nextLexerState({ ...lexed, merged: openToken, text, isCompleted, tokenizer }),
  };
}

/** Tests whether an open block is one token, apart from the blank line that may follow a list item. */
function isSingleToken([first, second, third]: readonly Token[]): boolean {
  return !second || (first?.type === "list" && second.type === "space" && !third);
}

function lexSettledBlock(
  { raw }: TextBlock,
  links: Links,
  createTokenizer: CreateTokenizer | undefined,
): TextBlock {
  // With a blank line, because unclosed syntax at the very end of a text could still be closed.
  return { raw, tokens: lex(`${raw}\n\n`, links, false, createTokenizer).tokens };
}

/** Matches, in type and source, a block whose first line alone ends any paragraph before it. */
const INTERRUPTION =
  /^(?:heading +#{1,6}\s|blockquote|code +[`~]|html|list +(?:[*+-]|1[.)]) +\S|custom +\[\^)/;

/** Tests whether everything before `token` is settled, so that a new block can start with it. */
function isBoundary(
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
  const lineBefore = text.slice(text.lastIndexOf("\n", position - 2) + 1, position - 1);
  if (/^[ \t]*$/.test(lineBefore)) return true;
  return text.includes("\n", position) && INTERRUPTION.test(`${token.type} ${token.raw}`);
}
