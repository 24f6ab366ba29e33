/** Part of JSON text, with the kind of its color. Undefined for punctuation and white space. */
interface JsonToken {
  readonly kind: "name" | "string" | "value" | undefined;
  readonly text: string;
}

/** Matches a string, also one that is still open, with the colon after a name; or a number or literal. */
const TOKEN =
  /(?<string>"(?:[^"\\]|\\.)*"?)(?<colon>\s*:)?|(?<value>-?\d[\d.eE+-]*|true|false|null)/gs;

/**
 * @internal Splits JSON into parts by color, which together are the text. JSON that streams in, or that is shown in
 * parts, need not be whole: it only has to begin outside of a string.
 *
 * @example
 * ```ts
 * tokenizeJson('"high": 24');
 * // [{ kind: "name", text: '"high"' }, { kind: undefined, text: ": " }, { kind: "value", text: "24" }]
 * ```
 */
export function tokenizeJson(text: string): readonly JsonToken[] {
  const tokens: JsonToken[] = [];
  let end = 0;
  for (const { index, groups } of text.matchAll(TOKEN)) {
    const token = groups?.string ?? groups?.value ?? "";
    if (index > end) tokens.push({ kind: undefined, text: text.slice(end, index) });
    const kind = groups?.value !== undefined ? "value" : groups?.colon ? "name" : "string";
    tokens.push({ kind, text: token });
    end = index + token.length;
  }
  if (end < text.length) tokens.push({ kind: undefined, text: text.slice(end) });
  return tokens;
}
