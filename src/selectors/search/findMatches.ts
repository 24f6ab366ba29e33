import { foldText } from "../foldText.ts";

/** Matches what is folded together: a letter with its marks, the parts of a Korean syllable, and a run of blanks. */
const CLUSTER = /[\u1100-\u115f][\u1160-\u11a7]?[\u11a8-\u11ff]?|\s+|.[\p{M}\uff9e\uff9f]*/gsu;

/** Range of characters of a text. */
interface MatchRange {
  readonly start: number;
  /** Position after the last character. */
  readonly end: number;
}

/**
 * Returns the ranges of a text that match a query, in order and without overlaps.
 *
 * @param query - The result of `foldText`.
 */
export function findMatches(text: string, query: string): readonly MatchRange[] {
  if (query === "") return [];
  const folded = foldText(text);
  const positions: number[] = [];
  for (let at = folded.indexOf(query); at >= 0; at = folded.indexOf(query, at + query.length)) {
    positions.push(at);
  }
  if (positions.length === 0) return [];
  if (isAscii(text) && folded.length === text.length) {
    return positions.map((start) => ({ start, end: start + query.length }));
  }
  const sources = sourceRanges(text);
  return positions.flatMap((at) => {
    const [first, last] = [sources[at], sources[at + query.length - 1]];
    return first && last ? { start: first.start, end: last.end } : [];
  });
}

/** True for a text whose characters are folded one by one, apart from runs of blanks. */
function isAscii(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}

/** Returns, for each character of the folded text, the range of the text that it comes from. */
function sourceRanges(text: string): readonly MatchRange[] {
  const ranges: MatchRange[] = [];
  for (const { 0: cluster, index: start } of text.matchAll(CLUSTER)) {
    const range = { start, end: start + cluster.length };
    for (let count = foldText(cluster).length; count > 0; count--) ranges.push(range);
  }
  return ranges;
}

/**
 * Counts the matches in a text, as `findMatches` finds them.
 *
 * @param folded - The result of `foldText`.
 * @param query - The result of `foldText`.
 */
export function countMatches(folded: string, query: string): number {
  if (query === "") return 0;
  let count = 0;
  for (let at = folded.indexOf(query); at >= 0; at = folded.indexOf(query, at + query.length)) {
    count++;
  }
  return count;
}
