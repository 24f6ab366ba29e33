import { AgentKitError } from "../protocol/errors.ts";

/**
 * Loads a part of this package that few conversations need.
 *
 * @throws AgentKitError `load-failed` when it cannot be had: offline, or replaced by a deployment
 */
export async function loadModule<T>(load: () => Promise<T>): Promise<T> {
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

/**
 * Makes the loader of a part. There is one load for all who want it, because browsers settle several
 * imports of a module that is still loading in any order, and what is asked first is to be done first.
 * A load that failed is tried again.
 */
export function lazyModule<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => {
    loading ??= loadModule(load).catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}
