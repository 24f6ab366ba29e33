/** Matches a string, which may be cut off at the end, a number or a word, or another character. */
const TOKEN = /"(?:[^"\\]|\\[\s\S]?)*(?:"|$)|[-+.\w]+|[^\s]/g;
/** Matches a complete object or list of reduced values. */
const COMPLETE = /\{(?:s:[sv](?:,s:[sv])*)?\}|\[(?:[sv](?:,[sv])*)?\]/g;
/** Matches open objects and lists, and the beginning of a value in the innermost one. */
const OPEN =
  /^(?:\{(?:s:[sv],)*s:|\[(?:[sv],)*)*(?:[sv]|\{(?:s:[sv],)*(?:s(?::[sv]?)?)?|\[(?:[sv],)*[sv]?)?$/;

/**
 * True for the beginning of JSON text, also for all of it. Numbers and words are not checked.
 *
 * The text is reduced first: a string becomes `s`; another value, and then each complete object or list, becomes `v`.
 *
 * ```text
 * {"a":[1,2],"b":   tokens    {s:[v,v],s:
 *                   reduced   {s:v,s:        an open object, whose second value has not arrived
 * ```
 */
export function isJsonBeginning(text: string): boolean {
  let reduced = text.replace(TOKEN, (token) => {
    if (token.startsWith('"')) return "s";
    return /^[-+.\w]/.test(token) ? "v" : token;
  });
  reduced = reduced.replace(/\s+/g, "");
  for (let before = ""; before !== reduced; ) {
    before = reduced;
    reduced = before.replace(COMPLETE, "v");
  }
  return OPEN.test(reduced);
}
