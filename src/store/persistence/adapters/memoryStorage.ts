import { randomId } from "../../../protocol/randomId.ts";
import type { ThreadStorage } from "../threadStorage.ts";
import { keyValueStorage } from "./keyValueStorage.ts";

/**
 * Creates a storage that lasts as long as the page. Use it in tests, or to keep many threads without a trace.
 * Threads are kept as JSON, so loaded values share nothing with saved ones, as with other storages.
 *
 * @example Testing a reload
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
  return { ...keyValueStorage(() => keyed, { prefix: "", storageName: "memory" }), id: randomId() };
}
