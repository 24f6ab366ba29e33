/** Emphasis from one delimiter run to another, by the positions of its markers. */
export interface EmphasisSpan {
  type: "em" | "strong" | "del";
  /** Number of marker characters at each end. */
  size: number;
  /** Position after the closing markers. */
  end: number;
}

/** A run of `*`, `_` or `~`, without the characters that other spans have used. */
interface DelimiterRun {
  mark: string;
  /** Position of the first unused character. */
  at: number;
  /** Number of unused characters. */
  count: number;
  /** Length of the whole row of markers in the source. */
  length: number;
  canOpen: boolean;
  canClose: boolean;
}

/** Spans inside more spans than this are text. No real text nests that deeply, and every level is read again. */
const MAX_DEPTH = 12;

const RUN = /\*+|_+|~+/g;
const WHITESPACE = /^\s?$/;
const PUNCTUATION = /[\p{P}\p{S}]/u;
const WORD_CHARACTER = /[\p{L}\p{N}]/u;
/** Matches a number after a few symbols (`-5`, `$5`, `(½`). The bound keeps the search linear in long runs of symbols. */
const NUMBER_AHEAD = /[\p{P}\p{S}]{0,8}\p{N}/uy;
/** Matches characters of scripts that are written without spaces, and their punctuation. */
const CJK =
  /[\u1100-\u11ff\u2e80-\ua4cf\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\ufe10-\ufe1f\ufe30-\ufe6f\uff00-\uffef\u{1aff0}-\u{1b16f}\u{1f200}-\u{1f2ff}\u{20000}-\u{3ffff}]/u;

/**
 * Finds emphasis and strikethrough by CommonMark's delimiter algorithm, in time linear in the length of the text. Two rules
 * differ:
 *
 * - Punctuation does not keep a marker beside a CJK character from opening or closing, because these scripts have no spaces
 *   (`これは**「重要」**です`).
 * - A single `~` does not strike out inside a word or before a number with `$` or `-` before it (`25~30`, `~$5`).
 *
 * @param masked - Inline source with escapes, code, links and formulas masked.
 * @param source - The inline source itself, in which numbers in code are recognized.
 * @returns The spans by the position of their first character.
 */
export function findEmphasis(masked: string, source = masked): Map<number, EmphasisSpan> {
  const spans = new Map<number, EmphasisSpan>();
  const openers: DelimiterRun[] = [];
  /** By kind of delimiter run, the number of openers that were searched without a match. */
  const searched = new Map<string, number>();
  for (const { 0: text, index } of masked.matchAll(RUN)) {
    const run = createRun(masked, source, text, index);
    while (run.canClose && run.count > 0) {
      const kind = `${run.mark}${run.canOpen}${run.mark === "~" ? run.length : run.length % 3}`;
      const bottom = searched.get(kind) ?? 0;
      const openerIndex = findOpener(openers, run, bottom);
      if (openerIndex < bottom) {
        searched.set(kind, openers.length);
        break;
      }
      openers.length = openerIndex + 1;
      for (const [other, position] of searched)
        searched.set(other, Math.min(position, openers.length));
      // The search returned an index of the list.
      const opener = openers[openerIndex] as DelimiterRun;
      closeSpan(spans, opener, run);
      if (!opener.count) openers.pop();
    }
    if (run.canOpen && run.count > 0) openers.push(run);
  }
  return withoutDeepSpans(spans);
}

function findOpener(openers: readonly DelimiterRun[], closer: DelimiterRun, from: number): number {
  for (let index = openers.length - 1; index >= from; index--) {
    // The index is within the list.
    const opener = openers[index] as DelimiterRun;
    if (opener.mark !== closer.mark) continue;
    if (closer.mark === "~") {
      if (opener.length === closer.length) return index;
      continue;
    }
    // CommonMark's rules 9 and 10.
    const isAmbiguous = opener.canClose || closer.canOpen;
    const sum = opener.length + closer.length;
    if (!isAmbiguous || sum % 3 || !(opener.length % 3 || closer.length % 3)) return index;
  }
  return -1;
}

function closeSpan(
  spans: Map<number, EmphasisSpan>,
  opener: DelimiterRun,
  closer: DelimiterRun,
): void {
  const isStrikethrough = closer.mark === "~";
  const size = isStrikethrough ? closer.length : opener.count > 1 && closer.count > 1 ? 2 : 1;
  opener.count -= size;
  closer.count -= size;
  closer.at += size;
  const type = isStrikethrough ? "del" : size > 1 ? "strong" : "em";
  spans.set(opener.at + opener.count, { type, size, end: closer.at });
}

function createRun(masked: string, source: string, text: string, at: number): DelimiterRun {
  const mark = text.charAt(0);
  const end = at + text.length;
  const { before, after, isLeft, isRight } = flankingOf(masked, at, end);
  let [canOpen, canClose] = [isLeft, isRight];
  if (mark === "_") {
    canOpen = isLeft && (!isRight || isPunctuation(before, mark));
    canClose = isRight && (!isLeft || isPunctuation(after, mark));
  } else if (mark === "~") {
    const isSingle = text.length === 1;
    const isInText = isSingle && (WORD_CHARACTER.test(before) || isNumberAt(source, end));
    canOpen = isLeft && text.length < 3 && !isInText;
    canClose = isRight && text.length < 3 && !(isSingle && WORD_CHARACTER.test(after));
  }
  return { mark, at, count: text.length, length: text.length, canOpen, canClose };
}

/** Characters beside a run of markers, and whether the run is left-flanking or right-flanking in CommonMark's sense. */
interface Flanking {
  before: string;
  after: string;
  isLeft: boolean;
  isRight: boolean;
}

/** Returns how the run of markers between two positions is flanked. */
export function flankingOf(text: string, at: number, end: number): Flanking {
  const mark = text.charAt(at);
  const before = /.?$/su.exec(text.slice(Math.max(0, at - 2), at))?.[0] ?? "";
  const after = /^.?/su.exec(text.slice(end, end + 2))?.[0] ?? "";
  const isBeside = (inner: string, outer: string) =>
    !WHITESPACE.test(inner) &&
    (!isPunctuation(inner, mark) ||
      CJK.test(inner) ||
      WHITESPACE.test(outer) ||
      isPunctuation(outer, mark) ||
      CJK.test(outer));
  return { before, after, isLeft: isBeside(after, before), isRight: isBeside(before, after) };
}

function isNumberAt(source: string, at: number): boolean {
  NUMBER_AHEAD.lastIndex = at;
  return NUMBER_AHEAD.test(source);
}

/** Tests for punctuation. A tilde does not count beside other markers, so that struck text can be bold inside a word. */
function isPunctuation(character: string, mark: string): boolean {
  return (mark === "~" || character !== "~") && PUNCTUATION.test(character);
}

function withoutDeepSpans(spans: Map<number, EmphasisSpan>): Map<number, EmphasisSpan> {
  const ends: number[] = [];
  for (const [at, { end }] of [...spans].sort(([a], [b]) => a - b)) {
    while (ends.length && at >= (ends.at(-1) ?? 0)) ends.pop();
    if (ends.length >= MAX_DEPTH) spans.delete(at);
    else ends.push(end);
  }
  return spans;
}
