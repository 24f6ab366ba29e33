import type { Token, Tokens } from "marked";
import type { BoundedTokenizer } from "./lex.ts";
import { known } from "./tokens.ts";

/** Stands for the finished part of a paragraph, so that the rest is not taken for a new line. */
const FILLER = "a ";

/** What may open something that later text closes, or split a table's head into cells. */
const OPENING = /[\\`*_~[\]<&|]/g;

/**
 * Where to go on reading a paragraph: behind the last space before which there is only plain text
 * and finished inline syntax.
 *
 * @param done the part finished before, which a filler stands for in `rest`
 * @param at offset in the text of what `rest` has behind its filler
 * @param tokenizer what has read it
 */
export function resumeParagraph(
  done: Tokens.Paragraph | null,
  rest: Tokens.Paragraph,
  at: number,
  tokenizer: BoundedTokenizer,
): { at: number; head: string; done: Tokens.Paragraph } | null {
  // A paragraph that starts with a bracket may still become a link reference definition.
  if (!rest.raw.startsWith(rest.text) || /^\s*\[/.test(rest.raw)) return null;
  const tokens: Token[] = [];
  let end = 0;
  let cut = 0;
  let count = 0;
  let words = "";
  // Each looks on from where it last found something, and not through the rest for every token.
  const opening = finder(rest.raw, OPENING);
  const formula = finder(rest.raw, tokenizer.undecided);
  for (const token of rest.tokens) {
    const tokenEnd = end + token.raw.length;
    const isText = token.type === "text";
    const isWhole = token.type === "own" || token.type === "codespan";
    const mark = Math.min(isWhole ? tokenEnd : formula(end), isText ? opening(end) : tokenEnd);
    if (isText) {
      const plain = rest.raw.slice(end, Math.min(mark, tokenEnd) + 1);
      const [start] = /^[\s\S]* (?=\S)/.exec(plain) ?? [];
      if (start) {
        cut = end + start.length;
        count = tokens.length;
        words = start;
      }
    }
    if (mark < tokenEnd || !isFinished(token)) break;
    tokens.push(token);
    end = tokenEnd;
  }
  const source = rest.raw.slice(0, cut);
  // The line must have shown that no block starts with it, and must not be able to head a table.
  if (!/^[^|]*\p{L}[^|\n]*$/u.test(source) || tokenizer.decides?.(source)) return null;
  tokens.length = count;
  tokens.push({ type: "text", raw: words, text: words });
  const part = { ...rest, tokens };
  return done
    ? { at: at + cut - FILLER.length, head: FILLER, done: joinParagraph(done, part) }
    : { at: at + cut, head: FILLER, done: part };
}

/** Puts a finished part and what was read behind its filler together. */
export function joinParagraph(done: Tokens.Paragraph, rest: Tokens.Paragraph): Tokens.Paragraph {
  const tokens = [...done.tokens];
  const [first, ...others] = rest.tokens;
  const end = tokens.pop();
  // A finished part ends with plain text, and the filler is where the rest begins.
  const text = `${(end as Tokens.Text).text}${(first as Tokens.Text).text.slice(FILLER.length)}`;
  return { ...rest, tokens: [...tokens, { type: "text", raw: text, text }, ...others] };
}

/** Where the next one is, from a place on that never goes back. */
function finder(text: string, pattern: RegExp): (from: number) => number {
  let found = -1;
  return (from) => {
    if (found >= from) return found;
    pattern.lastIndex = from;
    found = pattern.exec(text)?.index ?? Number.POSITIVE_INFINITY;
    return found;
  };
}

/** Whether no text that follows can change an inline token, a space after it provided. */
function isFinished(anyToken: Token): boolean {
  const token = known(anyToken);
  switch (token.type) {
    case "text":
      return token.raw.search(OPENING) < 0;
    case "link":
    case "image":
      // An address may hold what looks like the start of a code span, a label or a comment.
      if (token.raw.startsWith("<") || /[\\`[\]<]/.test(`${token.href}${token.title}`))
        return false;
      return ("autolink" in token && token.autolink) || token.tokens.every(isFinished);
    case "strong":
    case "em":
    case "del":
      return token.tokens.every(isFinished);
  }
  return token.type !== "html";
}
