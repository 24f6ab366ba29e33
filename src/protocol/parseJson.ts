/** Returns the value of a JSON text; undefined, which JSON cannot contain, when the text is invalid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
