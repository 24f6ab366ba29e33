import { CJK_PUNCTUATION } from "./BoundedTokenizer.ts";
import { flankingOf } from "./emphasis.ts";
import type { FormulaLength } from "./kitToken.ts";
import { isTextBracket } from "./linkReferences.ts";

/** A delimiter that is not closed yet, or another character that is shown as it is. */
interface Delimiter {
  /** `*`, `_`, `~`, `[` or `![`. */
  mark: string;
  at: number;
  /** Number of characters of an emphasis run that are still open. */
  count: number;
  /** True when the delimiter is text until its closer arrives. */
  isText?: boolean;
}

/** State of the search for open syntax in a text. */
interface Scan {
  text: string;
  open: Delimiter[];
  /** Characters that need a backslash. */
  escaped: Delimiter[];
  /** End of the last address that was found. Emphasis may close in an address, but does not open there. */
  addressEnd: number;
  /** Markers in that address which the next ones in it close. */
  addressOpeners: string[];
  /** Number of open brackets that belong to code: `f(`, `{`, and those inside them. */
  codeDepth: number;
}

/** Matches a last line that may become a list marker, an underline, a table's delimiter row or a footnote. */
const UNDECIDED_LINE = /^\|$|(?:^|\n) {0,3}\[\^[^\s\]]*\]?$|\n(?:[ \t]*\d{1,3}[.)]?|[-+=#|: \t]*)$/;
/** Matches an incomplete reference to a footnote. */
const OPEN_FOOTNOTE_REF = /\[\^\S*$/y;
const MARK = /\\[\s\S]?|`+|!?\[|\]|\*+|_+|~+|\$|[({]|[)}]|https?:|ftp:|www\.|@/gi;
const DESTINATION = /\((?:\\[\s\S]|[^\\()]|\((?:\\[\s\S]|[^\\()])*\))*\)/y;
const OPERAND_BEFORE =
  /(?:[\p{Lu}\p{Ll}\p{Nd})\]}%&=+/^]|[\w.!?)]["'`”’]|\w\[|\b(?:bool|char|const|float|int|size_t|void) )$/u;
const CLOSER_AFTER = /^(?:[)\]},;]|\/(?:\*|$))/;
/** Matches the names of Python's collected arguments, before which a marker seldom opens emphasis: `*args`, `**kwargs`. */
const ARGUMENTS_AFTER = /^(?:kw)?args\b/;
/** Matches types of C that are English words as well. */
const TYPE_BEFORE = /\b(?:double|long|short|unsigned) $/;
/** Matches a name of one letter: `double *p`, but `double *espresso*`. */
const SHORT_NAME_AFTER = /^\w(?:\W|$)/;
/** Matches the rest of an address. */
const ADDRESS = new RegExp(`(?:(?!${CJK_PUNCTUATION.source})[^\\s<])*`, "y");

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
  const completeShorter = (shown: string) => completeOpenInline(shown, formulaLength, cuts - 1);
  const text = source.replace(UNDECIDED_LINE, "");
  const scan: Scan = {
    text,
    open: [],
    escaped: [],
    addressEnd: 0,
    addressOpeners: [],
    codeDepth: 0,
  };
  const { open } = scan;
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
        if (mark === "\\") return completeShorter(text.slice(0, at));
        break;
      case "`": {
        const spanEnd = codeSpanEnd(text, mark, end);
        if (spanEnd < 0) {
          if (!/[^`\s]/.test(text.slice(end))) return completeShorter(text.slice(0, at));
          code = mark;
        } else MARK.lastIndex = spanEnd;
        break;
      }
      case "!":
      case "[":
        pushDelimiter(scan, { mark, at, count: 0 });
        break;
      case "]": {
        const index = open.findLastIndex((delimiter) => delimiter.mark.endsWith("["));
        const label = open[index];
        if (!label) break;
        open.length = index;
        const isFootnoteRef = end === text.length && /^\^\S+$/.test(text.slice(label.at + 1, at));
        const isText = label.mark === "[" && isTextBracket(text, label.at, at);
        const isComplete = isFootnoteRef || (isText && text.charAt(end) !== "(");
        const linkEnd = isComplete ? end : linkTargetEnd(text, end);
        if (linkEnd < 0) {
          const shown = label.mark === "[" ? text.slice(label.at + 1, at) : "";
          return completeShorter(text.slice(0, label.at) + shown);
        }
        MARK.lastIndex = linkEnd;
        if (scan.addressEnd > at) dropAddress(scan, label.at);
        break;
      }
      case "(":
      case "{":
        if (at < scan.addressEnd) break;
        if (scan.codeDepth || mark === "{" || /\w/.test(text.charAt(at - 1))) scan.codeDepth += 1;
        break;
      case ")":
      case "}":
        scan.codeDepth = Math.max(0, scan.codeDepth - 1);
        break;
      case "*":
      case "_":
      case "~":
        if (!matchEmphasis(scan, mark, at)) return completeShorter(text.slice(0, at));
        break;
      default:
        if (at >= scan.addressEnd) openAddress(scan, end);
    }
  }
  const hiddenOpener = open.find(({ mark, at }) => {
    OPEN_FOOTNOTE_REF.lastIndex = at;
    return mark === "![" || (mark === "[" && OPEN_FOOTNOTE_REF.test(text));
  });
  if (hiddenOpener) return completeShorter(text.slice(0, hiddenOpener.at));
  return closeAll(scan, code);
}

/** Adds an open delimiter, and drops the oldest one when there are too many. */
function pushDelimiter({ open, escaped }: Scan, delimiter: Delimiter): void {
  const oldest = open.length === MAX_OPEN ? open.shift() : undefined;
  // The parser would search the rest of the text for the end of dropped emphasis.
  if (oldest?.count) escaped.push(oldest);
  open.push(delimiter);
}

/** Finds the end of an address. At the end of the text, a backslash keeps it from becoming a link. */
function openAddress(scan: Scan, from: number): void {
  const { text, escaped } = scan;
  ADDRESS.lastIndex = from;
  scan.addressOpeners = [];
  scan.addressEnd = from + (ADDRESS.exec(text)?.[0].length ?? 0);
  if (scan.addressEnd === text.length)
    escaped.push({ mark: text.charAt(from - 1), at: from - 1, count: 1 });
}

/** Drops the address that was found in the label of a link. */
function dropAddress(scan: Scan, labelAt: number): void {
  scan.addressEnd = 0;
  scan.escaped = scan.escaped.filter(({ at }) => at < labelAt);
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
function matchEmphasis(scan: Scan, run: string, at: number): boolean {
  const { text, open, escaped, addressEnd, addressOpeners } = scan;
  const mark = run.charAt(0);
  const { before, after, isRight } = flankingOf(text, at, at + run.length);
  const isInAddress = at < addressEnd;
  // A single tilde seldom strikes out: it stays text until its closer arrives.
  if (run === "~" && !isInAddress) return after !== "";
  const wordCharacter = mark === "_" ? /[\p{L}\p{N}]/u : /(?!)/;
  const canClose = isRight && !wordCharacter.test(after);
  /** Shows a marker in an address that may still grow. */
  const escapeInAddress = (count: number) => {
    if (addressEnd === text.length) escaped.push({ mark, at, count });
  };
  if (isInAddress && canClose && addressOpeners.at(-1) === run) {
    addressOpeners.pop();
    escapeInAddress(run.length);
    return true;
  }
  let count = run.length;
  // CommonMark's rules 9 and 10: a marker that can open and close, such as that in `**5*3`, closes no run of these lengths.
  const canOpen = /[\p{L}\p{N}]/u.test(after);
  // At the end of the text, a marker closes only what is shown as emphasis: the next character decides about the rest.
  const closes = (opener: Delimiter) =>
    opener.mark === mark &&
    !(opener.isText && !after) &&
    !(canOpen && (opener.count + count) % 3 === 0 && count % 3);
  if (canClose) {
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
  if (!count || wordCharacter.test(before)) return true;
  if (isInAddress) {
    if (/\S/.test(after)) addressOpeners.push(run);
    escapeInAddress(count);
  } else if (/\S/.test(after)) {
    const isText = isOperator(scan, run, at);
    // A marker after a letter or a digit may close emphasis as well: CommonMark's rules keep it from closing this one.
    if (!isText || !/[\p{L}\p{N}]/u.test(before)) pushDelimiter(scan, { mark, at, count, isText });
  }
  return after !== "";
}

/**
 * Tests whether a marker looks like an operator, or like part of code or of a path. Such a marker stays text until its
 * closer arrives; any other one is shown as emphasis at once. These are operators:
 *
 * - After a word, a number, `%`, `&`, `/` or another sign of formulas, or after what closes: `5*3`, `100%*5`, `"a"*3`.
 * - A single `*` after a script without spaces, which has emphasis of two inside words: `单价*数量`, but `很**重要`.
 * - In brackets of code, or after a type of C: `f(*args, **kwargs)`, `{**a}`, `int *p`, `double *p`.
 * - Before the names of collected arguments: `*args`, `**kwargs`.
 * - Before what closes, or in a pattern of file names: `(*)`, `*.ts`, `**\/*`.
 */
function isOperator({ text, codeDepth }: Scan, run: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 10), at);
  const end = at + run.length;
  const after = text.slice(end, end + 7);
  if (codeDepth || OPERAND_BEFORE.test(before) || CLOSER_AFTER.test(after)) return true;
  if (ARGUMENTS_AFTER.test(after)) return true;
  if (TYPE_BEFORE.test(before) && SHORT_NAME_AFTER.test(after)) return true;
  return run === "*" && (/\p{Lo}["”]?$/u.test(before) || /^(?:\/|\.(?:\w|$))/.test(after));
}

/** Closes all open delimiters, and removes brackets that may become links. */
function closeAll({ text, open, escaped }: Scan, code: string): string {
  const closed = open.filter(({ count, isText }) => count && !isText);
  // A backslash keeps a marker text that a closer of another one would close. Brackets, whose count is 0, are removed.
  const edits = open
    .filter(({ at, count, isText }) =>
      count ? isText && closed.length : !isTextBracket(text, at, text.length),
    )
    .concat(escaped)
    .sort((a, b) => a.at - b.at);
  const trimmed = closed.length || edits.length ? text.trimEnd() : text;
  const source = code ? withoutBackticksAtEnd(text) : trimmed;
  let shown = "";
  let from = 0;
  for (const { mark, at, count } of edits) {
    shown += source.slice(from, at) + `\\${mark}`.repeat(count);
    from = at + (count || 1);
  }
  const closers = closed.map(({ mark, count }) => mark.repeat(count)).reverse();
  return shown + source.slice(from) + code + closers.join("");
}

function withoutBackticksAtEnd(text: string): string {
  let end = text.length;
  while (text[end - 1] === "`") end -= 1;
  return text.slice(0, end);
}
