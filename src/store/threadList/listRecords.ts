import { AgentKitError } from "../../protocol/errors.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { defaultTitle } from "../persistence/recordStatus.ts";
import type { RecordChange, ThreadRecords } from "../persistence/threadRecords.ts";
import { STORAGE_VERSION, type ThreadRecord } from "../persistence/threadStorage.ts";
import type { Thread } from "../thread/thread.ts";

/** Records of all threads: stored ones, and unsaved ones of threads that are not stored. */
export interface ListRecords {
  /** Reads the storage. @throws AgentKitError `storage` */
  loadRecords(): Promise<void>;
  listRecords(): readonly ThreadRecord[];
  get(threadId: string): ThreadRecord | undefined;
  /** Changes the record of a thread, in its storage when there is one. */
  changeRecord(threadId: string, fields: RecordChange): Promise<void>;
  /** Creates the record of a thread that begins with messages. */
  createRecord(threadId: string, fields: RecordChange): Promise<void>;
  /** Marks the content of a thread as read. */
  markRead(threadId: string): void;
  /** Creates or updates the unsaved record of a thread that has messages and no stored record. */
  addUnsavedRecord(thread: Thread): void;
  /** Removes the unsaved record of a thread; a stored record stays. */
  removeUnsavedRecord(threadId: string): void;
}

/** @param onUnsavedChange - Called when an unsaved record has changed, which no storage reports. */
export function createListRecords(
  records: ThreadRecords | undefined,
  onUnsavedChange: () => void,
): ListRecords {
  const unsavedRecords = new Map<string, ThreadRecord>();
  /** True when the stored records were read. */
  let isLoaded = records === undefined;

  const listRecords: ListRecords = {
    async loadRecords() {
      try {
        await records?.readRecords();
      } catch (cause) {
        if (cause instanceof AgentKitError) throw cause;
        throw new AgentKitError(
          "storage",
          "The stored threads cannot be read. Reload the page to try again.",
          { cause },
        );
      } finally {
        isLoaded = true;
      }
    },
    listRecords() {
      const stored = records?.listRecords() ?? [];
      return [
        ...stored,
        ...[...unsavedRecords.values()].filter(({ threadId }) => !records?.get(threadId)),
      ];
    },
    get: (threadId) => records?.get(threadId) ?? unsavedRecords.get(threadId),
    async changeRecord(threadId, fields) {
      const unsaved = unsavedRecords.get(threadId);
      if (records) {
        const { version: _, threadId: __, ...initialFields }: Partial<ThreadRecord> = unsaved ?? {};
        await records.changeRecord(threadId, fields, initialFields);
      } else if (unsaved) {
        unsavedRecords.set(threadId, { ...unsaved, ...fields });
        onUnsavedChange();
      }
    },
    async createRecord(threadId, fields) {
      const now = Date.now();
      const initial = { createdAt: now, updatedAt: now, readAt: now, ...fields };
      if (records) return records.changeRecord(threadId, initial);
      unsavedRecords.set(threadId, { version: STORAGE_VERSION, threadId, ...initial });
      onUnsavedChange();
    },
    markRead(threadId) {
      const record = listRecords.get(threadId);
      // Skips threads that are read already: the change is written for other tabs and later visits.
      if (!record || (record.readAt ?? record.createdAt) >= record.updatedAt) return;
      const readAt = record.updatedAt;
      // Replaced without a notification: the caller is about to show it.
      if (records?.get(threadId)) records.changeRecord(threadId, { readAt }).catch(() => {});
      else unsavedRecords.set(threadId, { ...record, readAt });
    },
    addUnsavedRecord(thread) {
      const { threadId, agentId } = thread;
      if (!isLoaded || records?.get(threadId)) return;
      const now = Date.now();
      const before = unsavedRecords.get(threadId);
      const title = before?.hasCustomTitle ? before.title : defaultTitle(thread.getSnapshot());
      unsavedRecords.set(threadId, {
        version: STORAGE_VERSION,
        threadId,
        createdAt: now,
        ...before,
        ...omitUndefined({ agentId, title }),
        updatedAt: now,
      });
    },
    removeUnsavedRecord: (threadId) => void unsavedRecords.delete(threadId),
  };
  return listRecords;
}
