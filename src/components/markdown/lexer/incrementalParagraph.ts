import type { Token, Tokens } from "marked";
import type { BoundedTokenizer } from "./BoundedTokenizer.ts";
import { toKitToken } from "./tokens.ts";

/** Replaces the finished part of a paragraph, so that the rest is not lexed as the start of a line. */
const FILLER = "a ";

/** Characters that may open syntax which later text closes, or split the head of a table into cells. */
const OPENING = /[\\`*_~[\]<&|]/g;

/**
 * Returns the state after the last space that only plain text and closed inline syntax precede.
 *
 * @param finished - The part that was finished before; a filler replaces it in `rest`.
 * @param offset - Offset in the text of the source after the filler in `rest`.
 * @param tokenizer - The tokenizer that has lexed `rest`.
 */
export function advanceParagraph(
  finished: Tokens.Paragraph | null,
  rest: Tokens.Paragraph,
  offset: number,
  tokenizer: BoundedTokenizer,
): { offset: number; prefix: string; finished: Tokens.Paragraph } | null {
  // A paragraph that starts with a bracket may become a link reference definition.
  if (!rest.raw.startsWith(rest.text) || /^\s*\[/.test(rest.raw)) return null;
  const tokens: Token[] = [];
  let end = 0;
  let cut = 0;
  let count = 0;
  let plainText = "";
  // Each finder continues from its last match instead of searching the rest for every token.
  const nextOpening = createFinder(rest.raw, OPENING);
  const nextFormula = createFinder(rest.raw, tokenizer.possibleFormula);
  for (const token of rest.tokens) {
    const tokenEnd = end + token.raw.length;
    const isText = token.type === "text";
    const isAtomic = token.type === "custom" || token.type === "codespan";
    const mark = Math.min(
      isAtomic ? tokenEnd : nextFormula(end),
      isText ? nextOpening(end) : tokenEnd,
    );
    if (isText) {
      const plain = rest.raw.slice(end, Math.min(mark, tokenEnd) + 1);
      const [start] = /^[\s\S]* (?=\S)/.exec(plain) ?? [];
      if (start) {
        cut = end + start.length;
        count = tokens.length;
        plainText = start;
      }
    }
    if (mark < tokenEnd || !isFinished(token)) break;
    tokens.push(token);
    end = tokenEnd;
  }
  const source = rest.raw.slice(0, cut);
  // The line must be decided not to start another block, and must not be a possible head of a table.
  if (!/^[^|]*\p{L}[^|\n]*$/u.test(source) || tokenizer.affectsNextLines?.(source)) return null;
  tokens.length = count;
  tokens.push({ type: "text", raw: plainText, text: plainText });
  const part = { ...rest, tokens };
  return finished
    ? {
        offset: offset + cut - FILLER.length,
        prefix: FILLER,
        finished: mergeParagraphs(finished, part),
      }
    : { offset: offset + cut, prefix: FILLER, finished: part };
}

/** Merges a finished part with the rest that was lexed after its filler. */
export function mergeParagraphs(
  finished: Tokens.Paragraph,
  rest: Tokens.Paragraph,
): Tokens.Paragraph {
  const tokens = [...finished.tokens];
  const [first, ...others] = rest.tokens;
  const end = tokens.pop();
  // A finished part ends with plain text, and the rest begins with the filler: both are text tokens.
  const text = `${(end as Tokens.Text).text}${(first as Tokens.Text).text.slice(FILLER.length)}`;
  return { ...rest, tokens: [...tokens, { type: "text", raw: text, text }, ...others] };
}

/** Creates a search for the next match from a position that never decreases. */
function createFinder(text: string, pattern: RegExp): (from: number) => number {
  let position = -1;
  return (from) => {
    if (position >= from) return position;
    pattern.lastIndex = from;
    position = pattern.exec(text)?.index ?? Number.POSITIVE_INFINITY;
    return position;
  };
}

/** Tests whether no text after a following space can change an inline token. */
function isFinished(anyToken: Token): boolean {
  const token = toKitToken(anyToken);
  switch (token.type) {
    case "text":
      return token.raw.search(OPENING) < 0;
    case "link":
    case "image":
      // An address may contain the start of a code span, a label or a comment.
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
