import type { Event } from "../../protocol/events.ts";
import { unref } from "../../protocol/runtime.ts";
import type { EventLog } from "../eventLog/eventLog.ts";
import { readAction } from "../eventLog/logEntries.ts";
import type { ThreadInternals } from "../thread/threadInternals.ts";
import { isPermanent, removedThreadError } from "./adapters/storageErrors.ts";
import { createEntryWriter } from "./entryWriter.ts";
import { createRecordWriter } from "./recordWriter.ts";
import { createSnapshotWriter } from "./snapshotWriter.ts";
import type { ThreadRecords } from "./threadRecords.ts";
import type { ThreadStorage } from "./threadStorage.ts";
import { withStorageTimeout } from "./withStorageTimeout.ts";
import type { WriteGuard } from "./writeGuard.ts";

/** Longest delay of a write while a run streams, in milliseconds. */
const WRITE_WITHIN_MS = 300;
/** Delays of the attempts to repeat a failed write, in milliseconds: each is twice as long as the last. */
const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 300_000;

interface LogWriterOptions {
  readonly internals: ThreadInternals;
  readonly log: EventLog;
  /** Number of entries that are stored. */
  readonly storedCount: number;
  /** Number of entries that the stored snapshot contains. @defaultValue `0`: there is no snapshot */
  readonly snapshotPosition?: number | undefined;
  readonly storage: ThreadStorage;
  readonly records: ThreadRecords;
  /** Compares the stored log before each write; absent where tabs exclude each other with locks. */
  readonly guard?: WriteGuard | undefined;
  readonly onError: (error: unknown) => void;
  /** Called when every pending entry is stored. */
  readonly onStored?: () => void;
}

/** Writes the log of a thread to its storage. */
interface LogWriter {
  /** True when no write is pending or under way, and the thread was not removed. */
  isIdle(): boolean;
  /**
   * Fulfils when the appends under way have ended, with the ids of the messages that were stored while queued. They
   * are restored even when the record or a snapshot beside the log could not be written.
   */
  whenAppended(): Promise<ReadonlySet<string>>;
  /** Calls `commit`. With a guard, the entries that it adds are written only together with later entries. */
  commitWithDelayedWrite(commit: () => void): void;
  /** Notes that the first entries of the log are stored as they are. */
  acceptStored(count: number): void;
  /** Writes pending entries, and none after that. */
  stopWriting(): void;
}

/** True for entries of the agent, cursors and issues: they need not be written at once. */
export function canDelayWrite(entry: Event): boolean {
  const { name } = readAction(entry) ?? {};
  return name === undefined || name === "cursor" || name === "issues";
}

