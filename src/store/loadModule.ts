import { AgentKitError } from "../protocol/errors.ts";

/**
 * Loads a lazy feature of this package.
 *
 * @throws AgentKitError `load-failed` when it cannot be loaded: offline, or removed by a deployment
 */
export async function loadModule<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    throw new AgentKitError(
      "load-failed",
      "A part of the page could not be loaded: there is no network, or a deployment has removed it. Reload the page.",
      { cause },
    );
  }
}

/**
 * Creates the loader of a lazy feature. All callers share one `import()`: browsers settle several
 * imports of a loading module in any order, which would reorder what the callers do. A failed load
 * is tried again.
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
