import type { FormulaGrammar } from "./KitTokenizer.ts";
import { formulaToken } from "./renderCustomTokens.tsx";
import type { OwnToken } from "./tokens.ts";

/** What a dollar is of that stands directly beside it. Scripts without capitals put no spaces around a formula. */
const WORD = String.raw`[\p{Lu}\p{Ll}\p{Nd}]`;
/** What may stand between one dollar and the next. */
const INSIDE = String.raw`\\[^\n]|[^\\$\n\x60]`;
/**
 * What opens something, or wants something behind it: but for signs that are alone or escaped, those raised
 * or lowered, and `[0,1[`. Asterisks and the like behind it open emphasis.
 */
const NO_END = String.raw`(?:[\s"»›”\p{Pi}]|(?<![\\$])(?!\[)\p{Ps}|(?<![\\$\p{L}\p{N}}])\[|(?<![\\$^_])[-+/–—])[*_~]*`;
/** `$a$`, not `$5 and $6`; `$$a$$`, `\(a\)` and `\[a\]`. */
const INLINE = new RegExp(
  String.raw`(?<!${WORD})\$(?![\s$])((?:${INSIDE})+)(?<!${NO_END})\$(?!${WORD})|` +
    String.raw`\$\$((?:\\[^]|[^\\$])+)\$\$|\\\(((?:\\[^()]|[^\\])+?)\\\)|\\\[((?:\\[^[\]]|[^\\])+?)\\\]`,
  "uy",
);
/** One dollar is decided by the next one and what follows it, or by the end of its line. */
const UNDECIDED = new RegExp(
  // What is rare comes first: what is before is looked at for dollars alone.
  String.raw`\$(?<=(?<!\\)(?:\\\\)*\$)(?:\$|(?<!${WORD}\$)(?![\s$])(?:${INSIDE})*[\\$]?$)|\\[([]`,
  "gu",
);
/** What opens one of several lines: nothing else in its line opens or closes any. */
const OPENER =
  /^ {0,3}(?:(\$\$)(?=(?:\\.|[^\\$\n])*\\?(?:\n|$))|\\\[(?=(?:\\[^[\]\n]|[^\\\n])*\\?(?:\n|$)))/;
const LINE =
  /^ {0,3}(?:\$\$((?:\\.|[^\\$\n])+)\$\$|\\\[((?:\\[^[\]\n]|[^\\\n])+)\\\])[ \t]*(?=\n|$)/;
/** What may end one: its closer, another opener in brackets, a blank line. */
const END = { dollars: /\\.|\$\$|\n[ \t]*(?=\n)/g, brackets: /\\.|\n[ \t]*(?=\n)/g };
const CLOSER = { dollars: "$$", brackets: "\\]" };
/** What text has, and TeX does not. */
const TEXT = /\*\*|__|`|\]\(|\n {0,3}#/;
const TEXT_IN_BRACKETS = /^[^[\]]*\]/;

/** The formula at a place in a line. */
function readFormula(source: string, at: number): OwnToken | undefined {
  INLINE.lastIndex = at;
  const [raw, inline, display, round, square] = INLINE.exec(source) ?? [];
  if (!raw) return undefined;
  const text = inline ?? display ?? round ?? square ?? "";
  return formulaToken(raw, text.trim(), inline === undefined && round === undefined);
}

/** What is in a formula is no emphasis, and what is hidden already (escaped brackets are `++`) is no formula. */
function mask(line: string, masked: string): string {
  let out = "";
  let end = 0;
  for (const { 0: mark, index: at } of line.matchAll(/\$|\\[([]/g)) {
    if (at < end || !masked.startsWith(mark === "$" ? mark : "++", at)) continue;
    const length = readFormula(line, at)?.raw.length;
    if (!length) continue;
    const closer = at + length - 1;
    out += masked.slice(end, at + 1) + "a".repeat(length - 2) + masked.charAt(closer);
    end = closer + 1;
  }
  return out + masked.slice(end);
}

/**
 * The formula in lines of its own that a text begins with. As on GitHub, it may begin behind its dollars and
 * be followed by text; it ends before a blank line, so that what stands behind is never read another way
 * because of it. `null` for one that may yet be closed; one that cannot be is text as any other.
 */
function readBlockFormula(source: string): OwnToken | null | undefined {
  const [line, dollars, brackets] = LINE.exec(source) ?? [];
  if (line) return formulaToken(line, (dollars ?? brackets ?? "").trim(), true);
  const [start, isDollars] = OPENER.exec(source) ?? [];
  if (!start) return undefined;
  const kind = isDollars ? "dollars" : "brackets";
  const end = END[kind];
  end.lastIndex = start.length;
  for (let match = end.exec(source); match; match = end.exec(source)) {
    const [mark] = match;
    if (mark === CLOSER[kind]) {
      const text = source.slice(start.length, match.index).trim();
      const [spaces = ""] = /^[ \t]*/.exec(source.slice(end.lastIndex)) ?? [];
      return formulaToken(source.slice(0, end.lastIndex) + spaces, text, true);
    }
    if (mark.startsWith("\n") || (mark === "\\[" && !isDollars)) return undefined;
  }
  return null;
}

/** One that may yet be closed, as it is shown while it is written: what looks like text is read as text. */
function readOpenFormula(source: string): OwnToken | undefined {
  const [start = "", isDollars] = OPENER.exec(source) ?? [];
  const body = source.slice(start.length);
  // Of one that has only been opened nothing is to be kept from being read.
  if (!body.trim() || TEXT.test(body) || (!isDollars && TEXT_IN_BRACKETS.test(body)))
    return undefined;
  return formulaToken(source.trimEnd(), "", true);
}

/** TeX between dollars, or between the brackets that some models write. */
export const formulas: FormulaGrammar = {
  line: /\n {0,3}(?:\[\^[^\s[\]]+\]:|\$\$(?:\\.|[^\\$\n])*\n|\\\[(?:\\[^[\]\n]|[^\\\n])*\n)/,
  readBlock: readBlockFormula,
  readOpen: readOpenFormula,
  readInline: readFormula,
  mask,
  undecided: UNDECIDED,
};
