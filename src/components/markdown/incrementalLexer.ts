import type { MarkedToken, Token, Tokens } from "marked";
import { joinParagraph, resumeParagraph } from "./incrementalParagraph.ts";
import type { BoundedTokenizer } from "./lex.ts";
import { known } from "./tokens.ts";

/**
 * A place inside an open block up to which everything is final, so that a long list, table, code
 * block or paragraph is not read again from its start whenever it grows.
 *
 * Lexing `head + text.slice(at)` gives the rest of the block, and `merge(done, rest)` the whole.
 */
export interface LexerState {
  /** Offset in the text. */
  at: number;
  /** What to put before the rest for it to be read as part of such a block. */
  head: string;
  /** The finished part. */
  done: MarkedToken;
}

/** Puts the finished part and the rest together; `null` when the rest has become something else. */
export function merge(done: MarkedToken, anyRest: Token): MarkedToken | null {
  const rest = known(anyRest);
  if (done.type === "code" && rest.type === "code") {
    return { ...rest, text: done.text + rest.text };
  }
  if (done.type === "table" && rest.type === "table") {
    return { ...rest, rows: [...done.rows, ...rest.rows] };
  }
  if (done.type === "list" && rest.type === "list") {
    const loose = done.loose || rest.loose || done.items.slice(-1).some(endsBlank);
    return { ...done, loose, items: [...done.items, ...rest.items] };
  }
  if (done.type === "paragraph" && rest.type === "paragraph") return joinParagraph(done, rest);
  return null;
}

/** An open block that is one token, as it was just lexed. */
interface OpenToken {
  previous: LexerState | null;
  /** What was lexed: the text from `at` on, behind the head of `previous`. */
  rest: Token;
  /** The same, merged with what was done before. */
  whole: Token;
  text: string;
  at: number;
  /** Whether its inline tokens were completed for display. */
  isRepaired: boolean;
  /** What has read it. */
  tokenizer: BoundedTokenizer;
}

/** The furthest place to resume an open block from; an earlier one stays good. */
export function nextResume(open: OpenToken): LexerState | null {
  return furthest(open) ?? open.previous;
}

function furthest(open: OpenToken): LexerState | null {
  const rest = known(open.rest);
  const whole = known(open.whole);
  if (whole.type === "code") return resumeCode(open, whole);
  if (whole.type === "list" && rest.type === "list") return resumeList(open, whole, rest);
  // Inline tokens that were completed for display say nothing of the source.
  if (open.isRepaired || open.tokenizer.pending) return null;
  if (whole.type === "table") return resumeTable(open, whole);
  if (rest.type !== "paragraph") return null;
  const done = open.previous?.done;
  const before = done?.type === "paragraph" ? done : null;
  return resumeParagraph(before, rest, open.at, open.tokenizer);
}

/** Whether the line at `at` is complete, or has a letter: then it is known what starts there. */
export function isDecided(text: string, at: number): boolean {
  const line = /(?=.*\S)[^\n\p{L}]*[\n\p{L}]/uy;
  line.lastIndex = at;
  return line.test(text);
}

function resumeCode(
  { previous, rest, text, at }: OpenToken,
  whole: Tokens.Code,
): LexerState | null {
  const [head = "", fence] = /^(`{3,}|~{3,}).*\n/.exec(rest.raw) ?? [];
  const lastLine = text.lastIndexOf("\n") + 1;
  const lines = text.slice(previous ? at : at + head.length, lastLine);
  if (!fence || new RegExp(`^ {0,3}${fence}[\`~]* *$`, "m").test(lines)) return null;
  const done = previous?.done.type === "code" ? previous.done.text : "";
  return { at: lastLine, head, done: { ...whole, text: done + lines } };
}

function resumeTable(
  { previous, rest, text, at }: OpenToken,
  whole: Tokens.Table,
): LexerState | null {
  const [head] = /^.*\n.*\n/.exec(rest.raw) ?? [];
  // The last finished row stays, and must not look blank: marked skips such a row if it is the first.
  const row = text.lastIndexOf("\n", text.lastIndexOf("\n") - 1) + 1;
  const start = previous ? at : at + (head?.length ?? 0);
  if (!head || row <= start || !isDecided(text, row)) return null;
  const before = previous?.done.type === "table" ? previous.done.rows.length : 0;
  const rows = whole.rows.slice(0, before + text.slice(start, row).split("\n").length - 1);
  return { at: row, head, done: { ...whole, rows } };
}

function resumeList(open: OpenToken, whole: Tokens.List, rest: Tokens.List): LexerState | null {
  const at = rest.items.slice(0, -1).reduce((end, { raw }) => end + raw.length, open.at);
  if (at === open.at || !isDecided(open.text, at)) return null;
  const items = whole.items.slice(0, -1);
  return { at, head: "", done: { ...whole, items, loose: isLoose(items) } };
}

/** Whether a list of only these items has paragraphs, by the rules marked follows. */
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
