import { createRecordChannel, type RecordMessage } from "../tabs/recordChannel.ts";
import { STORAGE_VERSION, type ThreadRecord, type ThreadStorage } from "./threadStorage.ts";
import { withStorageTimeout } from "./withStorageTimeout.ts";

const known = new WeakMap<ThreadStorage, ThreadRecords>();

/** The records of a storage, the same for all who ask. */
export function threadRecords(storage: ThreadStorage): ThreadRecords {
  const found = known.get(storage);
  if (found) return found;
  const made = createRecords(storage);
  known.set(storage, made);
  return made;
}

function createRecords(storage: ThreadStorage): ThreadRecords {
  const records = new Map<string, ThreadRecord>();
  const listeners = new Set<(news: RecordsChange) => void>();
  /** Who writes which thread. */
  const seats = new Map<string, Set<{ isRemoved: boolean }>>();
  /** Those that run here. */
  const running = new Set<string>();
  /** Those of which the storage has a record. */
  const stored = new Set<string>();
  /** Those of which a record is being written, and how often. */
  const saving = new Map<string, number>();
  const pages = createRecordChannel({
    isWanted: () => listeners.size > 0 || seats.size > 0,
    hear,
    onMissedMessages: readAgain,
  });
  let loading: Promise<void> | undefined;
  let isDue = false;
  /** Whether they have been read: until then, there may be more than is known. */
  let isRead = false;
  /** What has changed here while records are read. */
  let changed: Set<string> | undefined;

  function tell(news: RecordsChange = {}): void {
    for (const listener of listeners) listener(news);
  }

  async function read(): Promise<void> {
    const own = new Set(saving.keys());
    changed = own;
    let listed: Map<string, ThreadRecord>;
    let gone: readonly string[];
    try {
      const list = await withStorageTimeout(storage.list());
      listed = new Map(list.map((record) => [record.threadId, record]));
      const missing = [...stored].filter((threadId) => !listed.has(threadId));
      gone = (await Promise.all(missing.map(ifGone))).flat();
    } finally {
      if (changed === own) changed = undefined;
    }
    isRead = true;
    for (const [threadId, record] of listed) {
      if (own.has(threadId)) continue;
      records.set(threadId, record);
      stored.add(threadId);
    }
    // What another page has removed without a word that was heard here.
    for (const threadId of gone) if (!own.has(threadId)) drop(threadId);
    tell();
  }

  /** A thread that is not listed any more, if it is not there either: a list may leave out what it cannot read. */
  async function ifGone(threadId: string): Promise<readonly string[]> {
    try {
      const found = await withStorageTimeout(storage.load(threadId));
      return found && (found.entries.length > 0 || found.base) ? [] : [threadId];
    } catch {
      return [];
    }
  }

  /** What is stored of one, where the list could not be read yet: it is not to be made anew. */
  async function find(threadId: string): Promise<void> {
    const found = await withStorageTimeout(storage.load(threadId));
    if (!found || records.has(threadId)) return;
    records.set(threadId, found.record);
    stored.add(threadId);
  }

  function load(): Promise<void> {
    pages.joinInBrowser();
    loading ??= read().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  }

  /** Finds out what another page has begun; whether it is in this storage is known there. */
  function readAgain(): void {
    if (!loading || isDue) return;
    isDue = true;
    const next = () => {
      isDue = false;
      return read();
    };
    loading = loading.then(next, next);
    loading.catch(() => {
      loading = undefined;
    });
  }

  function put(record: ThreadRecord, news?: RecordsChange): void {
    changed?.add(record.threadId);
    records.set(record.threadId, record);
    tell(news);
  }

  /** Nobody writes the thread any more, and whoever has it lets go of it. */
  function drop(threadId: string): void {
    for (const seat of seats.get(threadId) ?? []) seat.isRemoved = true;
    running.delete(threadId);
    changed?.add(threadId);
    stored.delete(threadId);
    records.delete(threadId);
    tell({ removedId: threadId });
  }

  /** Writes a record; until it is there, the storage cannot tell. */
  async function save(record: ThreadRecord): Promise<void> {
    const { threadId } = record;
    saving.set(threadId, (saving.get(threadId) ?? 0) + 1);
    try {
      await withStorageTimeout(storage.saveRecord(record));
      if (records.has(threadId)) stored.add(threadId);
    } finally {
      const left = (saving.get(threadId) ?? 1) - 1;
      if (left > 0) saving.set(threadId, left);
      else saving.delete(threadId);
    }
  }

  function hear(word: RecordMessage): void {
    if (word.type === "ask") {
      for (const threadId of running) {
        const record = records.get(threadId);
        if (record) pages.post({ type: "changed", record });
      }
      return;
    }
    if (word.type === "changed") {
      const { record } = word;
      const before = records.get(record.threadId);
      const news = { heard: record };
      // One of another storage under the same id is none of ours.
      if (before?.createdAt === record.createdAt) put(record, news);
      else tell(news);
      // Or it is ours, and was not there yet when what is known of it was made up.
      if (before?.createdAt !== record.createdAt) readAgain();
      return;
    }
    // Of another version.
    if (word.type !== "removed") return;
    const { threadId, createdAt } = word;
    if (records.get(threadId)?.createdAt !== createdAt) return;
    const isWritten = seats.has(threadId);
    drop(threadId);
    // What was written here before the word has come would stay.
    if (isWritten) storage.delete(threadId).catch(() => {});
  }

  return {
    load,
    all: () => [...records.values()],
    get: (threadId) => records.get(threadId),
    async change(threadId, change, first) {
      if (change.isRunning) running.add(threadId);
      else if (change.isRunning === false) running.delete(threadId);
      if (!isRead && !records.has(threadId)) await find(threadId);
      const at = change.updatedAt ?? Date.now();
      const record: ThreadRecord = {
        version: STORAGE_VERSION,
        threadId,
        createdAt: at,
        updatedAt: at,
        ...(records.get(threadId) ?? first),
        ...change,
      };
      changed?.add(threadId);
      records.set(threadId, record);
      // First: whoever is told may change it once more, and what is written last stays.
      const saved = save(record);
      tell();
      await saved;
      // Whoever does not know it yet finds it in the storage.
      if (records.get(threadId) === record) pages.post({ type: "changed", record });
    },
    async remove(threadId) {
      const before = records.get(threadId);
      const isStored = stored.has(threadId);
      drop(threadId);
      try {
        await storage.delete(threadId);
      } catch (error) {
        // It is all still there, unless it was begun anew meanwhile.
        if (before && !records.has(threadId)) {
          put(before);
          if (isStored) stored.add(threadId);
        }
        throw error;
      }
      if (before) pages.post({ type: "removed", threadId, createdAt: before.createdAt });
    },
    registerWriter(threadId) {
      const seat = { isRemoved: false };
      const taken = seats.get(threadId) ?? new Set();
      seats.set(threadId, taken.add(seat));
      pages.joinInBrowser();
      return {
        isRemoved: () => seat.isRemoved,
        release() {
          taken.delete(seat);
          if (taken.size > 0 || seats.get(threadId) !== taken) return;
          seats.delete(threadId);
          running.delete(threadId);
          pages.leave();
        },
      };
    },
    isRunning: (threadId) => running.has(threadId),
    ask: () => pages.post({ type: "ask" }),
    subscribe(listener) {
      listeners.add(listener);
      pages.join();
      return () => {
        if (listeners.delete(listener)) pages.leave();
      };
    },
  };
}

