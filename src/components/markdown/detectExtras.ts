/** Matches syntax that needs the extras: images, footnotes and code blocks. */
const EXTRAS_SYNTAX = /!\[|\[\^|```|~~~|^(?: {4}|\t)/m;

/** Length of the longest match: a match may start that many characters before the new text. */
const OVERLAP = 4;

/** A scanned text, and whether it needs the extras. */
export interface ExtrasScan {
  text: string;
  needsExtras: boolean;
}

/** Scans a text for syntax that needs the extras. Scans only the new part of a text that has grown. */
export function detectExtras(before: ExtrasScan, text: string): ExtrasScan {
  if (before.needsExtras || text === before.text) return before;
  const isLonger = text.slice(0, before.text.length) === before.text;
  const from = isLonger ? Math.max(0, before.text.length - OVERLAP) : 0;
  // The dot prevents `^` from matching at the start of the slice, which is not the start of a line.
  return { text, needsExtras: EXTRAS_SYNTAX.test((from ? "." : "") + text.slice(from)) };
}
