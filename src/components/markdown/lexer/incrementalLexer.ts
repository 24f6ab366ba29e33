import type { MarkedToken, Token, Tokens } from "marked";
import type { BoundedTokenizer } from "./BoundedTokenizer.ts";
import { childrenUntilFull } from "./blockWeight.ts";
import { advanceParagraph, FILLER, mergeParagraphs } from "./incrementalParagraph.ts";
import { type KitToken, type Sectioned, toKitToken } from "./kitToken.ts";
import { htmlPrefix, lineStartOf, OPENING_FENCE } from "./longBlock.ts";
import { closeChildren } from "./sections.ts";

/**
 * The end of the finished part of an open block, whose tokens are final. A long list, table, code block or
 * paragraph is therefore not lexed from its start whenever it grows.
 *
 * Lexing `prefix + text.slice(offset)` returns the rest of the block, and `mergeTokens(finished, rest)` the token of the whole block.
 */
export interface LexerState {
  /** Offset in the text. */
  offset: number;
  /** Source to put before the rest, so that it is lexed as part of such a block. */
  prefix: string;
  /** Merged token of everything before `offset`. */
  finished: Sectioned<MarkedToken>;
  /** True when the rest starts inside the last list item, quotation or line of the finished part. */
  isInside?: boolean;
}

/**
 * Merges the finished part of a block with its rest; returns `null` when the rest is no such block any more. Shares the
 * sections of the finished part, and copies only the children after them.
 */
export function mergeTokens(
  finished: Sectioned<MarkedToken>,
  anyRest: Token | undefined,
  isInside = false,
): MarkedToken | null {
  if (!anyRest) return finished;
  const rest = toKitToken(anyRest);
  switch (finished.type) {
    case "code":
      if (rest.type !== "code") return null;
      return { ...rest, text: finished.text + rest.text.slice(isInside ? FILLER.length : 0) };
    case "html":
      if (rest.type !== "html") return null;
      return { ...rest, text: finished.text + rest.text.slice(htmlPrefix(rest.raw).length) };
    case "table":
      if (rest.type !== "table") return null;
      return { ...finished, ...rest, rows: finished.rows.concat(rest.rows) };
    case "list": {
      if (rest.type !== "list") return null;
      const loose = finished.loose || rest.loose || finished.items.slice(-1).some(endsBlank);
      if (!isInside) return { ...finished, loose, items: finished.items.concat(rest.items) };
      const last = mergeChildren(finished.items.at(-1), rest.items[0]);
      const items = last && finished.items.slice(0, -1).concat(last, rest.items.slice(1));
      return items && { ...finished, loose: finished.loose || rest.loose, items };
    }
    case "blockquote":
      return rest.type === "blockquote" ? mergeChildren(finished, rest) : null;
  }
  return isLines(finished) && isLines(rest) ? mergeParagraphs(finished, rest) : null;
}

/** Merges the last block inside a list item or a quotation with the first block inside its rest. */
function mergeChildren<T extends Tokens.ListItem | Tokens.Blockquote>(
  finished: T | undefined,
  rest: T | undefined,
): T | null {
  const last = finished?.tokens.at(-1);
  if (!finished || !rest || !last) return null;
  // The prefix of a nested list begins with an empty line.
  const [first, ...others] = rest.tokens.slice(rest.tokens[0]?.type === "space" ? 1 : 0);
  // The lexer creates no other tokens here.
  const merged = mergeTokens(last as MarkedToken, first, true);
  if (!merged) return null;
  const tokens = finished.tokens.slice(0, -1).concat(merged, others);
  return { ...finished, raw: finished.raw + rest.raw, tokens };
}

/** Tests for lines of text, which may be underlined. */
function isLines(token: KitToken): token is Tokens.Paragraph {
  const isUnderlined = token.type === "heading" && !/^ {0,3}#/.test(token.raw);
  return token.type === "paragraph" || token.type === "text" || isUnderlined;
}

/** An open block that consists of one token, as just lexed. */
interface OpenToken {
  previous: LexerState | null;
  /** The token that was lexed from `offset` on, after the prefix of `previous`. */
  rest: Token;
  /** `rest` merged with the finished part of `previous`. */
  merged: Token;
  text: string;
  offset: number;
  /** True when the inline tokens were completed for display. */
  isCompleted: boolean;
  tokenizer: BoundedTokenizer;
}

/** Returns the state from which the next lexing of an open block continues: as late as possible, else the previous one. */
export function nextLexerState(open: OpenToken): LexerState | null {
  const state = furthestState(open);
  return state ? closeSectionsOf(state) : open.previous;
}

/** Moves the first children of the finished part to sections, which no delta copies. */
export function closeSectionsOf(state: LexerState): LexerState {
  return { ...state, finished: closeChildren(state.finished) };
}

