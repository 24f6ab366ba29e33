import type { MarkedToken, Token, Tokens } from "marked";
import type { BoundedTokenizer } from "./BoundedTokenizer.ts";
import { advanceParagraph, mergeParagraphs } from "./incrementalParagraph.ts";
import { toKitToken } from "./tokens.ts";

/**
 * The end of the finished part of an open block, whose tokens are final, so that a long list, table, code block or
 * paragraph is not lexed from its start whenever it grows.
 *
 * Lexing `prefix + text.slice(offset)` returns the rest of the block, and `mergeTokens(finished, rest)` the token of the whole block.
 */
export interface LexerState {
  /** Offset in the text. */
  offset: number;
  /** Source to put before the rest, so that it is lexed as part of such a block. */
  prefix: string;
  /** Token of the finished part. */
  finished: MarkedToken;
}

/** Merges the finished part of a block with its rest; returns `null` when the rest is no such block any more. */
export function mergeTokens(finished: MarkedToken, anyRest: Token): MarkedToken | null {
  const rest = toKitToken(anyRest);
  if (finished.type === "code" && rest.type === "code") {
    return { ...rest, text: finished.text + rest.text };
  }
  if (finished.type === "table" && rest.type === "table") {
    return { ...rest, rows: [...finished.rows, ...rest.rows] };
  }
  if (finished.type === "list" && rest.type === "list") {
    const loose = finished.loose || rest.loose || finished.items.slice(-1).some(endsBlank);
    return { ...finished, loose, items: [...finished.items, ...rest.items] };
  }
  if (finished.type === "paragraph" && rest.type === "paragraph")
    return mergeParagraphs(finished, rest);
  return null;
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

/** Returns the furthest state to continue an open block from; an earlier state stays valid. */
export function nextLexerState(open: OpenToken): LexerState | null {
  return furthestState(open) ?? open.previous;
}

function furthestState(open: OpenToken): LexerState | null {
  const rest = toKitToken(open.rest);
  const merged = toKitToken(open.merged);
  if (merged.type === "code") return advanceCode(open, merged);
  if (merged.type === "list" && rest.type === "list") return advanceList(open, merged, rest);
  // Completed inline tokens do not match the source.
  if (open.isCompleted || open.tokenizer.pendingLength) return null;
  if (merged.type === "table") return advanceTable(open, merged);
  if (rest.type !== "paragraph") return null;
  const finished = open.previous?.finished;
  const before = finished?.type === "paragraph" ? finished : null;
  return advanceParagraph(before, rest, open.offset, open.tokenizer);
}

/** Tests whether the line at `offset` is complete or has a letter: then the block that it starts is decided. */
export function isDecided(text: string, offset: number): boolean {
  const line = /(?=.*\S)[^\n\p{L}]*[\n\p{L}]/uy;
  line.lastIndex = offset;
  return line.test(text);
}

function advanceCode(
  { previous, rest, text, offset }: OpenToken,
  merged: Tokens.Code,
): LexerState | null {
  const [prefix = "", fence] = /^(`{3,}|~{3,}).*\n/.exec(rest.raw) ?? [];
  const lastLine = text.lastIndexOf("\n") + 1;
  const lines = text.slice(previous ? offset : offset + prefix.length, lastLine);
  if (!fence || new RegExp(`^ {0,3}${fence}[\`~]* *$`, "m").test(lines)) return null;
  const finished = previous?.finished.type === "code" ? previous.finished.text : "";
  return { offset: lastLine, prefix, finished: { ...merged, text: finished + lines } };
}

function advanceTable(
  { previous, rest, text, offset }: OpenToken,
  merged: Tokens.Table,
): LexerState | null {
  const [prefix] = /^.*\n.*\n/.exec(rest.raw) ?? [];
  // Keeps the last complete row in the rest. It must not look blank: marked skips a blank first row.
  const row = text.lastIndexOf("\n", text.lastIndexOf("\n") - 1) + 1;
  const start = previous ? offset : offset + (prefix?.length ?? 0);
  if (!prefix || row <= start || !isDecided(text, row)) return null;
  const before = previous?.finished.type === "table" ? previous.finished.rows.length : 0;
  const rows = merged.rows.slice(0, before + text.slice(start, row).split("\n").length - 1);
  return { offset: row, prefix, finished: { ...merged, rows } };
}

function advanceList(open: OpenToken, merged: Tokens.List, rest: Tokens.List): LexerState | null {
  const offset = rest.items.slice(0, -1).reduce((end, { raw }) => end + raw.length, open.offset);
  if (offset === open.offset || !isDecided(open.text, offset)) return null;
  const items = merged.items.slice(0, -1);
  return { offset, prefix: "", finished: { ...merged, items, loose: isLoose(items) } };
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

function endsBlank({ raw }: Tokens.ListItem): boolean {
  return /\n[ \t]*\n[ \t]*$/.test(raw);
}
