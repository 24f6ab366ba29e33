import { vi } from "vitest";

/** Time limit of a test's waits, sufficient on a busy machine. */
export const PATIENCE_MS = 20_000;

// Vitest has no settings for the timeouts of these two, unlike for `expect.poll`.
const { waitFor, waitUntil } = vi;

type Options = Parameters<typeof waitFor>[1];

vi.waitFor = (callback, options) => waitFor(callback, patient(options));
vi.waitUntil = (callback, options) => waitUntil(callback, patient(options));

function patient(options: Options = {}): Options {
  return typeof options === "number" ? options : { timeout: PATIENCE_MS, ...options };
}
