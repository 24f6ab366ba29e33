import { createFormulaToken } from "../customTokens.tsx";
import type { CustomToken } from "../lexer/kitToken.ts";

/** Reader of formulas. Passed only when the application has a component that renders formulas. */
export interface FormulaGrammar {
  /** Matches a line that may end the paragraph before it, including the lines that start a footnote. */
  interruption: RegExp;
  /** Reads a formula in lines of its own at the start of the source; `null` for a formula that may still be closed. */
  readBlock: (source: string) => CustomToken | null | undefined;
  /** Reads an unclosed formula while the text streams; undefined when it looks more like text. */
  readOpen: (source: string) => CustomToken | undefined;
  /** Reads the formula at a position in a line; the characters before it matter as well. */
  readInline: (source: string, at: number) => CustomToken | undefined;
  /** Masks the formulas of a line in the copy in which marked searches for emphasis and has masked code and links. */
  maskFormulas: (line: string, masked: string) => string;
  /** Finds, with the flag `g`, where in a paragraph a formula may begin once more text has arrived. */
  possibleFormula: RegExp;
}

/** A dollar sign beside one of these is text. Scripts without capitals are left out: they write formulas without spaces. */
const WORD_CHARACTER = String.raw`[\p{Lu}\p{Ll}\p{Nd}]`;
/** Content between two dollar signs. */
const INSIDE = String.raw`\\[^\n]|[^\\$\n\x60]`;
/**
 * Characters that cannot end a formula: opening brackets and quotation marks, and operators. Exceptions are single or
 * escaped ones, those in an exponent or index, and `[0,1[`. Markers after them open emphasis.
 */
const NO_END = String.raw`(?:[\s"»›”\p{Pi}]|(?<![\\$])(?!\[)\p{Ps}|(?<![\\$\p{L}\p{N}}])\[|(?<![\\$^_])[-+/–—])[*_~]*`;
/** `$a$`, not `$5 and $6`; `$$a$$`, `\(a\)` and `\[a\]`. */
const INLINE = new RegExp(
  String.raw`(?<!${WORD_CHARACTER})\$(?![\s$])((?:${INSIDE})+)(?<!${NO_END})\$(?!${WORD_CHARACTER})|` +
    String.raw`\$\$((?:\\[^]|[^\\$])+)\$\$|\\\(((?:\\[^()]|[^\\])+?)\\\)|\\\[((?:\\[^[\]]|[^\\])+?)\\\]`,
  "uy",
);
/** Matches an undecided dollar sign: the next one and the character after it decide, or the end of the line. */
const POSSIBLE = new RegExp(
  // The rare character first: a lookbehind at the start would run for every character.
  String.raw`\$(?<=(?<!\\)(?:\\\\)*\$)(?:\$|(?<!${WORD_CHARACTER}\$)(?![\s$])(?:${INSIDE})*[\\$]?$)|\\[([]`,
  "gu",
);
/** Matches the opener of a formula of several lines; the rest of its line opens and closes no other. */
const OPENER =
  /^ {0,3}(?:(\$\$)(?=(?:\\.|[^\\$\n])*\\?(?:\n|$))|\\\[(?=(?:\\[^[\]\n]|[^\\\n])*\\?(?:\n|$)))/;
const LINE =
  /^ {0,3}(?:\$\$((?:\\.|[^\\$\n])+)\$\$|\\\[((?:\\[^[\]\n]|[^\\\n])+)\\\])[ \t]*(?=\n|$)/;
/** Matches the possible end of a formula: its closer, another opener in brackets, or a blank line. */
const END = { dollars: /\\.|\$\$|\n[ \t]*(?=\n)/g, brackets: /\\.|\n[ \t]*(?=\n)/g };
const CLOSER = { dollars: "$$", brackets: "\\]" };
/** Matches syntax that occurs in text, but not in TeX. */
const TEXT = /\*\*|__|`|\]\(|\n {0,3}#/;
const TEXT_IN_BRACKETS = /^[^[\]]*\]/;

/** Reads the formula at a position in a line. */
function readInlineFormula(source: string, at: number): CustomToken | undefined {
  INLINE.lastIndex = at;
  const [raw, inline, display, round, square] = INLINE.exec(source) ?? [];
  if (!raw) return undefined;
  const text = inline ?? display ?? round ?? square ?? "";
  return createFormulaToken(raw, text.trim(), inline === undefined && round === undefined);
}

/** Masks formulas, whose content is not emphasis. Positions that marked has masked (escaped brackets are `++`) do not match. */
function maskFormulas(line: string, masked: string): string {
  let out = "";
  let end = 0;
  for (const { 0: mark, index: at } of line.matchAll(/\$|\\[([]/g)) {
    if (at < end || !masked.startsWith(mark === "$" ? mark : "++", at)) continue;
    const length = readInlineFormula(line, at)?.raw.length;
    if (!length) continue;
    const closer = at + length - 1;
    out += masked.slice(end, at + 1) + "a".repeat(length - 2) + masked.charAt(closer);
    end = closer + 1;
  }
  return out + masked.slice(end);
}

/**
 * Reads the formula in lines of its own at the start of the source. As on GitHub, it may start on the line of its
 * dollar signs and text may follow it. It ends before a blank line, so that it never changes how later text is read.
 *
 * @returns `null` for a formula that may still be closed, and undefined for text.
 */
function readBlockFormula(source: string): CustomToken | null | undefined {
  const [line, dollars, brackets] = LINE.exec(source) ?? [];
  if (line) return createFormulaToken(line, (dollars ?? brackets ?? "").trim(), true);
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
      return createFormulaToken(source.slice(0, end.lastIndex) + spaces, text, true);
    }
    if (mark.startsWith("\n") || (mark === "\\[" && !isDollars)) return undefined;
  }
  return null;
}

/** Reads an unclosed formula while the text streams; undefined when the content looks like text. */
function readOpenFormula(source: string): CustomToken | undefined {
  const [start = "", isDollars] = OPENER.exec(source) ?? [];
  const body = source.slice(start.length);
  // An opener without content is shown as text.
  if (!body.trim() || TEXT.test(body) || (!isDollars && TEXT_IN_BRACKETS.test(body)))
    return undefined;
  return createFormulaToken(source.trimEnd(), "", true);
}

/** Grammar for TeX between dollar signs, or between the brackets that some models write. */
export const formulaGrammar: FormulaGrammar = {
  interruption:
    /\n {0,3}(?:\[\^[^\s[\]]+\]:|\$\$(?:\\.|[^\\$\n])*\n|\\\[(?:\\[^[\]\n]|[^\\\n])*\n)/,
  readBlock: readBlockFormula,
  readOpen: readOpenFormula,
  readInline: readInlineFormula,
  maskFormulas,
  possibleFormula: POSSIBLE,
};
