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
