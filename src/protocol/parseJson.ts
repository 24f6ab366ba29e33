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
  return parseJson(text) !== undefined;
}

/** True for text that is a complete JSON object, as the arguments of nearly all calls are. */
export function isJsonObject(text: string): boolean {
  return text.trimStart().startsWith("{") && isJson(text);
}

/** Matches strings, and the braces outside of strings. A string without its end matches too, so that the search is linear. */
const STRINGS_AND_BRACES = /"[^"\\]*(?:\\.[^"\\]*)*"?|[{}]/gs;

/**
 * Returns the JSON objects that a text consists of, with commas, white space or nothing between them. Stops at other
 * text, and at an object that is not complete. `undefined` for text that does not begin with an object.
 */
export function parseObjects(text: string): readonly unknown[] | undefined {
  const objects: unknown[] = [];
  let depth = 0;
  let end = 0;
  let start = 0;
  for (const { 0: token, index } of text.matchAll(STRINGS_AND_BRACES)) {
    if (depth === 0) {
      if (token !== "{" || !/^[\s,]*$/.test(text.slice(end, index))) break;
      start = index;
    }
    if (token === "{") depth += 1;
    else if (token === "}") depth -= 1;
    if (depth > 0) continue;
    end = index + 1;
    const value = parseJson(text.slice(start, end));
    if (value === undefined) break;
    objects.push(value);
  }
  return objects.length > 0 ? objects : undefined;
}
