/**
 * A random id. Pages without HTTPS, on an intranet or a phone in the same network, have no
 * `crypto.randomUUID`; random bytes they have.
 */
export function randomId(): string {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
