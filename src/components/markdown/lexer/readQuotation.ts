import type { Rules } from "marked";

const MARKER = /^ {0,3}>/;
/** Matches the markers of lists and quotations at the start of a line. */
const CONTAINERS = /^(?: {0,3}(?:>|(?:[*+-]|\d{1,9}[.)])(?=[ \t]|$))[ \t]?)*/;
const FENCE = /^ {0,3}(?:`{3,}|~{3,})/;
const UNDERLINE = /^ {0,3}(=+|-+)[ \t]*$/;

/** The lines of a quotation and their content. */
interface Quotation {
  raw: string;
  /** The lines without their markers. */
  content: string;
}

/**
 * Reads the quotation at the start of the source without reading its content. Marked reads the content of a
 * quotation twice when a line without a marker follows, which doubles with every level.
 */
export function readQuotation(source: string, rules: Rules): Quotation | undefined {
  const [matched] = rules.block.blockquote.exec(source) ?? [];
  if (!matched) return undefined;
  const lines: string[] = [];
  const content: string[] = [];
  let isInFence = false;
  /** True when the last line with a marker leaves a paragraph open, which lines without a marker continue. */
  let continues = false;
  for (const line of matched.replace(/\n+$/, "").split("\n")) {
    const isMarked = MARKER.test(line);
    if (!isMarked && !continues) break;
    lines.push(line);
    if (!isMarked) {
      // An underline without a marker does not underline the paragraph in the quotation.
      content.push(UNDERLINE.test(line) ? `    ${line.trimStart()}` : line);
      continue;
    }
    const inner = line
      .replace(
        /^( {0,3}>)(\t[ \t]*)/,
        (_, marker: string, space: string) => marker + expandTabs(space, marker.length),
      )
      .replace(/^ {0,3}>[ \t]?/, "");
    content.push(inner);
    const text = inner.replace(CONTAINERS, "");
    if (FENCE.test(text)) isInFence = !isInFence;
    continues = !isInFence && !FENCE.test(text) && isParagraphLine(text, rules);
  }
  return { raw: lines.join("\n"), content: content.join("\n") };
}

function isParagraphLine(text: string, { block }: Rules): boolean {
  if (!text.trim() || /^(?: {4}| {0,3}\t)/.test(text)) return false;
  return !block.heading.test(text) && !block.hr.test(text) && !/^ {0,3}(?:<|\|)/.test(text);
}

function expandTabs(space: string, from: number): string {
  let column = from;
  for (const character of space) column += character === "\t" ? 4 - (column % 4) : 1;
  return " ".repeat(column - from);
}
