/**
 * Returns a random id. Sites without HTTPS (an intranet, a phone on the same network) have no
 * `crypto.randomUUID`, but do have random bytes.
 */
export function randomId(): string {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
