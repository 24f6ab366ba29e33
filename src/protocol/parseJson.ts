/** Returns the value of a JSON text; undefined, which JSON cannot contain, when the text is invalid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Matches strings, and the numbers that Python writes and JSON does not have. */
const STRINGS_AND_NO_NUMBERS = /"(?:[^"\\]|\\.)*"|-?\b(?:Infinity|NaN)\b/g;

/**
 * Returns the value of a JSON text, in which the `NaN` and `Infinity` of Python's `json.dumps` are null.
 *
 * @throws SyntaxError when the text is not JSON even then
 */
export function parsePythonJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!/Infinity|NaN/.test(text)) throw error;
    return JSON.parse(
      text.replace(STRINGS_AND_NO_NUMBERS, (match) => (match.startsWith('"') ? match : "null")),
    );
  }
}

/** True for text that is complete JSON. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** True for text that is a complete JSON object, as the arguments of nearly all calls are. */
export function isJsonObject(text: string): boolean {
  return text.trimStart().startsWith("{") && isJson(text);
}
