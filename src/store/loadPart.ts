import { AgentKitError } from "../protocol/errors.ts";

/**
 * Loads a part of this package that few conversations need.
 *
 * @throws AgentKitError `load-failed` when it cannot be had: offline, or replaced by a deployment
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    throw new AgentKitError(
      "load-failed",
      "A part of this page could not be loaded. Reload it: it may have been updated.",
      { cause },
    );
  }
}
