import { vi } from "vitest";

/** How long a test waits for what is to come: also a busy machine makes it in that time. */
export const PATIENCE_MS = 8_000;

// Other than for `expect.poll`, there is no setting for these two.
const { waitFor, waitUntil } = vi;

type Options = Parameters<typeof waitFor>[1];

vi.waitFor = (callback, options) => waitFor(callback, patient(options));
vi.waitUntil = (callback, options) => waitUntil(callback, patient(options));

function patient(options: Options = {}): Options {
  return typeof options === "number" ? options : { timeout: PATIENCE_MS, ...options };
}
