import { omitUndefined } from "../../protocol/omitUndefined.ts";
import type { ThreadInternals } from "../thread/threadInternals.ts";
import { defaultTitle, recordStatus } from "./recordStatus.ts";
import type { ThreadRecords } from "./threadRecords.ts";

interface RecordWriter {
  /** True until the thread has a record. */
  isMissing(): boolean;
  /** Writes the record with the current title and status. */
  writeRecord(): Promise<void>;
  /** Corrects an existing record that still has the status of a closed tab. */
  correctStatus(): void;
  /** Clears `isRunning` in the record when `writeRecord` has set it: the thread is released. */
  clearRun(): void;
}

/** Creates the writer of one record. */
export function createRecordWriter(
  internals: ThreadInternals,
  records: ThreadRecords,
): RecordWriter {
  const { threadId } = internals.getBaseSnapshot();
  /** True when the stored record claims a run of this tab. */
  let isRunRecorded = false;

  return {
    isMissing: () => !records.get(threadId),
    async writeRecord() {
      const record = records.get(threadId);
      const snapshot = internals.getBaseSnapshot();
      const title = record?.hasCustomTitle ? undefined : defaultTitle(snapshot);
      const { agentId } = internals.thread();
      const status = recordStatus(snapshot);
      isRunRecorded = status.isRunning;
      // A restore ends an interrupted run, which must not make the thread look recently used.
      const updatedAt = record && snapshot.isRestoring ? undefined : internals.now();
      await records.changeRecord(threadId, {
        ...omitUndefined({ title, agentId, updatedAt }),
        ...status,
      });
    },
    correctStatus() {
      const record = records.get(threadId);
      if (!record) return;
      const { isRunning = false, needsInput = false } = record;
      const status = recordStatus(internals.getBaseSnapshot());
      // The tab that runs the thread writes the record itself.
      if (status.isRunning || (!isRunning && needsInput === status.needsInput)) return;
      records.changeRecord(threadId, status).catch(() => {});
    },
    clearRun() {
      if (isRunRecorded) records.changeRecord(threadId, { isRunning: false }).catch(() => {});
    },
  };
}
