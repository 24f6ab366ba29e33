import type { Token } from "marked";
import { toKitToken } from "./kitToken.ts";
import { STEP } from "./longBlock.ts";

/** Marks the end of a word. After this rare punctuation mark, marked reads a text as before, and an address ends. */
const MARK = "\u303d";

/**
 * Matches a line up to its first letter or digit, in group 1 the markers of its lists, tasks and quotations. More text
 * cannot change what such a line is: text, code or a row of a table.
 */
const LINE_START =
  /^(?=((?:[\s>*+-]|\d{1,9}(?:$|[.)](?=\s|$))|\[[ xX]\](?=\s))*))\1(?!<(?!br\b))[^\p{L}\p{N}]*[\p{L}\p{N}]/u;

/** Matches the last character of a word, but no colon, which may end the label of a definition, and no end of a tag. */
const WORD_END = /[^\s\\|:>](?=\s)/g;

/** Matches a character that may open syntax which later text closes. */
const OPENER = /[`[$]|<\w|[*~](?=\S)|(?<![\p{L}\p{N}])_(?=\S)/u;

/**
 * Position near a mark at which a text can be cut:
 *
 * - `none`: not here, because the mark is inside emphasis, a link, code in a line or the head of a table.
 * - `word`: at the mark.
 * - `any`: at the mark when no other one fits, because syntax before it may still be closed by later text.
 * - `line`: at the end of the line, because the mark is in a row of a table.
 */
type CutKind = "none" | "word" | "any" | "line";

/**
 * Returns the last end of a word at which a text can be cut without a change of its tokens. Lexes the text with marks, and
 * finds the marks in the tokens. The marks are at the ends of the words in the last half of a step:
 *
 *     text     - one *two three* four five
 *     marked   - one|*two|three*|four|
 *     kinds         word none  none  word    → the cut comes after "four"
 *
 * Returns undefined when no mark fits.
 *
 * @param rest - The end of the text that is lexed at once.
 * @param lexMarked - Lexes the open block with the rest replaced by one with marks in it.
 */
export function findSafeCut(
  rest: string,
  lexMarked: (rest: string) => readonly Token[],
): number | undefined {
  const positions = rest.includes(MARK) ? [] : wordEnds(rest, rest.length - STEP / 2);
  if (!positions.length) return undefined;
  const ends = [...positions, rest.length];
  const pieces = ends.map((end, index) => rest.slice(ends[index - 1] ?? 0, end));
  const kinds: CutKind[] = [];
  collectKinds(lexMarked(pieces.join(MARK)), true, kinds);
  // A row with too many cells loses some.
  if (kinds.length !== positions.length) return undefined;
  let index = kinds.findLastIndex((kind) => kind === "word" || kind === "line");
  if (index < 0) index = kinds.indexOf("any");
  const position = positions[index];
  if (position === undefined || kinds[index] !== "line") return position;
  const lineEnd = rest.indexOf("\n", position);
  return lineEnd < 0 ? undefined : lineEnd;
}

/** Returns the ends of words from a position on, in lines that more text cannot turn into the head of a table. */
function wordEnds(text: string, from: number): number[] {
  const positions: number[] = [];
  let lineStart = text.lastIndexOf("\n", from - 1) + 1;
  for (const line of text.slice(lineStart).split("\n")) {
    const lineEnd = lineStart + line.length;
    const isDecided = /^\n[^\n\p{L}]*[\n\p{L}]/u.test(text.slice(lineEnd));
    const [{ length: start } = "", markers = ""] = LINE_START.exec(line) ?? [];
    if (start && (isDecided || lineStart < from || line[markers.length] !== "|")) {
      for (const { index } of `${line}\n`.matchAll(WORD_END)) {
        const position = lineStart + index + 1;
        if (index + 1 >= start && position >= from && position < text.length)
          positions.push(position);
      }
    }
    lineStart = lineEnd + 1;
  }
  return positions;
}

/**
 * Adds the kind of each mark in the tokens, in the order of the text.
 *
 * @param isLast - True when the last of the tokens is the last one of the text.
 */
function collectKinds(tokens: readonly Token[], isLast: boolean, kinds: CutKind[]): void {
  for (const [index, anyToken] of tokens.entries()) {
    const token = toKitToken(anyToken);
    const isOpen = isLast && index === tokens.length - 1;
    switch (token.type) {
      case "list":
        for (const item of token.items)
          collectKinds(item.tokens, isOpen && item === token.items.at(-1), kinds);
        break;
      case "blockquote":
        collectKinds(token.tokens, isOpen, kinds);
        break;
      case "paragraph":
      case "text":
        collectInLine(token.tokens ?? [], isOpen, kinds);
        break;
      case "table":
        addKinds(token.header.map(({ text }) => text).join(), "none", kinds);
        addKinds(token.rows.flatMap((row) => row.map(({ text }) => text)).join(), "line", kinds);
        break;
      case "code":
        addKinds(token.lang ?? "", "none", kinds);
        addKinds(token.text, "word", kinds);
        break;
      default:
        addKinds(token.raw, "none", kinds);
    }
  }
}

/**
 * Adds the kind of each mark in the inline tokens of a paragraph.
 *
 * @param isOpen - True when more text may close what the paragraph opens.
 */
function collectInLine(tokens: readonly Token[], isOpen: boolean, kinds: CutKind[]): void {
  let mayOpen = false;
  for (const token of tokens) {
    const isText = token.type === "text";
    for (const [index, piece] of token.raw.split(MARK).entries()) {
      if (index) kinds.push(isText ? (mayOpen ? "any" : "word") : "none");
      mayOpen ||= isOpen && isText && OPENER.test(piece);
    }
  }
}

/** Adds the same kind for each mark in a source. */
function addKinds(source: string, kind: CutKind, kinds: CutKind[]): void {
  for (let count = source.split(MARK).length; count > 1; count--) kinds.push(kind);
}
