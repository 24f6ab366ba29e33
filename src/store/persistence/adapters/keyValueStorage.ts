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

/** Texts by their keys, as a `Storage` holds them. */
export interface KeyValueStore {
  keys(): readonly string[];
  get(key: string): string | null | undefined;
  set(key: string, text: string): void;
  remove(key: string): void;
}

/** What a key says about the text behind it. */
interface Key {
  readonly kind: string;
  readonly threadId: string;
  readonly at: number;
}

/** What something of a thread is stored as; a draft makes no thread. */
const KINDS = ["record", "base", "latest", "entries"];

/** Where the chunks of a log begin, in order, as long as nobody else has written any. */
interface Chunks {
  /** Lies beside them; whoever writes a chunk puts down another. */
  readonly stamp: string;
  readonly starts: number[];
}

/**
 * Keeps threads where texts lie under keys: one for each record, snapshot and chunk of a log. Everything is
 * done by the time a method returns, so calls need no queue, and a page that is being closed still writes.
 *
 * @param open - Gives the texts; may throw where there is no such place
 * @param place - What they lie in, for messages
 */
export function keyValueStorage(
  open: () => KeyValueStore,
  { prefix, place }: { prefix: string; place: string },
): ThreadStorage {
  const start = `${escapePart(prefix)}:`;
  const keyOf = (kind: string, threadId: string, at?: number) =>
    `${start}${kind}:${escapePart(threadId)}${at === undefined ? "" : `:${at}`}`;

  const writer = `${randomId()}:`;
  let writes = 0;
  const known = new Map<string, Chunks>();

  async function use<T>(job: (texts: KeyValueStore) => T): Promise<T> {
    try {
      return job(open());
    } catch (cause) {
      throw toStorageError(place, cause);
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

  /** Lists all keys only where another page may have written: their number grows with all threads. */
  const startsOf = (texts: KeyValueStore, threadId: string): number[] => {
    const found = known.get(threadId);
    if (found && texts.get(keyOf("stamp", threadId)) === found.stamp) return found.starts;
    const chunks = keysOf(texts, threadId).filter(({ kind }) => kind === "entries");
    return chunks.map(({ at }) => at).sort((a, b) => a - b);
  };

  let sweptAt = 0;
  /** Removes old drafts of threads that never came to be, whose ids may never be asked for again. */
  const sweep = (texts: KeyValueStore, askedFor: string) => {
    if (Date.now() - sweptAt < SWEEP_EVERY_MS) return;
    sweptAt = Date.now();
    const keys = keysIn(texts);
    const ids = new Set(
      keys.flatMap(({ kind, threadId }) => (KINDS.includes(kind) ? threadId : [])),
    );
    for (const { kind, threadId, key } of keys) {
      if (kind !== "draft" || ids.has(threadId) || threadId === askedFor) continue;
      if (isStaleDraft(texts.get(key))) texts.remove(key);
    }
  };

  return {
    list: () =>
      use((texts) => {
        const found = new Map<string, ReturnType<typeof keysIn>>();
        for (const key of keysIn(texts)) {
          if (!KINDS.includes(key.kind)) continue;
          const others = found.get(key.threadId);
          if (others) others.push(key);
          else found.set(key.threadId, [key]);
        }
        return [...found].map(([threadId, keys]): ThreadRecord => {
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
        const firstBehind = starts.findLastIndex((start) => start <= at) + 1;
        const behind = starts.slice(firstBehind).map((start) => keyOf("entries", threadId, start));
        const stampKey = keyOf("stamp", threadId);
        const before = [stampKey, ...behind].map((key) => [key, texts.get(key)] as const);
        const stamp = `${writer}${++writes}`;
        // Until all is done, this page does not know either what lies there.
        known.delete(threadId);
        // First, since what replaces them may need their room.
        for (const key of behind) texts.remove(key);
        try {
          texts.set(stampKey, stamp);
          texts.set(keyOf("entries", threadId, at), text);
        } catch (error) {
          texts.remove(stampKey);
          for (const [key, old] of before) if (old != null) texts.set(key, old);
          throw error;
        }
        starts.length = firstBehind;
        if (starts.at(-1) !== at) starts.push(at);
        known.set(threadId, { stamp, starts });
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
        known.delete(threadId);
        for (const { key } of keysOf(texts, threadId)) texts.remove(key);
      }),
  };
}

/** A part of a key: the colon parts them. */
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
