/** Matches what precedes the bracket of an index: `arr[0`, `f(x)[1`. A script without spaces may have a link there. */
const OPERAND_BEFORE = /[\p{Lu}\p{Ll}\p{Nd}_)\]]$/u;

/**
 * Matches text in a bracket that is no label of a link: so far only numbers, as in `[0, 1`, a space after the bracket, or
 * text that another bracket closes, as in `[a, b)`.
 */
const NO_LABEL = /^(?:\d[\d\s.,;–-]*$|\s|[^()]*\))/;

/** Length from which an open bracket is text: labels of links are shorter. */
const MAX_LABEL = 200;

/**
 * Tests whether an open bracket is shown as it is. Any other one may become a link, of which only the label is shown while
 * the rest arrives.
 *
 * @param end - The end of the text in the bracket.
 */
export function isTextBracket(text: string, at: number, end: number): boolean {
  // A footnote follows words directly as well: the next character decides.
  if (at + 1 === text.length) return false;
  if (OPERAND_BEFORE.test(text.slice(Math.max(0, at - 2), at))) return true;
  const label = text.slice(at + 1, Math.min(end, at + 1 + MAX_LABEL));
  return label.length >= MAX_LABEL || NO_LABEL.test(label);
}
