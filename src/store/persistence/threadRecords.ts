import { createRecordChannel, type RecordMessage } from "../tabs/recordChannel.ts";
import { normalizeRecord } from "./normalizeRecord.ts";
import { STORAGE_VERSION, type ThreadRecord, type ThreadStorage } from "./threadStorage.ts";
import { withStorageTimeout } from "./withStorageTimeout.ts";
import { createWriterRegistry, type WriterHandle } from "./writerRegistry.ts";

/** Changeable fields of a record. */
export type RecordChange = Partial<Omit<ThreadRecord, "version" | "threadId">>;

/** Change of the records of a storage. */
export interface RecordsChange {
  /** Id of a thread that was removed. */
  readonly removedId?: string;
}

/** The records of a storage, synchronized with the other tabs. */
export interface ThreadRecords {
  /** Reads the records on the first call. After a failure, the next call reads again. */
  readRecords(): Promise<void>;
  listRecords(): readonly ThreadRecord[];
  get(threadId: string): ThreadRecord | undefined;
  /**
   * Changes or creates a record, and writes it.
   *
   * @param initial - Further fields of a record that is created.
   */
  changeRecord(threadId: string, change: RecordChange, initial?: RecordChange): Promise<void>;
  /** Removes a thread with everything that is stored of it. */
  removeThread(threadId: string): Promise<void>;
  /** Registers a writer of a thread; the registration shows when the thread is removed. */
  registerWriter(threadId: string): WriterHandle;
  /** Calls a listener after each change. */
  subscribe(listener: (change: RecordsChange) => void): () => void;
}

const recordsByStorage = new WeakMap<ThreadStorage, ThreadRecords>();

/** Returns the records of a storage; all callers share them. */
export function threadRecords(storage: ThreadStorage): ThreadRecords {
  const existing = recordsByStorage.get(storage);
  if (existing) return existing;
  const created = createThreadRecords(storage);
  recordsByStorage.set(storage, created);
  return created;
}

