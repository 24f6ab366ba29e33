import type { Token } from "marked";
import { STEP } from "./longBlock.ts";
import { toKitToken } from "./tokens.ts";

/** Marks the end of a word. Punctuation after which marked reads the text as before, and at which an address ends. */
const MARK = "\u303d";

/** Matches a line up to its first letter or digit. The line is decided to be text, code or a row of a table. */
const LINE_START =
  /^(?=((?:[\s>*+-]|\d{1,9}(?:$|[.)](?=\s|$))|\[[ xX]\](?=\s))*))\1(?!<(?!br\b))[^\p{L}\p{N}]*[\p{L}\p{N}]/u;

/** Matches the last character of a word; a colon may end the label of a definition, and a tag may be a block of HTML. */
const WORD_END = /[^\s\\|:>](?=\s)/g;

/** Matches a character that may open syntax which later text closes. */
const OPENER = /[`[$]|<\w|[*~](?=\S)|(?<![\p{L}\p{N}])_(?=\S)/u;

/** Ways to cut a text at a mark: not at all, there, there for want of a better one, or at the end of the line. */
type CutKind = "none" | "word" | "any" | "line";

/**
 * Returns the last end of a word at which a text can be cut without a change of its tokens: outside of emphasis,
 * links and code in a line. Returns undefined when there is none in the last half of a step.
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

/** Adds the kind of each mark in the tokens. @param isLast - True when the last token is the last of the text. */
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

/** @param isOpen - True when more text may close what the line opens. */
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

function addKinds(source: string, kind: CutKind, kinds: CutKind[]): void {
  for (let count = source.split(MARK).length; count > 1; count--) kinds.push(kind);
}
