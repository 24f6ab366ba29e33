/** A piece of a text. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Scripts that are written without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** What is said, with the spaces that it needs between what stands before and behind it. */
export function spaced(before: string, said: string, behind: string): string {
  const text = said.trim();
  if (text === "") return "";
  const isStuck = /[^\s([{"'“‘«¿¡]$/.test(before) && !/^[\s.,;:!?…)\]}%]/.test(text);
  const isFollowed = /^[\p{L}\p{N}]/u.test(behind);
  const first = isStuck && !isUnspaced(before.at(-1), text.at(0)) ? " " : "";
  const last = isFollowed && !isUnspaced(text.at(-1), behind.at(0)) ? " " : "";
  return first + text + last;
}

function isUnspaced(left = "", right = ""): boolean {
  return UNSPACED.test(left) && UNSPACED.test(right);
}

/**
 * Where a piece of a text is after a person has changed the text somewhere else; nowhere, when what they
 * changed is the piece.
 */
export function followEdit(range: Range, before: string, after: string): Range | undefined {
  const grown = after.length - before.length;
  // What is the same in front of the piece, or behind it, has not been changed.
  if (before.slice(0, range.to) === after.slice(0, range.to)) return range;
  const moved = { from: range.from + grown, to: range.to + grown };
  const isBefore = moved.from >= 0 && before.slice(range.from) === after.slice(moved.from);
  return isBefore ? moved : undefined;
}

/** Where a place in a text is after a piece in front of it, or around it, has got another length. */
export function followReplace(place: number, range: Range, length: number): number {
  if (place >= range.to) return place + length - (range.to - range.from);
  return Math.min(place, range.from + length);
}
