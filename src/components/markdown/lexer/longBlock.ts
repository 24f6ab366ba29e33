import type { Token } from "marked";
import { FILLER } from "./incrementalParagraph.ts";
import { toKitToken } from "./kitToken.ts";

/** Bound of an open construct in characters. The text of a step has one to about two times this length. */
export const STEP = 1024;

/** Most cuts are at most this far from the end of a step. A position in that range belongs to the next step. */
const LEAST_CUT = 64;

/**
 * Matches the markers of quotations, list items and tasks at the start of a line, and its text up to a letter or a
 * digit. The group in a lookahead keeps all markers: a shorter match would take a part of one for text.
 */
const LINE_START =
  /^(?=((?:[\s>*+-]|\d{1,9}(?:$|[.)](?=\s|$))|\[[ xX]\](?=\s))*))\1[^\p{L}\p{N}]*[\p{L}\p{N}]/u;

/** Maximum length of the rest of an address that a step would cut. */
const MAX_ADDRESS = 2048;
/** Matches the end of a text inside the address of a link or an image. */
const OPEN_ADDRESS = /^\]\((data:image\/[a-z]+;base64,)?[^\s()[\]<>`\\]*$/;
/** Matches the opening line of fenced code. The fence is its whole run, because shorter ones would be tried in turn. */
export const OPENING_FENCE = /^(`{3,}(?!`)|~{3,}(?!~)).*\n/;
const ADDRESS_END = /[\s()[\]<>`\\]/g;

/**
 * Returns the end of the text that is lexed at once from a position, and again with every delta. Some constructs take
 * marked a time that grows with the square of their length. Ends depend on the text only, not on its deltas.
 */
export function endOfStep(text: string, start: number): number {
  const end = (Math.floor((start + LEAST_CUT) / STEP) + 2) * STEP;
  if (end >= text.length) return end;
  const step = text.slice(start, end);
  const at = step.lastIndexOf("](");
  const [opener, isImage] = (at >= 0 && OPEN_ADDRESS.exec(step.slice(at))) || [];
  if (!opener) return end;
  // An address may be longer than a step, and the data of an image has no limit.
  ADDRESS_END.lastIndex = end;
  const addressEnd = (ADDRESS_END.exec(text)?.index ?? text.length) + 1;
  return isImage ? addressEnd : Math.min(addressEnd, end + MAX_ADDRESS);
}

/** Matches a text that ends inside the data of an image. The image appears once its address is complete. */
const OPEN_IMAGE_DATA = /\]\(data:image\/[a-z]+;base64,[\w+/=]*$/;

/** Tests whether a text ends inside the data of an image. */
export function endsInImageData(text: string): boolean {
  const at = text.lastIndexOf("](data:");
  return at >= 0 && OPEN_IMAGE_DATA.test(text.slice(at));
}

/** Tests whether a text is nothing but data of an image. */
export function isImageData(text: string): boolean {
  return /^[\w+/=]+$/.test(text);
}

/**
 * Returns where to close the constructs that are open at the end of a step when `findSafeCut` finds no end of a word.
 * The position is late in the text, inside a line that is decided to be text, preferably between two words.
 */
export function findCut(text: string): number {
  // A step that an address has made longer ends after the address.
  if (text.length % STEP) return text.length;
  const earliest = text.length - STEP / 2;
  let end = text.length;
  while (end > earliest) {
    const lineStart = lineStartOf(text, end - 1, earliest);
    const line = text.slice(lineStart, end);
    const start = LINE_START.exec(line)?.[0].length ?? line.length;
    if (start < line.length - 1) {
      const space = line.lastIndexOf(" ", line.length - 2);
      // Before a space: marked trims the end of a list.
      const isBetween = space >= start && /\S \S/.test(line.slice(space - 1, space + 2));
      return beforeSurrogatePair(text, lineStart + (isBetween ? space : line.length - 1));
    }
    end = lineStart - 1;
  }
  return beforeSurrogatePair(text, text.length - 1);
}

/** Returns the start of the line that a position is in, or `from` when the line starts earlier. */
export function lineStartOf(text: string, position: number, from: number): number {
  return from + text.slice(from, position + 1).lastIndexOf("\n") + 1;
}

/** Returns the position before a surrogate pair for a position inside the pair; any other position unchanged. */
function beforeSurrogatePair(text: string, at: number): number {
  return /[\udc00-\udfff]/.test(text.charAt(at)) ? at - 1 : at;
}

/** Matches the start of raw HTML that ends at a tag or at the end of a comment rather than at a blank line. */
const HTML_OPENER = /^ {0,3}<(!--|script|pre|style|textarea)/i;

/** Returns the source to put before the rest of raw HTML. */
export function htmlPrefix(raw: string): string {
  return `<${HTML_OPENER.exec(raw)?.[1] ?? "div"} `;
}

/**
 * Returns the source to put before the rest of a line. The line is then lexed in the lists, quotations and code around
 * the end of a token. Returns `null` for a token that cannot continue there.
 *
 * @param isLineEnd - True when the rest is the end of a line, and all lines after it.
 */
export function continuationPrefix(anyToken: Token | undefined, isLineEnd: boolean): string | null {
  if (!anyToken) return null;
  const token = toKitToken(anyToken);
  switch (token.type) {
    case "paragraph":
    case "text":
      return FILLER;
    case "html":
      return htmlPrefix(token.raw);
    case "table":
      return (isLineEnd && /^.*\n.*/.exec(token.raw)?.[0]) || null;
    case "code": {
      if (token.codeBlockStyle === "indented") return `    ${FILLER}`;
      const [line] = OPENING_FENCE.exec(token.raw) ?? [];
      return line ? line + FILLER : null;
    }
    case "list": {
      const item = token.items.at(-1);
      const [marker = ""] =
        /^ {0,3}(?:[*+-]|\d{1,9}[.)])(?: {1,4}(?=\S)| )/.exec(item?.raw ?? "") ?? [];
      const inside = marker ? continuationPrefix(item?.tokens.at(-1), isLineEnd) : null;
      if (inside === null) return null;
      const indented = inside.replaceAll("\n", `\n${" ".repeat(marker.length)}`);
      // More space after the marker would be part of it.
      return /^ (?! {3})/.test(inside)
        ? `${marker}\n${" ".repeat(marker.length)}${indented}`
        : marker + indented;
    }
    case "blockquote": {
      const inside = continuationPrefix(token.tokens.at(-1), isLineEnd);
      return inside && `> ${inside.replaceAll("\n", "\n> ")}`;
    }
  }
  return null;
}
