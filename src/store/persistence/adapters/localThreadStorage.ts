import { randomId } from "../../../protocol/randomId.ts";
import type { ThreadStorage } from "../threadStorage.ts";
import { type KeyValueStore, keyValueStorage } from "./keyValueStorage.ts";
import { unavailableError } from "./storageErrors.ts";

/** What is used of a `Storage`: pass `sessionStorage`, or an object of your own with these members. */
export type WebStorageLike = Pick<Storage, "length" | "key" | "getItem" | "setItem" | "removeItem">;

/** Options of `localThreadStorage`. */
export interface LocalThreadStorageOptions {
  /**
   * What all keys begin with, to keep several applications on one site apart.
   *
   * @defaultValue `"agui-kit"`
   */
  readonly prefix?: string;
  /**
   * Where to store.
   *
   * @defaultValue `localStorage`, looked up with every call
   */
  readonly storage?: WebStorageLike;
}

/**
 * Makes a storage that keeps threads in the page's `localStorage`: simple to look into, and small. A
 * browser gives a site about 5 MB, which is some dozens of conversations; `indexedDbStorage` has room for
 * more. Each method rejects with an `AgentKitError` of the code `storage` when there is no room left
 * (what was stored before stays readable), or when the browser gives this page no storage.
 *
 * @example Threads that last until the tab is closed
 * ```ts
 * const storage = localThreadStorage({ prefix: "support-desk", storage: sessionStorage });
 * ```
 * @see https://docs.ag-ui.com/concepts/serialization
 */
export function localThreadStorage({
  prefix = "agui-kit",
  storage,
}: LocalThreadStorageOptions = {}): ThreadStorage {
  const kept = keyValueStorage(() => textsOf(storage ?? findLocalStorage()), {
    prefix,
    place: "the storage of this browser",
  });
  // What another object holds may be this page's alone, as that of a session is.
  return { ...kept, id: storage ? randomId() : `local:${prefix}` };
}

function findLocalStorage(): WebStorageLike {
  let found: WebStorageLike | null | undefined;
  try {
    // Null in some embedded browsers, absent on servers.
    found = globalThis.localStorage;
  } catch (cause) {
    throw unavailableError("localStorage", cause);
  }
  if (!found) throw unavailableError("localStorage");
  return found;
}

function textsOf(storage: WebStorageLike): KeyValueStore {
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
