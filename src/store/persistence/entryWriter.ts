import type { Event } from "../../protocol/events.ts";
import type { EventLog } from "../eventLog/eventLog.ts";
import { readAction } from "../eventLog/logEntries.ts";
import type { ThreadInternals } from "../thread/threadInternals.ts";
import type { createRecordWriter } from "./recordWriter.ts";
import type { createSnapshotWriter } from "./snapshotWriter.ts";
import type { ThreadStorage } from "./threadStorage.ts";
import type { WriteGuard } from "./writeGuard.ts";

interface EntryWriterOptions {
  readonly internals: ThreadInternals;
  readonly log: EventLog;
  readonly storage: ThreadStorage;
  readonly record: ReturnType<typeof createRecordWriter>;
  readonly snapshots: ReturnType<typeof createSnapshotWriter>;
  readonly guard: WriteGuard | undefined;
  /** Limits the duration of a write, and repeats the log from `position` when the write completes too late. */
  readonly limitDuration: (write: Promise<void>, position: number) => Promise<void>;
}

/** Writes new entries of a log, each time with the snapshots and the record beside them. `logWriter.ts` decides when. */
interface EntryWriter {
  writeEntries(position: number, isRecordDue: boolean): Promise<void>;
  /**
   * Fulfils when the appends under way have ended, with the ids of the messages that were stored while queued.
   * Does not wait for records and snapshots, which are written beside the appends.
   */
  whenAppended(): Promise<ReadonlySet<string>>;
}

/** Creates the writer of the entries of a log, which appends to the storage in order. */
export function createEntryWriter(options: EntryWriterOptions): EntryWriter {
  const { internals, log, storage, record, snapshots, guard, limitDuration } = options;
  const { threadId } = internals.getBaseSnapshot();
  const storedQueueIds = new Set<string>();
  let appending: Promise<unknown> | undefined;

  async function append(position: number, entries: readonly Event[]): Promise<void> {
    const confirm = guard?.beginWrite(position, entries);
    await storage.append(threadId, position, entries);
    confirm?.();
  }

  return {
    async writeEntries(position, isRecordDue) {
      const entries = log.entries.slice(position);
      const writes: Promise<void>[] = [];
      const check = guard?.assertUnchanged();
      const afterCheck = (work: () => Promise<void>) => (check ? check.then(work) : work());
      if (snapshots.needsBase()) writes.push(afterCheck(snapshots.saveBase));
      if (snapshots.hasLatestAfter(position))
        writes.push(afterCheck(() => snapshots.truncateLatest(position)));
      const appended = limitDuration(
        afterCheck(() => append(position, entries)),
        position,
      );
      const { queue } = internals.getBaseSnapshot();
      const queueStored = appended.then(() => {
        for (const { id } of queue) storedQueueIds.add(id);
      });
      appending = Promise.allSettled([appending, queueStored]);
      writes.push(appended);
      if (entries.some((entry) => readAction(entry)?.name === "end"))
        writes.push(snapshots.saveLatest(appended));
      if (isRecordDue || record.isMissing()) writes.push(afterCheck(record.writeRecord));
      await Promise.all(writes);
    },
    async whenAppended() {
      await appending;
      return storedQueueIds;
    },
  };
}