/** Creates the writer of a log: streamed entries are written in batches, all others at once. */
export function createLogWriter(options: LogWriterOptions): LogWriter {
  const { internals, log, storedCount, storage, records, guard, onError, onStored } = options;
  const { threadId } = internals.getBaseSnapshot();
  const registration = records.registerWriter(threadId);
  const record = createRecordWriter(internals, records);
  const snapshots = createSnapshotWriter({
    threadId,
    log,
    storage,
    storedCount,
    snapshotPosition: options.snapshotPosition ?? 0,
    getSnapshot: internals.getBaseSnapshot,
    isRemoved: registration.isRemoved,
    limitDuration,
  });
  const entryWriter = createEntryWriter({
    ...{ internals, log, storage, record, snapshots, guard, limitDuration },
  });
  /** Position of the first entry that has to be written; `undefined` while there is none. */
  let pendingFrom: number | undefined;
  /** Position of the first entry that is being written; `undefined` while no write is under way. */
  let writingFrom: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let retryMs = FIRST_RETRY_MS;
  let isStopped = false;
  let { length } = log.entries;
  /** True when the record has to be written: more has happened than streaming and compaction. */
  let isRecordDue = false;
  let lastWrite: Promise<void> | undefined;
  /** True when entries that must not wait were added during a write. */
  let isFlushDue = false;
  let isCommittingWithDelay = false;
  /** True when all pending entries wait for a later one, with which they are written. */
  let isDelayed = false;

  /** Writes pending entries, one write after another: after a failed write, entries would be missing. */
  function flush(): void {
    if (writingFrom === undefined) startWrite();
    else isFlushDue = true;
  }

  function retry(): void {
    retryMs = Math.min(2 * retryMs, LONGEST_RETRY_MS);
    flush();
  }

  /** Writes at once: the page may be gone in a moment. The write under way is repeated, since it may fail. */
  function flushNow(): void {
    // Applies received events that are still deferred.
    internals.getBaseSnapshot();
    if (pendingFrom !== undefined && writingFrom !== undefined)
      pendingFrom = Math.min(pendingFrom, writingFrom);
    startWrite();
  }

  function startWrite(): void {
    clearTimeout(timer);
    timer = undefined;
    if (pendingFrom === undefined || isDelayed) return;
    const position = pendingFrom;
    pendingFrom = undefined;
    isFlushDue = false;
    // A removed thread is not created again.
    if (registration.isRemoved()) {
      if (!isStopped) onError(removedThreadError(threadId));
      return;
    }
    writingFrom = position;
    const write = entryWriter.writeEntries(position, isRecordDue);
    isRecordDue = false;
    lastWrite = write;
    write
      .then(() => {
        retryMs = FIRST_RETRY_MS;
      })
      .catch((error: unknown) => {
        // Repeated with the next entries, or after a delay.
        pendingFrom = Math.min(position, pendingFrom ?? position);
        isRecordDue = true;
        const isRetryUseless = isFlushDue || isStopped || isPermanent(error);
        if (!isRetryUseless && timer === undefined) {
          timer = setTimeout(retry, retryMs);
          unref(timer);
        }
        onError(error);
      })
      .then(() => {
        if (lastWrite !== write) return;
        writingFrom = undefined;
        if (isFlushDue) startWrite();
        else if (pendingFrom === undefined) onStored?.();
      });
  }

  function limitDuration(work: Promise<void>, position: number): Promise<void> {
    return withLateCallback(work, () => {
      if (!isStopped) repeatFrom(position);
    });
  }

  function repeatFrom(position: number): void {
    pendingFrom = Math.min(position, log.entries.length, pendingFrom ?? position);
    snapshots.markUncertain(pendingFrom);
    flush();
  }

  const unsubscribe = log.subscribe(({ position, entries }) => {
    if (isCommittingWithDelay) isDelayed ||= pendingFrom === undefined;
    pendingFrom = Math.min(position, pendingFrom ?? position);
    const isStreaming = entries.every(canDelayWrite);
    isRecordDue ||= position >= length && !isStreaming;
    length = position + entries.length;
    if (isCommittingWithDelay) return;
    isDelayed = false;
    if (isStreaming) timer ??= setTimeout(flush, WRITE_WITHIN_MS);
    // Together with everything that is committed in the same task.
    else queueMicrotask(flush);
  });
  record.correctStatus();
  // Entries that were added while the thread was restored.
  if (length > storedCount) {
    pendingFrom = storedCount;
    queueMicrotask(flush);
  }
  const stopWatchingPage = subscribeToPageEnd(flushNow);
  return {
    isIdle: () =>
      (pendingFrom === undefined || isDelayed) &&
      writingFrom === undefined &&
      !registration.isRemoved(),
    whenAppended: async () => {
      const storedQueueIds = await entryWriter.whenAppended();
      return registration.isRemoved() ? new Set() : storedQueueIds;
    },
    commitWithDelayedWrite(commit) {
      isCommittingWithDelay = guard !== undefined;
      commit();
      isCommittingWithDelay = false;
      if (guard) record.correctStatus();
    },
    acceptStored(count) {
      pendingFrom = log.entries.length > count ? count : undefined;
    },
    stopWriting() {
      isStopped = true;
      unsubscribe();
      flushNow();
      // A thread released during a run is not running in any tab: clear the flag.
      if (!registration.isRemoved()) record.clearRun();
      registration.releaseWriter();
      stopWatchingPage();
    },
  };
}

/** Fails a write that takes too long, and calls `onLate` when it completes after all: it has undone later writes. */
function withLateCallback(work: Promise<void>, onLate: () => void): Promise<void> {
  const done = withStorageTimeout(work);
  let isLate = false;
  done.catch(() => {
    isLate = true;
  });
  work.then(
    () => {
      if (isLate) onLate();
    },
    () => {},
  );
  return done;
}

/**
 * Calls a listener when the page may be gone in a moment. Returns a function that unsubscribes. A phone may end a hidden
 * page without another event.
 */
function subscribeToPageEnd(listener: () => void): () => void {
  const handleVisibility = ({ target: page }: { readonly target: EventTarget | null }) => {
    if (!page || !("visibilityState" in page) || page.visibilityState === "hidden") listener();
  };
  // Node has no events of a page.
  const target = globalThis as Partial<
    Pick<typeof globalThis, "addEventListener" | "removeEventListener">
  >;
  target.addEventListener?.("pagehide", listener);
  // `freeze` is fired at the document and does not bubble in every browser.
  target.addEventListener?.("freeze", listener, true);
  target.addEventListener?.("visibilitychange", handleVisibility, true);
  return () => {
    target.removeEventListener?.("pagehide", listener);
    target.removeEventListener?.("freeze", listener, true);
    target.removeEventListener?.("visibilitychange", handleVisibility, true);
  };
}
