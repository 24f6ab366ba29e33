import type { FormulaGrammar } from "./KitTokenizer.ts";
import { formulaToken } from "./ownTokens.tsx";
import type { OwnToken } from "./tokens.ts";

/** `$a$`, not `$5 and $6`; `$$a$$`, `\(a\)` and `\[a\]`. */
const INLINE =
  /^(?:\$(?![\s$])((?:\\[^\n]|[^\\$\n])*(?:\\\S|[^\s\\$]))\$(?!\d)|\$\$((?:\\[\s\S]|[^\\$])+)\$\$|\\\(((?:(?!\\[()])[\s\S])+)\\\)|\\\[((?:(?!\\[[\]])[\s\S])+)\\\])/;
const OPENER = /^ {0,3}(\$\$|\\\[)[ \t]*(?:\n|$)/;
const BLANK_LINE = /\n[ \t]*\n/;
const CLOSER = { $$: /\$\$[ \t]*(?=\n|$)/, "\\[": /\\\][ \t]*(?=\n|$)/ };
const LINE = /^ {0,3}(?:\$\$((?:\\.|[^\\$\n])+)\$\$|\\\[((?:(?!\\[[\]]).)+)\\\])[ \t]*(?=\n|$)/;

/** The formula that a piece of a line begins with. */
function readFormula(source: string): OwnToken | undefined {
  const [raw, inline, display, round, square] = INLINE.exec(source) ?? [];
  if (!raw) return undefined;
  const text = inline ?? display ?? round ?? square ?? "";
  return formulaToken(raw, text.trim(), inline === undefined && round === undefined);
}

/**
 * The formula in lines of its own that a text begins with. One that is not closed before the next blank
 * line has no `text`: what stands behind that line is never read another way because of it.
 */
function readBlockFormula(source: string): OwnToken | undefined {
  const [line, dollars, brackets] = LINE.exec(source) ?? [];
  if (line) return formulaToken(line, (dollars ?? brackets ?? "").trim(), true);
  const [start, opener] = OPENER.exec(source) ?? [];
  if (!start) return undefined;
  const end = source.search(BLANK_LINE);
  const part = end < 0 ? source.trimEnd() : source.slice(0, end);
  const body = part.slice(start.length);
  const closer = CLOSER[opener === "$$" ? "$$" : "\\["].exec(body);
  if (!closer) return formulaToken(part, "", true);
  const { index } = closer;
  const text = body.slice(0, index);
  return formulaToken(start + text + closer[0], text.trim(), true);
}

/** TeX between dollars, or between the brackets that some models write. */
export const formulas: FormulaGrammar = {
  line: /\n {0,3}(?:\[\^[^\s\]]+\]:|(?:\$\$|\\\[)[ \t]*\n)/,
  readBlock: readBlockFormula,
  readInline: readFormula,
};
