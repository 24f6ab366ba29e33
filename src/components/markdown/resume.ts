import type { MarkedToken, Token, Tokens } from "marked";

type Resumable = Tokens.Code | Tokens.List | Tokens.Paragraph | Tokens.Table;

/**
 * A place inside an open block up to which everything is final, so that a long list, table, code
 * block or paragraph is not read again from its start whenever it grows.
 *
 * Lexing `head + text.slice(at)` gives the rest of the block, and `merge(token, rest)` the whole.
 */
export interface Resume {
  /** Offset in the text. */
  at: number;
  /** What to put before the rest for it to be read as part of such a block. */
  head: string;
  /** The finished part. */
  token: Resumable;
}

/** Puts the finished part and the rest together; `null` when the rest has become something else. */
export function merge(done: Resumable, rest: Token): Resumable | null {
  if (done.type !== rest.type) return null;
  // The type has just been compared; TypeScript does not narrow one union by the other.
  const whole = { ...rest } as Resumable;
  if (whole.type === "code" && done.type === "code") {
    whole.text = done.text + whole.text;
  } else if (whole.type === "table" && done.type === "table") {
    whole.rows = [...done.rows, ...whole.rows];
  } else if (whole.type === "paragraph" && done.type === "paragraph") {
    whole.tokens = joinInline(done.tokens, withoutFiller(whole.tokens));
  } else if (whole.type === "list" && done.type === "list") {
    const isLoose = done.loose || whole.loose || endsBlank(done.items.at(-1));
    return { ...done, loose: isLoose, items: [...done.items, ...whole.items] };
  }
  return whole;
}

/** An open block that is one token, as it was just lexed. */
interface OpenToken {
  previous: Resume | null;
  /** What was lexed: the text from `at` on, behind the head of `previous`. */
  rest: Token;
  /** The same, merged with what was done before. */
  whole: Token;
  text: string;
  at: number;
  isRepaired: boolean;
}

