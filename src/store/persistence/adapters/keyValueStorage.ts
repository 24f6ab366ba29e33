import { randomId } from "../../../protocol/randomId.ts";
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
import { toStorageError } from "./storageErrors.ts";

/** Key-value store, such as a `Storage`. */
export interface KeyValueStore {
  keys(): readonly string[];
  get(key: string): string | null | undefined;
  set(key: string, text: string): void;
  remove(key: string): void;
}

/** Parts of a key, after the prefix. */
interface Key {
  readonly kind: string;
  readonly threadId: string;
  /** Position of the first entry of a chunk; 0 for other kinds. */
  readonly at: number;
}

/** Kinds of keys with which a thread exists; a draft alone is not a thread. */
const KEY_KINDS = ["record", "base", "latest", "entries"];

/** Start positions of the chunks of a log, valid while no other tab writes. */
interface Chunks {
  /** Value of the stamp key, which each write replaces. */
  readonly stamp: string;
  readonly starts: number[];
}

/**
 * Creates a storage of threads in a key-value store, with one key for each record, snapshot and chunk of a log.
 * Each method has finished its work when it returns its promise, so calls need no queue, and writes of a
 * closing page take effect.
 *
 * @param open - Returns the store; may throw where there is none.
 * @param storageName - Name of the store in error messages.
 */
export function keyValueStorage(
  open: () => KeyValueStore,
  { prefix, storageName }: { prefix: string; storageName: string },
): ThreadStorage {
  const keyPrefix = `${escapePart(prefix)}:`;
  const keyOf = (kind: string, threadId: string, at?: number) =>
    `${keyPrefix}${kind}:${escapePart(threadId)}${at === undefined ? "" : `:${at}`}`;

  const writer = `${randomId()}:`;
  let writes = 0;
  const chunksByThread = new Map<string, Chunks>();

  async function use<T>(job: (store: KeyValueStore) => T): Promise<T> {
    try {
      return job(open());
    } catch (cause) {
      throw toStorageError(storageName, cause);
    }
  }
  const write = (threadId: string, job: (store: KeyValueStore) => void) =>
    use((store) => {
      assertSupportedVersion(store.get(keyOf("record", threadId)), threadId);
      job(store);
    });
  const keysIn = (store: KeyValueStore) =>
    store.keys().flatMap((key) => {
      const read = key.startsWith(keyPrefix) ? readKey(key.slice(keyPrefix.length)) : undefined;
      return read ? [{ ...read, key }] : [];
    });
  const chunksIn = (store: KeyValueStore, keys: ReturnType<typeof keysIn>) =>
    keys.filter(({ kind }) => kind === "entries").map(({ at, key }): Chunk => [at, store.get(key)]);
  const keysOf = (store: KeyValueStore, threadId: string) =>
    keysIn(store).filter((key) => key.threadId === threadId);

  /** Returns the start positions of the chunks of a log. Lists all keys, of all threads, only when another tab may have written. */
  const startsOf = (store: KeyValueStore, threadId: string): number[] => {
    const cached = chunksByThread.get(threadId);
    if (cached && store.get(keyOf("stamp", threadId)) === cached.stamp) return cached.starts;
    const chunks = keysOf(store, threadId).filter(({ kind }) => kind === "entries");
    return chunks.map(({ at }) => at).sort((a, b) => a - b);
  };

  let sweptAt = 0;
  /** Removes old drafts of threads that were never created, whose ids may never be requested again. */
  const sweep = (store: KeyValueStore, requestedId: string) => {
    if (Date.now() - sweptAt < SWEEP_EVERY_MS) return;
    sweptAt = Date.now();
    const keys = keysIn(store);
    const ids = new Set(
      keys.flatMap(({ kind, threadId }) => (KEY_KINDS.includes(kind) ? threadId : [])),
    );
    for (const { kind, threadId, key } of keys) {
      if (kind !== "draft" || ids.has(threadId) || threadId === requestedId) continue;
      if (isStaleDraft(store.get(key))) store.remove(key);
    }
  };

  return {
    list: () =>
      use((store) => {
        const keysByThread = new Map<string, ReturnType<typeof keysIn>>();
        for (const key of keysIn(store)) {
          if (!KEY_KINDS.includes(key.kind)) continue;
          const others = keysByThread.get(key.threadId);
          if (others) others.push(key);
          else keysByThread.set(key.threadId, [key]);
        }
        return [...keysByThread].map(([threadId, keys]): ThreadRecord => {
          const record = parseRecord(store.get(keyOf("record", threadId)), threadId);
          return record ?? substituteRecord(threadId, chunksIn(store, keys));
        });
      }),
    load: (threadId) =>
      use((store) => {
        const chunks = chunksIn(store, keysOf(store, threadId));
        const [record, base, latest] = ["record", "base", "latest"].map((kind) =>
          store.get(keyOf(kind, threadId)),
        );
        return parseStoredThread(threadId, { record, base, latest, chunks });
      }),
    append: (threadId, at, entries) =>
      write(threadId, (store) => {
        const text = serializeChunk(at, entries);
        const starts = startsOf(store, threadId);
        const firstRemoved = starts.findLastIndex((start) => start <= at) + 1;
        const removedKeys = starts
          .slice(firstRemoved)
          .map((start) => keyOf("entries", threadId, start));
        const stampKey = keyOf("stamp", threadId);
        const previous = [stampKey, ...removedKeys].map((key) => [key, store.get(key)] as const);
        const stamp = `${writer}${++writes}`;
        // The cached positions are wrong when the write fails.
        chunksByThread.delete(threadId);
        // Removed first: the new chunk may need their room.
        for (const key of removedKeys) store.remove(key);
        try {
          store.set(stampKey, stamp);
          store.set(keyOf("entries", threadId, at), text);
        } catch (error) {
          store.remove(stampKey);
          for (const [key, old] of previous) if (old != null) store.set(key, old);
          throw error;
        }
        starts.length = firstRemoved;
        if (starts.at(-1) !== at) starts.push(at);
        chunksByThread.set(threadId, { stamp, starts });
      }),
    saveSnapshot: (threadId, kind, snapshot) =>
      write(threadId, (store) => store.set(keyOf(kind, threadId), stringify(snapshot))),
    saveRecord: (record) =>
      write(record.threadId, (store) =>
        store.set(keyOf("record", record.threadId), stringify(record)),
      ),
    loadDraft: (threadId) =>
      use((store) => {
        sweep(store, threadId);
        return parseDraft(store.get(keyOf("draft", threadId)));
      }),
    saveDraft: (threadId, text) =>
      use((store) => {
        const key = keyOf("draft", threadId);
        if (text === "") store.remove(key);
        else store.set(key, serializeDraft(text));
      }),
    delete: (threadId) =>
      use((store) => {
        chunksByThread.delete(threadId);
        for (const { key } of keysOf(store, threadId)) store.remove(key);
      }),
  };
}

/** Escapes a part of a key: colons separate the parts. */
function escapePart(text: string): string {
  return text.replaceAll("%", "%25").replaceAll(":", "%3A");
}

function readKey(key: string): Key | undefined {
  const [kind, id, at, ...rest] = key.split(":");
  if (kind === undefined || id === undefined || rest.length > 0) return undefined;
  const isChunk = kind === "entries";
  if (isChunk ? at === undefined || !/^\d+$/.test(at) : at !== undefined) return undefined;
  const threadId = id.replaceAll("%3A", ":").replaceAll("%25", "%");
  return { kind, threadId, at: isChunk ? Number(at) : 0 };
}
