import { randomId } from "../../../protocol/randomId.ts";
import type { ThreadStorage } from "../threadStorage.ts";
import { keyValueStorage } from "./keyValueStorage.ts";

/**
 * Makes a storage that keeps threads for as long as the page lives: for tests, and for pages that want
 * many threads and no trace of them. It keeps them as JSON, so what is loaded shares nothing with what was
 * stored, as with the storages that last.
 *
 * @example Testing what survives a reload
 * ```ts
 * const storage = memoryStorage();
 * await storage.saveRecord({ version: 1, threadId: "t1", createdAt: 0, updatedAt: 0 });
 * await storage.list(); // [{ threadId: "t1", … }]
 * ```
 * @see https://docs.ag-ui.com/concepts/serialization
 */
export function memoryStorage(): ThreadStorage {
  const texts = new Map<string, string>();
  const keyed = {
    keys: () => [...texts.keys()],
    get: (key: string) => texts.get(key),
    set: (key: string, text: string) => void texts.set(key, text),
    remove: (key: string) => void texts.delete(key),
  };
  return { ...keyValueStorage(() => keyed, { prefix: "", place: "memory" }), id: randomId() };
}
