import type { ThreadRecord, ThreadStorage } from "../threadStorage.ts";
import {
  assertSupportedVersion,
  type Chunk,
  isStaleDraft,
  parseDraft,
  parseRecord,
  parseStoredThread,
  SWEEP_EVERY_MS,
  serializeChunk,
  serializeDraft,
  stringify,
  substituteRecord,
} from "./serialization.ts";
import { createThreadDatabase, type Transaction } from "./threadDatabase.ts";

/** Options of {@link indexedDbStorage}. */
export interface IndexedDbStorageOptions {
  /**
   * Name of the database. Use one per application of a site.
   *
   * @defaultValue `"agui-kit"`
   */
  readonly name?: string;
}

/**
 * Creates a storage in an IndexedDB database of this browser. Use it for conversations that stay: it has room for
 * thousands, and works in the background. The database is opened by the first call. Each method rejects with an
 * `AgentKitError` of the code `storage` when nothing can be stored. Either no room is left, another tab uses an older
 * version of the database, or the browser denies it to the page. What was stored before is unchanged.
 *
 * @example Threads that survive a reload
 * ```ts
 * const storage = indexedDbStorage({ name: "support-desk" });
 * const threads = await storage.list();
 * ```
 * @see https://docs.ag-ui.com/concepts/serialization
 */
export function indexedDbStorage({
  name = "agui-kit",
}: IndexedDbStorageOptions = {}): ThreadStorage {
  const database = createThreadDatabase(name);
  let sweptAt = 0;
  const write = (
    threadId: string,
    job: (transaction: Transaction<"readwrite">) => readonly Promise<unknown>[],
  ) =>
    database.runTransaction("readwrite", async (transaction) => {
      assertSupportedVersion(await transaction.objectStore("records").get(threadId), threadId);
      await Promise.all(job(transaction));
    });

  // Values are serialized before the transaction, because the caller may change them meanwhile.
  return {
    id: `indexeddb:${name}`,
    list: () =>
      database.runTransaction("readonly", async (transaction) => {
        const records = transaction.objectStore("records");
        const [keys, texts, ids] = await Promise.all([
          records.getAllKeys(),
          records.getAll(),
          idsWithData(transaction),
        ]);
        const recordTexts = new Map(keys.map((threadId, at) => [threadId, texts[at]]));
        const all = [...new Set([...keys, ...ids])];
        return Promise.all(
          all.map(async (threadId): Promise<ThreadRecord> => {
            const record = parseRecord(recordTexts.get(threadId), threadId);
            return record ?? substituteRecord(threadId, await chunksOf(transaction, threadId));
          }),
        );
      }),
    load: (threadId) =>
      database.runTransaction("readonly", async (transaction) => {
        const snapshots = transaction.objectStore("snapshots");
        const [record, base, latest, chunks] = await Promise.all([
          transaction.objectStore("records").get(threadId),
          snapshots.get([threadId, "base"]),
          snapshots.get([threadId, "latest"]),
          chunksOf(transaction, threadId),
        ]);
        return parseStoredThread(threadId, { record, base, latest, chunks });
      }),
    async append(threadId, at, entries) {
      const text = serializeChunk(at, entries);
      await write(threadId, (transaction) => {
        const log = transaction.objectStore("entries");
        return [log.delete(logFrom(threadId, at)), log.put(text, [threadId, at])];
      });
    },
    async saveSnapshot(threadId, kind, snapshot) {
      const text = stringify(snapshot);
      await write(threadId, (transaction) => [
        transaction.objectStore("snapshots").put(text, [threadId, kind]),
      ]);
    },
    async saveRecord(record) {
      const { threadId } = record;
      const text = stringify(record);
      await write(threadId, (transaction) => [
        transaction.objectStore("records").put(text, threadId),
      ]);
    },
    loadDraft(threadId) {
      const loading = database.runTransaction("readonly", async (transaction) =>
        parseDraft(await transaction.objectStore("snapshots").get([threadId, "draft"])),
      );
      if (Date.now() - sweptAt >= SWEEP_EVERY_MS) {
        sweptAt = Date.now();
        database
          .runTransaction("readwrite", (transaction) => removeOldDrafts(transaction, threadId))
          .catch(() => {});
      }
      return loading;
    },
    async saveDraft(threadId, text) {
      const stored = serializeDraft(text);
      await database.runTransaction("readwrite", async (transaction) => {
        const snapshots = transaction.objectStore("snapshots");
        if (text === "") await snapshots.delete([threadId, "draft"]);
        else await snapshots.put(stored, [threadId, "draft"]);
      });
    },
    delete: (threadId) =>
      database.runTransaction("readwrite", async (transaction) => {
        const snapshots = transaction.objectStore("snapshots");
        await Promise.all([
          snapshots.delete([threadId, "draft"]),
          transaction.objectStore("records").delete(threadId),
          snapshots.delete([threadId, "base"]),
          snapshots.delete([threadId, "latest"]),
          transaction.objectStore("entries").delete(logFrom(threadId, 0)),
        ]);
      }),
  };
}

async function chunksOf(
  transaction: Transaction<"readonly">,
  threadId: string,
): Promise<readonly Chunk[]> {
  const log = transaction.objectStore("entries");
  const all = logFrom(threadId, 0);
  const [keys, texts] = await Promise.all([log.getAllKeys(all), log.getAll(all)]);
  return keys.map(([, at], index) => [at, texts[index]] as const);
}

/** Returns the ids of threads with data other than a record. */
async function idsWithData(transaction: Transaction<"readonly">): Promise<readonly string[]> {
  const keys = await transaction.objectStore("snapshots").getAllKeys();
  const ids = keys.flatMap(([id, kind]) => (kind === "draft" ? [] : id));
  // Skips from thread to thread, because there are many more chunks, none of them at infinity.
  let cursor = await transaction.objectStore("entries").openKeyCursor();
  while (cursor) {
    const [id] = cursor.key;
    ids.push(id);
    cursor = await cursor.continue([id, Number.POSITIVE_INFINITY]);
  }
  return ids;
}

/** Removes old drafts of threads that were never created, whose ids may never be requested again. */
async function removeOldDrafts(
  transaction: Transaction<"readwrite">,
  requestedId: string,
): Promise<void> {
  const snapshots = transaction.objectStore("snapshots");
  for (const key of await snapshots.getAllKeys()) {
    const [id, kind] = key;
    if (kind !== "draft" || id === requestedId || !isStaleDraft(await snapshots.get(key))) continue;
    const others = await Promise.all([
      transaction.objectStore("records").getKey(id),
      snapshots.getKey([id, "base"]),
      snapshots.getKey([id, "latest"]),
      transaction.objectStore("entries").getKey(logFrom(id, 0)),
    ]);
    if (others.every((other) => other === undefined)) await snapshots.delete(key);
  }
}

/** Returns the range of chunks from a position on: IndexedDB sorts arrays after all numbers. */
function logFrom(threadId: string, at: number): IDBKeyRange {
  return IDBKeyRange.bound([threadId, at], [threadId, []]);
}