/** The furthest place to resume an open block from; earlier ones stay good. */
export function nextResume(open: OpenToken): Resume | null {
  const { previous, text, at, isRepaired } = open;
  // marked's union also names the tokens of extensions, of which there are none here.
  const [rest, whole] = [open.rest, open.whole] as [MarkedToken, MarkedToken];
  const lastLine = text.lastIndexOf("\n") + 1;
  const head = previous?.head ?? "";
  const done = previous?.token;
  const finishedLines = text.slice(at, lastLine);
  switch (whole.type) {
    case "code": {
      const opener = /^((`{3,}|~{3,})[^\n]*\n)/.exec(rest.raw);
      if (!opener?.[1] || !opener[2] || whole.codeBlockStyle) return previous;
      const lines = previous ? finishedLines : finishedLines.slice(opener[1].length);
      const isClosed = new RegExp(`^ {0,3}${opener[2]}[\`~]* *$`, "m").test(lines);
      if (isClosed || lastLine < at + opener[1].length - head.length) return previous;
      const finished = done?.type === "code" ? done.text + lines : lines;
      return { at: lastLine, head: opener[1], token: { ...whole, text: finished } };
    }
    case "table": {
      const opener = /^[^\n]*\n[^\n]*\n/.exec(rest.raw)?.[0];
      // One finished row stays, as marked reads an odd blank line differently when it is the first.
      const lines = finishedLines.split("\n").length - (previous ? 2 : 4);
      if (isRepaired || !opener || lines < 1) return previous;
      const rows = done?.type === "table" ? done.rows : [];
      const finished = whole.rows.slice(0, rows.length + lines);
      const row = text.lastIndexOf("\n", lastLine - 2) + 1;
      return { at: row, head: opener, token: { ...whole, rows: finished } };
    }
    case "list": {
      // `rest` is a list too, or nothing could have been merged.
      const seen = (rest as Tokens.List).items.slice(0, -1);
      const last = at + seen.reduce((length, item) => length + item.raw.length, 0);
      if (!seen.length || !isDecided(text, last)) return previous;
      const items = whole.items.slice(0, -1);
      return { at: last, head: "", token: { ...whole, items, loose: isLoose(items) } };
    }
    case "paragraph":
      return isRepaired || rest.type !== "paragraph"
        ? previous
        : (resumeParagraph(previous, rest, at) ?? previous);
  }
  return previous;
}

/** Whether the line at `at` is complete, or has a letter: then it is known what starts there. */
export function isDecided(text: string, at: number): boolean {
  const line = /(?=.*\S)[^\n\p{L}]*[\n\p{L}]/uy;
  line.lastIndex = at;
  return line.test(text);
}

/** Stands for the finished part of a paragraph, so that the rest is not taken for a new line. */
const FILLER = "a ";
const OPENING = /[\\`*_~[\]<&|]/;

function resumeParagraph(
  previous: Resume | null,
  rest: Tokens.Paragraph,
  at: number,
): Resume | null {
  // A paragraph that starts with a bracket may still become a link reference definition.
  if (!rest.raw.startsWith(rest.text) || /^\s*\[/.test(rest.raw)) return null;
  const tokens: Token[] = [];
  let offset = 0;
  let cut = 0;
  let cutTokens: Token[] = [];
  for (const token of rest.tokens) {
    const quiet = token.type === "text" ? token.raw.split(OPENING, 1)[0] : undefined;
    if (quiet === undefined) {
      if (!isFinished(token)) break;
    } else {
      const space = quiet.search(/ (?=\S)[^ ]*$/) + 1;
      if (space) {
        cut = offset + space;
        const before = quiet.slice(0, space);
        cutTokens = [...tokens, { type: "text", raw: before, text: before }];
      }
      if (quiet !== token.raw) break;
    }
    tokens.push(token);
    offset += token.raw.length;
  }
  const filler = previous ? FILLER.length : 0;
  const finished = rest.raw.slice(0, cut);
  const line = finished.slice(finished.lastIndexOf("\n") + 1);
  if (cut <= filler || finished.includes("|") || !/\p{L}/u.test(line)) return null;
  const done = previous?.token.type === "paragraph" ? previous.token.tokens : [];
  const inline = joinInline(done, previous ? withoutFiller(cutTokens) : cutTokens);
  return { at: at + cut - filler, head: FILLER, token: { ...rest, tokens: inline } };
}

/** Whether no text that follows can change an inline token, a space after it provided. */
function isFinished(token: Token): boolean {
  switch (token.type) {
    case "text":
      return !OPENING.test(token.raw);
    case "strong":
    case "em":
    case "del":
    case "link":
      return (token as Tokens.Link).autolink || (token.tokens ?? []).every(isFinished);
    case "html":
      return false;
  }
  return true;
}

function withoutFiller(tokens: readonly Token[]): Token[] {
  const [first, ...others] = tokens;
  // The filler is plain text, so the first token is a text token that begins with it.
  const { raw, text } = first as Tokens.Text;
  const start = FILLER.length;
  return [{ type: "text", raw: raw.slice(start), text: text.slice(start) }, ...others];
}

function joinInline(before: readonly Token[], after: readonly Token[]): Token[] {
  const end = before.at(-1);
  const [start, ...others] = after;
  if (end?.type !== "text" || start?.type !== "text") return [...before, ...after];
  const text: Token = { type: "text", raw: end.raw + start.raw, text: end["text"] + start["text"] };
  return [...before.slice(0, -1), text, ...others];
}

/** Whether a list of only these items has paragraphs, by the rules marked follows. */
function isLoose(items: readonly Tokens.ListItem[]): boolean {
  return items.some(
    (item, index) =>
      (index < items.length - 1 && endsBlank(item)) ||
      item.tokens.some((token) => token.type === "space" && /\n.*\n/.test(token.raw)),
  );
}

function endsBlank(item: Tokens.ListItem | undefined): boolean {
  return /\n[ \t]*\n[ \t]*$/.test(item?.raw ?? "");
}
