/** A piece of a text. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Scripts that are written without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** What is said, with the spaces that it needs between what stands before and behind it. */
export function padWithSpaces(before: string, transcript: string, after_: string): string {
  const text = transcript.trim();
  if (text === "") return "";
  const needsLeadingSpace = /[^\s([{"'“‘«¿¡]$/.test(before) && !/^[\s.,;:!?…)\]}%]/.test(text);
  const isBeforeWord = /^[\p{L}\p{N}]/u.test(after_);
  const leading = needsLeadingSpace && !areUnspaced(before.at(-1), text.at(0)) ? " " : "";
  const trailing = isBeforeWord && !areUnspaced(text.at(-1), after_.at(0)) ? " " : "";
  return leading + text + trailing;
}

function areUnspaced(left = "", right = ""): boolean {
  return UNSPACED.test(left) && UNSPACED.test(right);
}

/**
 * Where a piece of a text is after a person has changed the text somewhere else; nowhere, when what they
 * changed is the piece.
 */
export function mapRangeThroughEdit(
  range: Range,
  before: string,
  after: string,
): Range | undefined {
  const growth = after.length - before.length;
  // What is the same in front of the piece, or behind it, has not been changed.
  if (before.slice(0, range.to) === after.slice(0, range.to)) return range;
  const moved = { from: range.from + growth, to: range.to + growth };
  const isBefore = moved.from >= 0 && before.slice(range.from) === after.slice(moved.from);
  return isBefore ? moved : undefined;
}

/** Where a place in a text is after a piece in front of it, or around it, has got another length. */
export function mapOffsetThroughReplace(offset: number, range: Range, length: number): number {
  if (offset >= range.to) return offset + length - (range.to - range.from);
  return Math.min(offset, range.from + length);
}
