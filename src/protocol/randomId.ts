/**
 * Returns a random id. Sites without HTTPS (an intranet, a phone on the same network) have no
 * `crypto.randomUUID`, but do have random bytes.
 */
export function randomId(): string {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Matches the characters that model providers refuse in the id of a tool call. */
const REFUSED = /[^\w-]/g;

/**
 * Returns an id that is made of other ids and words, in the characters that model providers accept. Anthropic accepts
 * letters, digits, "_" and "-" only, so ids of the kit must not have others. The ids of a server stay as they are.
 *
 * @example The id of a reply whose id `m` another message has: `m_assistant`
 * ```ts
 * deriveId("m", "assistant");
 * ```
 * @example The id of a result of the call `c@r1`: `c_40r1_result`, with the code of "@"
 * ```ts
 * deriveId("c@r1", "result");
 * ```
 */
export function deriveId(...parts: readonly (string | number)[]): string {
  const toHex = (character: string) => `_${character.charCodeAt(0).toString(16)}`;
  return parts.join("_").replace(REFUSED, toHex);
}
