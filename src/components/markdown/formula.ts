import type { FormulaToken } from "./tokens.ts";

/** `$a$`, not `$5 and $6`; `$$a$$`, `\(a\)` and `\[a\]`. */
const INLINE =
  /^(?:\$(?![\s$])((?:\\[^\n]|[^\\$\n])*(?:\\\S|[^\s\\$]))\$(?!\d)|\$\$((?:\\[\s\S]|[^\\$])+)\$\$|\\\(((?:(?!\\[()])[\s\S])+)\\\)|\\\[((?:(?!\\[[\]])[\s\S])+)\\\])/;
const OPENER = /^ {0,3}(\$\$|\\\[)[ \t]*(?:\n|$)/;
const BLANK_LINE = /\n[ \t]*\n/;
const CLOSER = { $$: /\$\$[ \t]*(?=\n|$)/, "\\[": /\\\][ \t]*(?=\n|$)/ };
const LINE = /^ {0,3}(?:\$\$((?:\\.|[^\\$\n])+)\$\$|\\\[((?:(?!\\[[\]]).)+)\\\])[ \t]*(?=\n|$)/;

/** The formula that a piece of a line begins with. */
export function readFormula(source: string): FormulaToken | undefined {
  const [raw, inline, display, round, square] = INLINE.exec(source) ?? [];
  if (!raw) return undefined;
  const text = inline ?? display ?? round ?? square ?? "";
  return formula(raw, text, inline === undefined && round === undefined);
}

/**
 * The formula in lines of its own that a text begins with. One that is not closed before the next blank
 * line has no `text`: what stands behind that line is never read another way because of it.
 */
export function readBlockFormula(source: string): FormulaToken | undefined {
  const [line, dollars, brackets] = LINE.exec(source) ?? [];
  if (line) return formula(line, dollars ?? brackets ?? "", true);
  const [start, opener] = OPENER.exec(source) ?? [];
  if (!start) return undefined;
  const end = source.search(BLANK_LINE);
  const part = end < 0 ? source.trimEnd() : source.slice(0, end);
  const body = part.slice(start.length);
  const closer = CLOSER[opener === "$$" ? "$$" : "\\["].exec(body);
  if (!closer) return formula(part, "", true);
  const { index } = closer;
  return formula(start + body.slice(0, index) + closer[0], body.slice(0, index), true);
}

function formula(raw: string, text: string, isDisplay: boolean): FormulaToken {
  return { type: "formula", raw, text: text.trim(), isDisplay };
}