function createThreadRecords(storage: ThreadStorage): ThreadRecords {
  const records = new Map<string, ThreadRecord>();
  const listeners = new Set<(change: RecordsChange) => void>();
  const writers = createWriterRegistry(() => channel.closeChannel());
  /** Ids of threads whose record is stored. */
  const stored = new Set<string>();
  /** Number of pending writes by thread. */
  const saving = new Map<string, number>();
  const channel = createRecordChannel({
    isWanted: () => listeners.size > 0 || writers.size > 0,
    onMessage: handleMessage,
    onMissedMessages: reload,
  });
  let loading: Promise<void> | undefined;
  let isReloadDue = false;
  /** True when the records were read; before that, the storage may have more. */
  let isLoaded = false;
  /** Ids of threads that this tab changes while the records are read; `undefined` at other times. */
  let changedWhileReading: Set<string> | undefined;

  function notify(change: RecordsChange = {}): void {
    for (const listener of listeners) listener(change);
  }

  async function read(): Promise<void> {
    const changedHere = new Set(saving.keys());
    changedWhileReading = changedHere;
    let listed: Map<string, ThreadRecord>;
    let removed: readonly string[];
    try {
      const list = await withStorageTimeout(storage.list());
      const readable = list.flatMap((record) => normalizeRecord(record) ?? []);
      listed = new Map(readable.map((record) => [record.threadId, record]));
      const missing = [...stored].filter((threadId) => !listed.has(threadId));
      removed = (await Promise.all(missing.map(listIfRemoved))).flat();
    } finally {
      if (changedWhileReading === changedHere) changedWhileReading = undefined;
    }
    isLoaded = true;
    for (const [threadId, record] of listed) {
      if (changedHere.has(threadId)) continue;
      records.set(threadId, record);
      stored.add(threadId);
    }
    // Another tab has removed these threads, and this tab has missed its message.
    for (const threadId of removed) if (!changedHere.has(threadId)) drop(threadId);
    notify();
  }

  /** Returns the id in a list when nothing of the thread is stored: a storage may not list unreadable records. */
  async function listIfRemoved(threadId: string): Promise<readonly string[]> {
    try {
      const thread = await withStorageTimeout(storage.load(threadId));
      return thread && (thread.entries.length > 0 || thread.base) ? [] : [threadId];
    } catch {
      return [];
    }
  }

  /** Reads one record, so that it is not created again when the list cannot be read. */
  async function loadRecord(threadId: string): Promise<void> {
    const thread = await withStorageTimeout(storage.load(threadId));
    const record = normalizeRecord(thread?.record);
    if (!record || records.has(threadId)) return;
    records.set(threadId, record);
    stored.add(threadId);
  }

  function load(): Promise<void> {
    channel.openInBrowser();
    loading ??= read().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  }

  /** Reads the records again: another tab may have created threads. */
  function reload(): void {
    if (!loading || isReloadDue) return;
    isReloadDue = true;
    const next = () => {
      isReloadDue = false;
      return read();
    };
    loading = loading.then(next, next);
    loading.catch(() => {
      loading = undefined;
    });
  }

  function put(record: ThreadRecord): void {
    changedWhileReading?.add(record.threadId);
    records.set(record.threadId, record);
    notify();
  }

  /** Drops a removed thread, and stops its writers. */
  function drop(threadId: string): void {
    writers.markRemoved(threadId);
    changedWhileReading?.add(threadId);
    stored.delete(threadId);
    records.delete(threadId);
    notify({ removedId: threadId });
  }

  async function save(record: ThreadRecord): Promise<void> {
    const { threadId } = record;
    saving.set(threadId, (saving.get(threadId) ?? 0) + 1);
    try {
      await withStorageTimeout(storage.saveRecord(record));
      if (records.has(threadId)) stored.add(threadId);
    } finally {
      const pending = (saving.get(threadId) ?? 1) - 1;
      if (pending > 0) saving.set(threadId, pending);
      else saving.delete(threadId);
    }
  }

  function handleMessage(message: RecordMessage): void {
    if (message.type === "changed") {
      const { record } = message;
      if (records.get(record.threadId)?.createdAt === record.createdAt) put(record);
      // A new thread of this storage, or a thread of another storage with the same id.
      else reload();
      return;
    }
    // Newer versions may post other messages.
    if (message.type !== "removed") return;
    const { threadId, createdAt } = message;
    if (records.get(threadId)?.createdAt !== createdAt) return;
    const isWritten = writers.hasWriter(threadId);
    drop(threadId);
    // The thread may have been written by this tab after its removal.
    if (isWritten) storage.delete(threadId).catch(() => {});
  }

  return {
    readRecords: load,
    listRecords: () => [...records.values()],
    get: (threadId) => records.get(threadId),
    async changeRecord(threadId, change, initial) {
      if (!isLoaded && !records.has(threadId)) await loadRecord(threadId);
      const at = change.updatedAt ?? Date.now();
      const record: ThreadRecord = {
        version: STORAGE_VERSION,
        threadId,
        createdAt: at,
        updatedAt: at,
        ...(records.get(threadId) ?? initial),
        ...change,
      };
      changedWhileReading?.add(threadId);
      records.set(threadId, record);
      // Written before listeners run: they may change the record again, and the last write wins.
      const saved = save(record);
      notify();
      await saved;
      // Posted after the write: other tabs read the storage for a record they do not have.
      if (records.get(threadId) === record) channel.post({ type: "changed", record });
    },
    async removeThread(threadId) {
      const before = records.get(threadId);
      const isStored = stored.has(threadId);
      drop(threadId);
      try {
        await storage.delete(threadId);
      } catch (error) {
        // Everything is still stored, unless the thread was created again meanwhile.
        if (before && !records.has(threadId)) {
          put(before);
          if (isStored) stored.add(threadId);
        }
        throw error;
      }
      if (before) channel.post({ type: "removed", threadId, createdAt: before.createdAt });
    },
    registerWriter(threadId) {
      const handle = writers.registerWriter(threadId);
      channel.openInBrowser();
      return handle;
    },
    subscribe(listener) {
      listeners.add(listener);
      channel.openChannel();
      return () => {
        if (listeners.delete(listener)) channel.closeChannel();
      };
    },
  };
}
