import { randomId } from "../../../protocol/randomId.ts";
import type { ThreadStorage } from "../threadStorage.ts";
import { type KeyValueStore, keyValueStorage } from "./keyValueStorage.ts";
import { unavailableError } from "./storageErrors.ts";

/** Members of `Storage` that are used. Pass `sessionStorage`, or your own object. */
export type WebStorageLike = Pick<Storage, "length" | "key" | "getItem" | "setItem" | "removeItem">;

/** Options of {@link localThreadStorage}. */
export interface LocalThreadStorageOptions {
  /**
   * Prefix of all keys. Use one per application of a site.
   *
   * @defaultValue `"agui-kit"`
   */
  readonly prefix?: string;
  /**
   * Storage to use.
   *
   * @defaultValue `localStorage`, looked up with each call
   */
  readonly storage?: WebStorageLike;
}

/**
 * Creates a storage in `localStorage`, which is easy to inspect, and small. A browser gives a site about 5 MB, which
 * is some dozens of conversations. Use `indexedDbStorage` for more. Each method rejects with an `AgentKitError` of the
 * code `storage` when there is no room left or the browser denies storage to the page. What was stored before is
 * unchanged.
 *
 * @example Threads until the tab is closed
 * ```ts
 * const storage = localThreadStorage({ prefix: "support-desk", storage: sessionStorage });
 * ```
 * @see https://docs.ag-ui.com/concepts/serialization
 */
export function localThreadStorage({
  prefix = "agui-kit",
  storage,
}: LocalThreadStorageOptions = {}): ThreadStorage {
  const keyed = keyValueStorage(() => keyValueStoreOf(storage ?? findLocalStorage()), {
    prefix,
    storageName: "the storage of this browser",
  });
  // Another object may belong to this tab alone, as `sessionStorage` does.
  return { ...keyed, id: storage ? randomId() : `local:${prefix}` };
}

function findLocalStorage(): WebStorageLike {
  let localStorage: WebStorageLike | null | undefined;
  try {
    // Null in some embedded browsers, absent on servers.
    localStorage = globalThis.localStorage;
  } catch (cause) {
    throw unavailableError("localStorage", cause);
  }
  if (!localStorage) throw unavailableError("localStorage");
  return localStorage;
}

function keyValueStoreOf(storage: WebStorageLike): KeyValueStore {
  return {
    keys: () =>
      Array.from({ length: storage.length }, (_, at) => storage.key(at)).filter(
        (key) => key !== null,
      ),
    get: (key) => storage.getItem(key),
    set: (key, text) => storage.setItem(key, text),
    remove: (key) => storage.removeItem(key),
  };
}
