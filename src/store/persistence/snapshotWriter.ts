import { createSnapshot } from "../../reducer/createSnapshot.ts";
import { diff } from "../../reducer/json/diff.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import type { EventLog } from "../eventLog/eventLog.ts";
import { withoutTabState } from "../eventLog/tabIssues.ts";
import type { ThreadStorage } from "./threadStorage.ts";
import { withStorageTimeout } from "./withStorageTimeout.ts";

/** Growth of the log after which the snapshot beside the log is written again. */
const SNAPSHOT_GROWTH = 1.5;
/** Number of entries from which on there is a snapshot beside the log. */
const FIRST_SNAPSHOT = 50;

interface SnapshotWriterOptions {
  readonly threadId: string;
  readonly log: EventLog;
  readonly storage: ThreadStorage;
  /** Number of entries that are stored. */
  readonly storedCount: number;
  /** Length of the log when the snapshot beside it was written; 0 without one. */
  readonly snapshotPosition: number;
  readonly getSnapshot: () => Snapshot;
  readonly isRemoved: () => boolean;
  /** Limits the duration of a write, and repeats the log from `position` when the write completes too late. */
  readonly limitDuration: (write: Promise<void>, position: number) => Promise<void>;
}

/** Writes the snapshots beside a log: the base, and a recent one with which threads open faster. */
interface SnapshotWriter {
  /** True until the base is stored: entries mean nothing without it. */
  needsBase(): boolean;
  saveBase(): Promise<void>;
  /** True when the recent snapshot contains entries from a position on, which are about to be replaced. */
  hasLatestAfter(position: number): boolean;
  /** Replaces the recent snapshot with the snapshot at an earlier position. */
  truncateLatest(position: number): Promise<void>;
  /** Writes the recent snapshot when the log has grown enough, after `appended` has fulfilled. */
  saveLatest(appended: Promise<void>): Promise<void>;
  /** Notes that the stored recent snapshot may contain replaced entries from a position on. */
  markUncertain(position: number): void;
}

export function createSnapshotWriter(options: SnapshotWriterOptions): SnapshotWriter {
  const { threadId, log, storage, getSnapshot, limitDuration } = options;
  let { snapshotPosition } = options;
  // A stored record proves nothing: a thread can be named before it has entries.
  let hasBase = options.storedCount > 0 || isBaseBlank(log);

  return {
    needsBase: () => !hasBase,
    async saveBase() {
      hasBase = true;
      try {
        await withStorageTimeout(
          storage.saveSnapshot(threadId, "base", { position: 0, snapshot: log.base }),
        );
      } catch (error) {
        hasBase = false;
        throw error;
      }
    },
    hasLatestAfter: (position) => position < snapshotPosition,
    async truncateLatest(position) {
      const before = snapshotPosition;
      snapshotPosition = position;
      try {
        const snapshot = log.snapshotAt(position);
        const write = storage.saveSnapshot(threadId, "latest", { position, snapshot });
        await limitDuration(write, position);
      } catch (error) {
        // The old snapshot is still stored, unless a later write has replaced it.
        if (snapshotPosition === position) snapshotPosition = before;
        throw error;
      }
    },
    async saveLatest(appended) {
      const position = log.entries.length;
      if (position < FIRST_SNAPSHOT || position < snapshotPosition * SNAPSHOT_GROWTH) return;
      const before = snapshotPosition;
      snapshotPosition = position;
      const snapshot = withoutTabState(getSnapshot());
      try {
        await appended;
      } catch {
        snapshotPosition = before;
        return;
      }
      // The thread was removed meanwhile, or its log was written again from an earlier position.
      if (options.isRemoved() || snapshotPosition !== position) return;
      const write = storage.saveSnapshot(threadId, "latest", { position, snapshot });
      // Without this snapshot the thread opens more slowly, but completely.
      await limitDuration(write, position).catch(() => {});
    },
    markUncertain(position) {
      snapshotPosition = Math.max(snapshotPosition, position + 1);
    },
  };
}

/** True for a log whose base is the snapshot of a new thread, which need not be stored. */
function isBaseBlank({ base }: EventLog): boolean {
  return diff(createSnapshot({ threadId: base.threadId }), base).length === 0;
}
