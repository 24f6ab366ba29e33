import type { FormulaGrammar } from "./KitTokenizer.ts";
import { formulaToken } from "./ownTokens.tsx";
import type { OwnToken } from "./tokens.ts";

/** `$a$`, not `$5 and $6`; `$$a$$`, `\(a\)` and `\[a\]`. */
const INLINE =
  /^(?:\$(?![\s$])((?:\\[^\n]|[^\\$\n])*(?:\\\S|[^\s\\$]))\$(?!\d)|\$\$((?:\\[\s\S]|[^\\$])+)\$\$|\\\(((?:\\[^()]|[^\\])+?)\\\)|\\\[((?:\\[^[\]]|[^\\])+?)\\\])/;
/** One dollar is decided by the next one and what follows it, or by the end of its line. */
const UNDECIDED = /(?<!\\)\$(?:\$|(?![\s$])(?:\\[^\n]|[^\\$\n])*\$?$)|\\[([]/g;
/** What opens one of several lines: nothing else in its line opens or closes any. */
const OPENER =
  /^ {0,3}(?:(\$\$)(?=(?:\\.|[^\\$\n])*(?:\n|$))|\\\[(?=(?:\\[^[\]]|[^\\\n])*(?:\n|$)))/;
const BLANK_LINE = /\n[ \t]*\n/;
const TO_DOLLARS = /^((?:\\[\s\S]|[^\\])+?)\$\$[ \t]*/;
const TO_BRACKET = /^((?:\\[^\]]|[^\\])+?)\\\][ \t]*/;
const LINE =
  /^ {0,3}(?:\$\$((?:\\.|[^\\$\n])+)\$\$|\\\[((?:\\[^[\]\n]|[^\\\n])+)\\\])[ \t]*(?=\n|$)/;

/** The formula that a piece of a line begins with. */
function readFormula(source: string): OwnToken | undefined {
  const [raw, inline, display, round, square] = INLINE.exec(source) ?? [];
  if (!raw) return undefined;
  const text = inline ?? display ?? round ?? square ?? "";
  return formulaToken(raw, text.trim(), inline === undefined && round === undefined);
}

/**
 * The formula in lines of its own that a text begins with. As on GitHub, it may begin behind its dollars and
 * be followed by text; it ends before a blank line, so that what stands behind is never read another way
 * because of it. One that may yet be closed has no `text`; one that cannot be is text as any other.
 */
function readBlockFormula(source: string): OwnToken | undefined {
  const [line, dollars, brackets] = LINE.exec(source) ?? [];
  if (line) return formulaToken(line, (dollars ?? brackets ?? "").trim(), true);
  const [start, isDollars] = OPENER.exec(source) ?? [];
  if (!start) return undefined;
  const end = source.search(BLANK_LINE);
  const part = end < 0 ? source.trimEnd() : source.slice(0, end);
  const body = part.slice(start.length);
  const [closed, text = ""] = (isDollars ? TO_DOLLARS : TO_BRACKET).exec(body) ?? [];
  if (closed) return formulaToken(start + closed, text.trim(), true);
  // Of one that has only been opened nothing is to be kept from being read.
  return end < 0 && body.trim() ? formulaToken(part, "", true) : undefined;
}

/** TeX between dollars, or between the brackets that some models write. */
export const formulas: FormulaGrammar = {
  line: /\n {0,3}(?:\[\^[^\s\]]+\]:|\$\$(?:\\.|[^\\$\n])*\n|\\\[(?:\\[^[\]\n]|[^\\\n])*\n)/,
  readBlock: readBlockFormula,
  readInline: readFormula,
  undecided: UNDECIDED,
};
