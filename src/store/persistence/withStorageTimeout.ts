import { AgentKitError } from "../../protocol/errors.ts";

/** Longest time that a user waits for a storage, in milliseconds. */
const STORAGE_TIMEOUT_MS = 10_000;

const NO_RESPONSE =
  "The storage did not respond in time, so it is unknown what it has. Close other tabs of this site, and try again.";

/**
 * Limits how long a storage may take.
 *
 * @throws AgentKitError `storage` after ten seconds
 */
export async function withStorageTimeout<T>(result: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    const fail = () => reject(new AgentKitError("storage", NO_RESPONSE));
    timer = setTimeout(fail, STORAGE_TIMEOUT_MS);
  });
  try {
    return await Promise.race([result, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
