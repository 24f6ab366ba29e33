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

/** Parsed key of a stored text. */
interface Key {
  readonly kind: string;
  readonly threadId: string;
  readonly at: number;
}

/** Kinds of keys that make a thread; a draft does not. */
const KINDS = ["record", "base", "latest", "entries"];

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
  const start = `${escapePart(prefix)}:`;
  const keyOf = (kind: string, threadId: string, at?: number) =>
    `${start}${kind}:${escapePart(threadId)}${at === undefined ? "" : `:${at}`}`;

  const writer = `${randomId()}:`;
  let writes = 0;
  const chunksByThread = new Map<string, Chunks>();

  async function use<T>(job: (texts: KeyValueStore) => T): Promise<T> {
    try {
      return job(open());
    } catch (cause) {
      throw toStorageError(storageName, cause);
    }
  }
  const write = (threadId: string, job: (texts: KeyValueStore) => void) =>
    use((texts) => {
      assertSupportedVersion(texts.get(keyOf("record", threadId)), threadId);
      job(texts);
    });
  const keysIn = (texts: KeyValueStore) =>
    texts.keys().flatMap((key) => {
      const read = key.startsWith(start) ? readKey(key.slice(start.length)) : undefined;
      return read ? [{ ...read, key }] : [];
    });
  const chunksIn = (texts: KeyValueStore, keys: ReturnType<typeof keysIn>) =>
    keys.filter(({ kind }) => kind === "entries").map(({ at, key }): Chunk => [at, texts.get(key)]);
  const keysOf = (texts: KeyValueStore, threadId: string) =>
    keysIn(texts).filter((key) => key.threadId === threadId);

  /** Lists all keys only when another tab may have written: their number grows with all threads. */
  const startsOf = (texts: KeyValueStore, threadId: string): number[] => {
    const cached = chunksByThread.get(threadId);
    if (cached && texts.get(keyOf("stamp", threadId)) === cached.stamp) return cached.starts;
    const chunks = keysOf(texts, threadId).filter(({ kind }) => kind === "entries");
    return chunks.map(({ at }) => at).sort((a, b) => a - b);
  };

  let sweptAt = 0;
  /** Removes old drafts of threads that were never created, whose ids may never be requested again. */
  const sweep = (texts: KeyValueStore, requestedId: string) => {
    if (Date.now() - sweptAt < SWEEP_EVERY_MS) return;
    sweptAt = Date.now();
    const keys = keysIn(texts);
    const ids = new Set(
      keys.flatMap(({ kind, threadId }) => (KINDS.includes(kind) ? threadId : [])),
    );
    for (const { kind, threadId, key } of keys) {
      if (kind !== "draft" || ids.has(threadId) || threadId === requestedId) continue;
      if (isStaleDraft(texts.get(key))) texts.remove(key);
    }
  };

  return {
    list: () =>
      use((texts) => {
        const cached = new Map<string, ReturnType<typeof keysIn>>();
        for (const key of keysIn(texts)) {
          if (!KINDS.includes(key.kind)) continue;
          const others = cached.get(key.threadId);
          if (others) others.push(key);
          else cached.set(key.threadId, [key]);
        }
        return [...cached].map(([threadId, keys]): ThreadRecord => {
          const record = parseRecord(texts.get(keyOf("record", threadId)), threadId);
          return record ?? substituteRecord(threadId, chunksIn(texts, keys));
        });
      }),
    load: (threadId) =>
      use((texts) => {
        const chunks = chunksIn(texts, keysOf(texts, threadId));
        const [record, base, latest] = ["record", "base", "latest"].map((kind) =>
          texts.get(keyOf(kind, threadId)),
        );
        return parseStoredThread(threadId, { record, base, latest, chunks });
      }),
    append: (threadId, at, entries) =>
      write(threadId, (texts) => {
        const text = serializeChunk(at, entries);
        const starts = startsOf(texts, threadId);
        const firstRemoved = starts.findLastIndex((start) => start <= at) + 1;
        const removedKeys = starts
          .slice(firstRemoved)
          .map((start) => keyOf("entries", threadId, start));
        const stampKey = keyOf("stamp", threadId);
        const previous = [stampKey, ...removedKeys].map((key) => [key, texts.get(key)] as const);
        const stamp = `${writer}${++writes}`;
        // Until the write has ended, the chunks are unknown to this tab as well.
        chunksByThread.delete(threadId);
        // Removed first: the new chunk may need their room.
        for (const key of removedKeys) texts.remove(key);
        try {
          texts.set(stampKey, stamp);
          texts.set(keyOf("entries", threadId, at), text);
        } catch (error) {
          texts.remove(stampKey);
          for (const [key, old] of previous) if (old != null) texts.set(key, old);
          throw error;
        }
        starts.length = firstRemoved;
        if (starts.at(-1) !== at) starts.push(at);
        chunksByThread.set(threadId, { stamp, starts });
      }),
    saveSnapshot: (threadId, kind, snapshot) =>
      write(threadId, (texts) => texts.set(keyOf(kind, threadId), stringify(snapshot))),
    saveRecord: (record) =>
      write(record.threadId, (texts) =>
        texts.set(keyOf("record", record.threadId), stringify(record)),
      ),
    loadDraft: (threadId) =>
      use((texts) => {
        sweep(texts, threadId);
        return parseDraft(texts.get(keyOf("draft", threadId)));
      }),
    saveDraft: (threadId, text) =>
      use((texts) => {
        const key = keyOf("draft", threadId);
        if (text === "") texts.remove(key);
        else texts.set(key, serializeDraft(text));
      }),
    delete: (threadId) =>
      use((texts) => {
        chunksByThread.delete(threadId);
        for (const { key } of keysOf(texts, threadId)) texts.remove(key);
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
