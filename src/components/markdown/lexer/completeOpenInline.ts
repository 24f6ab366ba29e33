import type { FormulaLength } from "./tokens.ts";

/** A delimiter that is not closed yet. */
interface Delimiter {
  /** `*`, `_`, `~`, `[` or `![`. */
  mark: string;
  at: number;
  /** Number of characters of an emphasis run that are still open. */
  count: number;
}

/** Matches a last line that may become a list marker, an underline, a table's delimiter row or a footnote. */
const UNDECIDED_LINE = /^\|$|(?:^|\n) {0,3}\[\^[^\s\]]*\]?$|\n(?:[ \t]*\d{1,3}[.)]?|[-+=#|: \t]*)$/;
/** Matches an incomplete reference to a footnote. */
const OPEN_FOOTNOTE_REF = /\[\^\S*$/y;
const MARK = /\\[\s\S]?|`+|!?\[|\]|\*+|_+|~~+|\$/g;
const DESTINATION = /\((?:\\[\s\S]|[^\\()]|\((?:\\[\s\S]|[^\\()])*\))*\)/y;
/** Matches an address at the end of the last word. In a longer text, the search would begin again at each address. */
const OPEN_ADDRESS = /(^|[\s(<])(https?|www)([:.][^\s<]*)$/i;
/** Matches everything before the last word. */
const BEFORE_LAST_WORD = /^[\s\S]*(?=[\s<])/;

/**
 * Maximum number of open delimiters; earlier ones become plain text. No real text nests that deeply, and a parser
 * takes longer for a pair the more is inside.
 */
const MAX_OPEN = 12;

/** Maximum number of times that an incomplete marker is removed from the end. Each reads the text again. */
const MAX_CUTS = MAX_OPEN;

/**
 * Completes the inline syntax at the end of a streaming text, for display only.
 *
 * Closes emphasis and code, reduces a link with an incomplete address to its label, and removes a marker that nothing
 * follows yet. Returns complete text as the same string.
 *
 * @param formulaLength - Finds formulas, whose content is not Markdown syntax.
 * @param cuts - Number of times that an incomplete marker may still be removed.
 */
export function completeOpenInline(
  source: string,
  formulaLength?: FormulaLength | undefined,
  cuts = MAX_CUTS,
): string {
  if (cuts < 0) return source;
  const text = source.replace(UNDECIDED_LINE, "");
  const open: Delimiter[] = [];
  const dropped: Delimiter[] = [];
  let code = "";
  MARK.lastIndex = 0;
  for (let match = MARK.exec(text); match && !code; match = MARK.exec(text)) {
    const mark = match[0];
    const at = match.index;
    const end = at + mark.length;
    const formula = formulaLength?.(text, at);
    if (formula) {
      MARK.lastIndex = at + formula;
      continue;
    }
    switch (mark.charAt(0)) {
      case "$":
      case "\\":
        if (mark === "\\") return completeOpenInline(text.slice(0, at), formulaLength, cuts - 1);
        break;
      case "`": {
        const spanEnd = codeSpanEnd(text, mark, end);
        if (spanEnd < 0) {
          if (!/[^`\s]/.test(text.slice(end)))
            return completeOpenInline(text.slice(0, at), formulaLength, cuts - 1);
          code = mark;
        } else MARK.lastIndex = spanEnd;
        break;
      }
      case "!":
      case "[":
        pushDelimiter(open, dropped, { mark, at, count: 0 });
        break;
      case "]": {
        const index = open.findLastIndex((delimiter) => delimiter.mark.endsWith("["));
        const label = open[index];
        if (!label) break;
        open.length = index;
        const isFootnoteRef = end === text.length && /^\^\S+$/.test(text.slice(label.at + 1, at));
        const linkEnd = isFootnoteRef ? end : linkTargetEnd(text, end);
        if (linkEnd < 0) {
          const shown = label.mark === "[" ? text.slice(label.at + 1, at) : "";
          return completeOpenInline(text.slice(0, label.at) + shown, formulaLength, cuts - 1);
        }
        MARK.lastIndex = linkEnd;
        break;
      }
      default:
        if (!matchEmphasis(open, dropped, text, mark, at))
          return completeOpenInline(text.slice(0, at), formulaLength, cuts - 1);
    }
  }
  const hiddenOpener = open.find(({ mark, at }) => {
    OPEN_FOOTNOTE_REF.lastIndex = at;
    return mark === "![" || (mark === "[" && OPEN_FOOTNOTE_REF.test(text));
  });
  if (hiddenOpener)
    return completeOpenInline(text.slice(0, hiddenOpener.at), formulaLength, cuts - 1);
  return escapeDropped(closeAll(text, open, code), dropped);
}

/** Adds an open delimiter, and drops the oldest one when there are too many. */
function pushDelimiter(open: Delimiter[], dropped: Delimiter[], delimiter: Delimiter): void {
  const oldest = open.length === MAX_OPEN && open.shift();
  if (oldest) dropped.push(oldest);
  open.push(delimiter);
}

/** Escapes the markers of dropped emphasis: the parser would search the rest of the text for the end of each. */
function escapeDropped(text: string, dropped: readonly Delimiter[]): string {
  let out = "";
  let from = 0;
  for (const { mark, at, count } of dropped) {
    out += text.slice(from, at) + `\\${mark}`.repeat(count);
    from = count ? at + count : at;
  }
  return out + text.slice(from);
}

/** Returns the end of the code span that a run of backticks opens, or -1. */
function codeSpanEnd(text: string, run: string, from: number): number {
  const runs = /`+/g;
  runs.lastIndex = from;
  for (let next = runs.exec(text); next; next = runs.exec(text)) {
    if (next[0] === run) return runs.lastIndex;
  }
  return -1;
}

/** Returns the end of the link target after a label's `]`: `from` when there is none, -1 when it is incomplete. */
function linkTargetEnd(text: string, from: number): number {
  const next = text.charAt(from);
  if (next === "(") {
    DESTINATION.lastIndex = from;
    return DESTINATION.test(text) ? DESTINATION.lastIndex : -1;
  }
  if (next === "[") return text.indexOf("]", from) + 1 || -1;
  return next ? from : -1;
}

/** Opens or closes emphasis; returns false for a marker at the end of the text that does neither. */
function matchEmphasis(
  open: Delimiter[],
  dropped: Delimiter[],
  text: string,
  run: string,
  at: number,
): boolean {
  const mark = run.charAt(0);
  const before = text.charAt(at - 1);
  const after = text.charAt(at + run.length);
  const wordCharacter = mark === "_" ? /[\p{L}\p{N}]/u : /(?!)/;
  let count = run.length;
  // CommonMark's rules 9 and 10: a marker that can open and close, such as that in `**5*3`, closes no run of these lengths.
  const canOpen = /[\p{L}\p{N}]/u.test(after);
  const closes = (opener: Delimiter) =>
    opener.mark === mark && !(canOpen && (opener.count + count) % 3 === 0 && count % 3);
  if (/\S/.test(before) && !wordCharacter.test(after)) {
    for (let index = 0; count > 0 && index >= 0; ) {
      index = open.findLastIndex(closes);
      const delimiter = open[index];
      if (!delimiter) break;
      const closed = Math.min(count, delimiter.count);
      delimiter.count -= closed;
      count -= closed;
      open.length = delimiter.count ? index + 1 : index;
    }
  }
  if (!count || wordCharacter.test(before) || isInsideWord(text, at, after)) return true;
  if (/\S/.test(after)) pushDelimiter(open, dropped, { mark, at, count });
  return after !== "";
}

/**
 * Tests whether a marker is part of a formula or of code rather than emphasis that is about to close: `5*3`, `a**b`,
 * `f(*args`, `~30`. Scripts without spaces have emphasis inside words.
 */
function isInsideWord(text: string, at: number, after: string): boolean {
  const mark = text.charAt(at);
  if (mark === "~" && text.charAt(at + 1) !== "~") return true;
  const before = text.slice(Math.max(0, at - 2), at);
  return /[\p{Lu}\p{Ll}\p{Nd})\]]$/u.test(before)
    ? after !== ""
    : /[\p{Lu}\p{Ll}\p{Nd}][([{]$/u.test(before);
}

/** Closes all open delimiters, and removes unmatched brackets. */
function closeAll(text: string, open: readonly Delimiter[], code: string): string {
  let closers = code;
  let shown = code ? withoutBackticksAtEnd(text) : open.length ? text.trimEnd() : text;
  for (const { mark, at, count } of [...open].reverse()) {
    if (count) closers += mark.repeat(count);
    else shown = shown.slice(0, at) + shown.slice(at + 1);
  }
  // An incomplete address must not become a link: a backslash keeps it text.
  const isOpenAddress = !code && escapeOpenAddress(text) !== text;
  return (isOpenAddress ? escapeOpenAddress(shown) : shown) + closers;
}

function escapeOpenAddress(text: string): string {
  const [before = ""] = BEFORE_LAST_WORD.exec(text) ?? [];
  return before + text.slice(before.length).replace(OPEN_ADDRESS, "$1$2\\$3");
}

function withoutBackticksAtEnd(text: string): string {
  let end = text.length;
  while (text[end - 1] === "`") end -= 1;
  return text.slice(0, end);
}
