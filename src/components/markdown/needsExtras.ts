/** What in a text has need of the extras: images, footnotes, code. */
const RARE = /!\[|\[\^|```|~~~|^(?: {4}|\t)/m;

/** How many characters before what is new may belong to it. */
const OVERLAP = 4;

/** What was looked through, and whether it had any such thing. */
export interface Looked {
  text: string;
  hasRare: boolean;
}

/** Looks through a text, and where it has grown only through what is new. */
export function detectExtras(before: Looked, text: string): Looked {
  if (before.hasRare || text === before.text) return before;
  const isLonger = text.slice(0, before.text.length) === before.text;
  const from = isLonger ? Math.max(0, before.text.length - OVERLAP) : 0;
  // Not at the start of a line, but where the text begins.
  return { text, hasRare: RARE.test((from ? "." : "") + text.slice(from)) };
}
