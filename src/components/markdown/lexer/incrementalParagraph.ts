import type { Token, Tokens } from "marked";
import type { BoundedTokenizer } from "./BoundedTokenizer.ts";
import { MAX_WEIGHT, TEXT_PER_WEIGHT, weightOf } from "./blockWeight.ts";
import { type Sectioned, toKitToken } from "./kitToken.ts";

/** Replaces the finished part of a line, so that the rest is not lexed as the start of a line. */
export const FILLER = "a ";

/** Replaces lines of which one looks like a list item: marked underlines no lines that contain such a line. */
const FILLER_WITH_ITEM = "a\n2. a ";

/** Matches a line of a paragraph that looks like a list item, such as `2.`, which does not start a list there. */
const ITEM_LINE = /\n {0,3}(?:[*+-]|\d{1,9}[.)]) /;

/**
 * Matches a character that may open syntax which later text closes, or that may split the head of a table into cells. Also
 * matches a bracket of code that is open, or that has markers inside, which are text (see `completeOpenInline`).
 */
const OPENING = /[\\`*_~[\]<&|]|(?:\w\(|\{)(?!(?:[^(){}*_~]|\([^(){}*_~]*\))*[)}])/g;

/**
 * Returns the state after the last space before which all inline syntax is closed, or the first one at which the
 * paragraph is full.
 *
 * @param finished - The part that was finished before; a filler replaces it in `rest`.
 * @param offset - Offset in the text of the source after the filler in `rest`.
 * @param tokenizer - The tokenizer that has lexed `rest`.
 */
export function advanceParagraph(
  finished: Sectioned<Tokens.Paragraph> | null,
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
  // The filler, which `finished` replaces, has no weight.
  let weight = finished ? weightOf(finished) - fillerOf(rest).length / TEXT_PER_WEIGHT : 1;
  // Continues from its last match instead of searching the rest for every token.
  const nextFormula = createFinder(rest.raw, tokenizer.possibleFormula);
  for (const token of rest.tokens) {
    const tokenEnd = end + token.raw.length;
    const isText = token.type === "text";
    const isAtomic = token.type === "custom" || token.type === "codespan";
    const opening = isText ? token.raw.search(OPENING) : -1;
    const mark = Math.min(
      isAtomic ? tokenEnd : nextFormula(end),
      opening < 0 ? tokenEnd : end + opening,
    );
    if (isText) {
      const wordsEnd = Math.min(mark, tokenEnd);
      const fullAt = end + TEXT_PER_WEIGHT * (MAX_WEIGHT - weight);
      // Keeps the word before a marker: it may be a type, as in `int *p`.
      const start = lastWordStart(rest.raw, end, wordsEnd - 1);
      const isFull = start >= fullAt;
      if (start > end) {
        cut = isFull ? firstWordStart(rest.raw, Math.max(end + 1, fullAt)) : start;
        count = tokens.length;
        plainText = rest.raw.slice(end, cut);
        if (isFull) break;
      }
    }
    if (mark < tokenEnd || !isFinished(token)) break;
    tokens.push(token);
    weight += weightOf(token);
    end = tokenEnd;
  }
  const source = rest.raw.slice(0, cut);
  // The line must be decided not to start another block, and must not be a possible head of a table.
  const lastLine = source.slice(source.lastIndexOf("\n") + 1);
  const isText = /\p{L}/u.test(lastLine) && !source.includes("|");
  if (!isText || tokenizer.affectsNextLines?.(source)) return null;
  tokens.length = count;
  tokens.push({ type: "text", raw: plainText, text: plainText });
  const part = { ...rest, tokens };
  const prefix = ITEM_LINE.test(source) ? FILLER_WITH_ITEM : FILLER;
  return finished
    ? {
        offset: offset + cut - fillerOf(rest).length,
        prefix,
        finished: mergeParagraphs(finished, part),
      }
    : { offset: offset + cut, prefix, finished: part };
}

/** Merges a finished part with the rest that was lexed after its filler. */
export function mergeParagraphs(
  finished: Sectioned<Tokens.Paragraph>,
  rest: Tokens.Paragraph,
): Sectioned<Tokens.Paragraph> {
  // The rest begins with the filler, which is text.
  const [first, ...others] = rest.tokens as [Tokens.Text, ...Token[]];
  const last = finished.tokens.at(-1);
  const end = last && toKitToken(last);
  const isText = end?.type === "text" && !end.tokens;
  const { length } = fillerOf(rest);
  const text = `${isText ? end.text : ""}${first.text.slice(length)}`;
  const joint: Tokens.Text = { type: "text", raw: text, text };
  const tokens = (isText ? finished.tokens.slice(0, -1) : finished.tokens).concat(joint, others);
  const merged = { ...finished, ...rest, text: finished.text + rest.text.slice(length), tokens };
  // Underlined lines are a heading, which begins without white space.
  return ["paragraph", "text"].includes(rest.type) ? merged : trimFirst(merged);
}

/** Removes white space from the start of a line. */
function trimFirst(line: Sectioned<Tokens.Paragraph>): Sectioned<Tokens.Paragraph> {
  const { sections: [section, ...sections] = [] } = line;
  const [start, ...others] = section ?? line.tokens;
  if (start?.type !== "text") return line;
  // `Token` has a member of any type, which hides that `start` is a text token.
  const first = { ...start, text: start.text.trimStart() } as Tokens.Text;
  const tokens = [first, ...others];
  return section ? { ...line, sections: [tokens, ...sections] } : { ...line, tokens };
}

/** Returns the filler at the start of a rest. */
function fillerOf({ raw }: Tokens.Paragraph): string {
  return raw.startsWith(FILLER_WITH_ITEM) ? FILLER_WITH_ITEM : FILLER;
}

/** Returns the last position up to `to` at which a space precedes something else, or `from`. */
function lastWordStart(text: string, from: number, to: number): number {
  let space = to;
  do space = text.lastIndexOf(" ", space - 1);
  while (space > from && !/\S/.test(text.charAt(space + 1)));
  return space >= from && /\S/.test(text.charAt(space + 1)) ? space + 1 : from;
}

/** Returns the first position from `from` on at which a space precedes something else. */
function firstWordStart(text: string, from: number): number {
  const wordStart = / (?=\S)/g;
  wordStart.lastIndex = Math.ceil(from) - 1;
  return (wordStart.exec(text)?.index ?? text.length) + 1;
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