function furthestState(open: OpenToken): LexerState | null {
  const rest = toKitToken(open.rest);
  const merged = toKitToken(open.merged);
  if (merged.type === "code" && rest.type === "code") return advanceCode(open, merged);
  if (merged.type === "list" && rest.type === "list") return advanceList(open, merged, rest);
  // Completed inline tokens do not match the source.
  if (open.isCompleted || open.tokenizer.pendingLength) return null;
  if (merged.type === "table") return advanceTable(open, merged);
  if (rest.type !== "paragraph") return null;
  const finished = open.previous?.finished;
  const before = finished?.type === "paragraph" ? finished : null;
  return advanceParagraph(before, rest, open.offset, open.tokenizer);
}

/** Tests whether the line at `offset` is complete or has a letter: then more text cannot change which block it starts. */
export function isDecided(text: string, offset: number): boolean {
  const line = /(?=.*\S)[^\n\p{L}]*[\n\p{L}]/uy;
  line.lastIndex = offset;
  return line.test(text);
}

function advanceCode(
  { previous, rest, text, offset }: OpenToken,
  merged: Tokens.Code,
): LexerState | null {
  const [prefix = "", fence] = OPENING_FENCE.exec(rest.raw) ?? [];
  const lastLine = lineStartOf(text, text.length, offset);
  // The rest may start inside a line.
  if (lastLine === offset && text[offset - 1] !== "\n") return null;
  const lines = text.slice(previous ? offset : offset + prefix.length, lastLine);
  if (!fence || new RegExp(`^ {0,3}${fence}[\`~]* *$`, "m").test(lines)) return null;
  const finished = previous?.finished.type === "code" ? previous.finished.text : "";
  return { offset: lastLine, prefix, finished: { ...merged, text: finished + lines } };
}

function advanceTable(open: OpenToken, merged: Tokens.Table): LexerState | null {
  // Keeps the last complete row in the rest. It must not look blank: marked skips a blank first row.
  return finishRows(open, merged, open.text.lastIndexOf("\n") - 1);
}

/** Finishes the rows of a table that end before a position. */
export function finishRows(
  { previous, rest, text, offset }: Pick<OpenToken, "previous" | "rest" | "text" | "offset">,
  merged: Tokens.Table,
  end: number,
): LexerState | null {
  const [prefix] = /^.*\n.*\n/.exec(rest.raw) ?? [];
  const lastRow = text.lastIndexOf("\n", end) + 1;
  const start = previous ? offset : offset + (prefix?.length ?? 0);
  if (!prefix || lastRow <= start) return null;
  const lines = [...text.slice(start).matchAll(/\S.*/g)].map(({ index }) => start + index);
  // Counted from the end, because a table may begin with lines that are not rows.
  const finishedBefore = merged.rows.length - lines.length;
  const complete = lines.filter((line) => line < lastRow).length;
  const count = childrenUntilFull(merged, merged.rows.slice(0, finishedBefore + complete));
  const line = lines[count - finishedBefore];
  const row = line === undefined ? lastRow : text.lastIndexOf("\n", line) + 1;
  if (row <= start || !isDecided(text, row)) return null;
  return { offset: row, prefix, finished: { ...merged, rows: merged.rows.slice(0, count) } };
}

function advanceList(open: OpenToken, merged: Tokens.List, rest: Tokens.List): LexerState | null {
  const start = open.offset - (open.previous?.prefix.length ?? 0);
  const count = childrenUntilFull(merged, merged.items.slice(0, -1));
  const finished = rest.items.slice(0, count - merged.items.length);
  const offset = finished.reduce((end, { raw }) => end + raw.length, start);
  if (offset === start || !isDecided(open.text, offset)) return null;
  const items = merged.items.slice(0, count);
  const before = open.previous?.finished;
  const previousList = before?.type === "list" ? before : null;
  // Tests only the items since the previous state, because a list may have thousands.
  const loose =
    !!previousList?.loose ||
    isLoose(items.slice(Math.max(0, (previousList?.items.length ?? 0) - 1)));
  return { offset, prefix: "", finished: { ...merged, items, loose } };
}

/** Tests whether a list of only these items is loose, by the rules of marked. */
function isLoose(items: readonly Tokens.ListItem[]): boolean {
  return (
    items.slice(0, -1).some(endsBlank) ||
    items.some(({ tokens }) =>
      tokens.some(({ type, raw }) => type === "space" && /\n.*\n/.test(raw)),
    )
  );
}

/** Tests whether a list item ends with a blank line. Reads it from its end, because its text may be long. */
export function endsBlank({ raw }: Tokens.ListItem): boolean {
  let at = raw.length;
  let lineEnds = 0;
  for (; /[ \t\n]/.test(raw.charAt(at - 1)); at--) if (raw[at - 1] === "\n") lineEnds += 1;
  return lineEnds > 1;
}
