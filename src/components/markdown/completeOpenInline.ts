import type { FormulaLength } from "./tokens.ts";

/** A delimiter that has been opened and not closed yet. */
interface Open {
  /** `*`, `_`, `~`, `[` or `![`. */
  mark: string;
  at: number;
  /** How many characters of an emphasis run are still open. */
  count: number;
}

/** A line that may yet turn out to be a list marker, an underline, a table's delimiter row or a footnote. */
const UNDECIDED_LINE = /^\|$|(?:^|\n) {0,3}\[\^[^\s\]]*\]?$|\n(?:[ \t]*\d{1,3}[.)]?|[-+=#|: \t]*)$/;
/** The number of a footnote that has not all arrived. */
const OPEN_NOTE = /\[\^\S*$/y;
const MARK = /\\[\s\S]?|`+|!?\[|\]|\*+|_+|~~+|\$/g;
const DESTINATION = /\((?:\\[\s\S]|[^\\()]|\((?:\\[\s\S]|[^\\()])*\))*\)/y;
const OPEN_ADDRESS = /(^|[\s(<])(https?|www)([:.][^\s<]*)$/i;

/**
 * How many delimiters may be open at once; those before stay as they are. Nobody nests that deep, and
 * the time a parser takes for a pair grows with what is inside.
 */
const MAX_OPEN = 12;

/** How many times the end may turn out to be half a marker, and be left out, before it is shown. */
const MAX_CUTS = 32;

/**
 * Completes the inline syntax at the end of a text that is still being written, for display only.
 *
 * Open emphasis and code are closed, a link whose address has not all arrived is its bare label, a
 * marker with nothing behind it yet is left out. Complete text comes back as the same string.
 *
 * @param formulaLength Finds formulas: what is in one is no syntax.
 * @param cuts How many times the end may still be left out.
 */
export function closeOpenSyntax(
  source: string,
  formulaLength?: FormulaLength | undefined,
  cuts = MAX_CUTS,
): string {
  if (cuts < 0) return source;
  const text = source.replace(UNDECIDED_LINE, "");
  const open: Open[] = [];
  const given: Open[] = [];
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
        if (mark === "\\") return closeOpenSyntax(text.slice(0, at), formulaLength, cuts - 1);
        break;
      case "`": {
        const spanEnd = closingRun(text, mark, end);
        if (spanEnd < 0) {
          if (!/[^`\s]/.test(text.slice(end)))
            return closeOpenSyntax(text.slice(0, at), formulaLength, cuts - 1);
          code = mark;
        } else MARK.lastIndex = spanEnd;
        break;
      }
      case "!":
      case "[":
        push(open, given, { mark, at, count: 0 });
        break;
      case "]": {
        const index = open.findLastIndex((entry) => entry.mark.endsWith("["));
        const label = open[index];
        if (!label) break;
        open.length = index;
        const isNote = end === text.length && /^\^\S+$/.test(text.slice(label.at + 1, at));
        const linkEnd = isNote ? end : targetEnd(text, end);
        if (linkEnd < 0) {
          const shown = label.mark === "[" ? text.slice(label.at + 1, at) : "";
          return closeOpenSyntax(text.slice(0, label.at) + shown, formulaLength, cuts - 1);
        }
        MARK.lastIndex = linkEnd;
        break;
      }
      default:
        if (!emphasis(open, given, text, mark, at))
          return closeOpenSyntax(text.slice(0, at), formulaLength, cuts - 1);
    }
  }
  const unsaid = open.find(({ mark, at }) => {
    OPEN_NOTE.lastIndex = at;
    return mark === "![" || (mark === "[" && OPEN_NOTE.test(text));
  });
  if (unsaid) return closeOpenSyntax(text.slice(0, unsaid.at), formulaLength, cuts - 1);
  return escaped(completed(text, open, code), given);
}

function push(open: Open[], given: Open[], entry: Open): void {
  const oldest = open.length === MAX_OPEN && open.shift();
  if (oldest) given.push(oldest);
  open.push(entry);
}

/** Marks emphasis that was given up as plain text, or the parser would look for its end every time. */
function escaped(text: string, given: readonly Open[]): string {
  let out = "";
  let from = 0;
  for (const { mark, at, count } of given) {
    out += text.slice(from, at) + `\\${mark}`.repeat(count);
    from = count ? at + count : at;
  }
  return out + text.slice(from);
}

/** Where the code span that `run` opens ends, or -1. */
function closingRun(text: string, run: string, from: number): number {
  const runs = /`+/g;
  runs.lastIndex = from;
  for (let next = runs.exec(text); next; next = runs.exec(text)) {
    if (next[0] === run) return runs.lastIndex;
  }
  return -1;
}

/** Where what follows a label's `]` ends (`from` itself if nothing belongs to it), or -1 if it is open. */
function targetEnd(text: string, from: number): number {
  const next = text.charAt(from);
  if (next === "(") {
    DESTINATION.lastIndex = from;
    return DESTINATION.test(text) ? DESTINATION.lastIndex : -1;
  }
  if (next === "[") return text.indexOf("]", from) + 1 || -1;
  return next ? from : -1;
}

/** Opens or closes emphasis; false for a marker at the end of the text that has done neither. */
function emphasis(open: Open[], given: Open[], text: string, run: string, at: number): boolean {
  const mark = run.charAt(0);
  const before = text.charAt(at - 1);
  const after = text.charAt(at + run.length);
  const isWord = mark === "_" ? /[\p{L}\p{N}]/u : /(?!)/;
  let count = run.length;
  if (/\S/.test(before) && !isWord.test(after)) {
    for (let index = 0; count > 0 && index >= 0; ) {
      index = open.findLastIndex((entry) => entry.mark === mark);
      const entry = open[index];
      if (!entry) break;
      const taken = Math.min(count, entry.count);
      entry.count -= taken;
      count -= taken;
      open.length = entry.count ? index + 1 : index;
    }
  }
  if (!count || isWord.test(before)) return true;
  if (/\S/.test(after)) push(open, given, { mark, at, count });
  return after !== "";
}

/** The text with everything that is open closed, and lone brackets left out. */
function completed(text: string, open: readonly Open[], code: string): string {
  let closers = code;
  let shown = code ? text.replace(/`+$/, "") : open.length ? text.trimEnd() : text;
  for (const { mark, at, count } of [...open].reverse()) {
    if (count) closers += mark.repeat(count);
    else shown = shown.slice(0, at) + shown.slice(at + 1);
  }
  // Half an address must not be a link: a backslash keeps it text.
  const isOpenAddress = !code && OPEN_ADDRESS.test(text);
  return (isOpenAddress ? shown.replace(OPEN_ADDRESS, "$1$2\\$3") : shown) + closers;
}
