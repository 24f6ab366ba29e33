/** Range of offsets in a text. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** Scripts that do not separate words by spaces. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Returns a transcript with the spaces that the text around it requires. */
export function padWithSpaces(before: string, transcript: string, next: string): string {
  const text = transcript.trim();
  if (text === "") return "";
  const needsLeadingSpace = /[^\s([{"'“‘«¿¡]$/.test(before) && !/^[\s.,;:!?…)\]}%]/.test(text);
  const isBeforeWord = /^[\p{L}\p{N}]/u.test(next);
  const leading = needsLeadingSpace && !areUnspaced(before.at(-1), text.at(0)) ? " " : "";
  const trailing = isBeforeWord && !areUnspaced(text.at(-1), next.at(0)) ? " " : "";
  return leading + text + trailing;
}

function areUnspaced(left = "", right = ""): boolean {
  return UNSPACED.test(left) && UNSPACED.test(right);
}

/** Returns a range after the user edited the text, or `undefined` when the edit touched the range. */
export function mapRangeThroughEdit(
  range: TextRange,
  before: string,
  after: string,
): TextRange | undefined {
  const growth = after.length - before.length;
  // Equal text before or after the range means that the edit was elsewhere.
  if (before.slice(0, range.to) === after.slice(0, range.to)) return range;
  const moved = { from: range.from + growth, to: range.to + growth };
  const isBefore = moved.from >= 0 && before.slice(range.from) === after.slice(moved.from);
  return isBefore ? moved : undefined;
}

/** Returns an offset after a range before or around it was replaced by a text of another length. */
export function mapOffsetThroughReplace(offset: number, range: TextRange, length: number): number {
  if (offset >= range.to) return offset + length - (range.to - range.from);
  return Math.min(offset, range.from + length);
}