/** What may be changed of a record. */
export type RecordChange = Partial<Omit<ThreadRecord, "version" | "threadId">>;

/** The place of somebody who writes a thread. */
export interface WriterHandle {
  /** Whether the thread was removed since: nothing of it is to be written any more. */
  isRemoved(): boolean;
  release(): void;
}

/** What has happened to the records of a storage. */
export interface RecordsChange {
  /** The thread that was removed. */
  readonly removedId?: string;
  /** What another page has just told of a thread, which may be of another storage. */
  readonly heard?: ThreadRecord;
}

/** The records of a storage as this page knows them, and keeps them in step with other pages. */
export interface ThreadRecords {
  /** Reads them, once; after a failure, again. */
  load(): Promise<void>;
  all(): readonly ThreadRecord[];
  get(threadId: string): ThreadRecord | undefined;
  /**
   * Changes a record, or makes it, and writes it.
   *
   * @param first - What one that is made says beside it.
   */
  change(threadId: string, change: RecordChange, first?: RecordChange): Promise<void>;
  /** Removes a thread and all that is stored of it. */
  remove(threadId: string): Promise<void>;
  /** Takes the place of one who writes a thread. */
  registerWriter(threadId: string): WriterHandle;
  /** Whether somebody who writes it here has said that it runs. */
  isRunning(threadId: string): boolean;
  /** Asks the other pages which threads they run; those tell the records of these again. */
  ask(): void;
  /** Calls a listener after every change. */
  subscribe(listener: (news: RecordsChange) => void): () => void;
}
