import { AgentKitError } from "../../protocol/errors.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { defaultTitle } from "../persistence/recordStatus.ts";
import type { RecordChange, ThreadRecords } from "../persistence/threadRecords.ts";
import { STORAGE_VERSION, type ThreadRecord } from "../persistence/threadStorage.ts";
import type { Thread } from "../thread/thread.ts";

/** The records of all threads: of a storage, and notes of those that no storage knows. */
export interface KnownRecords {
  /** Reads the storage. @throws AgentKitError `storage` */
  load(): Promise<void>;
  all(): readonly ThreadRecord[];
  get(threadId: string): ThreadRecord | undefined;
  /** Changes what is kept of a thread, in its storage where it has one. */
  change(threadId: string, wanted: RecordChange): Promise<void>;
  /** Makes the record of a thread that has begun with something said. */
  createRecord(threadId: string, facts: RecordChange): Promise<void>;
  /** Says that a person has a thread before them. */
  markRead(threadId: string): void;
  /** Notes that something was said in a thread, where no storage does. */
  noteThread(thread: Thread): void;
  /** Forgets what is noted of a thread. */
  forgetThread(threadId: string): void;
}

/** @param onNote - Called when a note has changed, and nobody else tells of it. */
export function createKnownRecords(
  records: ThreadRecords | undefined,
  onNote: () => void,
): KnownRecords {
  const notes = new Map<string, ThreadRecord>();
  /** Whether it is known what the storage knows. */
  let isRead = records === undefined;

  const known: KnownRecords = {
    async load() {
      try {
        await records?.load();
      } catch (cause) {
        if (cause instanceof AgentKitError) throw cause;
        throw new AgentKitError("storage", "The stored threads cannot be read.", { cause });
      } finally {
        isRead = true;
      }
    },
    all() {
      const stored = records?.all() ?? [];
      return [...stored, ...[...notes.values()].filter(({ threadId }) => !records?.get(threadId))];
    },
    get: (threadId) => records?.get(threadId) ?? notes.get(threadId),
    async change(threadId, wanted) {
      const noteThread = notes.get(threadId);
      if (records) {
        const { version: _, threadId: __, ...noted } = noteThread ?? ({} as Partial<ThreadRecord>);
        await records.change(threadId, wanted, noted);
      } else if (noteThread) {
        notes.set(threadId, { ...noteThread, ...wanted });
        onNote();
      }
    },
    async createRecord(threadId, facts) {
      const now = Date.now();
      const begun = { createdAt: now, updatedAt: now, readAt: now, ...facts };
      if (records) return records.change(threadId, begun);
      notes.set(threadId, { version: STORAGE_VERSION, threadId, ...begun });
      onNote();
    },
    markRead(threadId) {
      const record = known.get(threadId);
      // For other pages and later ones, where it is not read already.
      if (!record || (record.readAt ?? record.createdAt) >= record.updatedAt) return;
      const readAt = record.updatedAt;
      // A note is changed in place, as this is called by what shows it.
      if (records?.get(threadId)) records.change(threadId, { readAt }).catch(() => {});
      else notes.set(threadId, { ...record, readAt });
    },
    noteThread(thread) {
      const { threadId, agentId } = thread;
      if (!isRead || records?.get(threadId)) return;
      const now = Date.now();
      const before = notes.get(threadId);
      const title = before?.hasCustomTitle ? before.title : defaultTitle(thread.getSnapshot());
      notes.set(threadId, {
        version: STORAGE_VERSION,
        threadId,
        createdAt: now,
        ...before,
        ...omitUndefined({ agentId, title }),
        updatedAt: now,
      });
    },
    forgetThread: (threadId) => void notes.delete(threadId),
  };
  return known;
}
