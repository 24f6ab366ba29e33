import type { Event } from "../../protocol/events.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { createSnapshot } from "../../reducer/createSnapshot.ts";
import { diff } from "../../reducer/json/diff.ts";
import { readAction } from "../eventLog/entries.ts";
import type { EventLog } from "../eventLog/eventLog.ts";
import { withoutTabIssues } from "../eventLog/withoutTabIssues.ts";
import { unref } from "../thread/runtime.ts";
import type { ThreadInternals } from "../thread/threadInternals.ts";
import { isPermanent, removedThreadError } from "./adapters/storageErrors.ts";
import { defaultTitle, recordStatus } from "./recordStatus.ts";
import type { ThreadRecords } from "./threadRecords.ts";
import type { ThreadStorage } from "./threadStorage.ts";
import { withStorageTimeout } from "./withStorageTimeout.ts";

/** How long what streams may lie unwritten, in milliseconds. */
const WRITE_WITHIN_MS = 300;
/** When what could not be written is tried again, in milliseconds: each time twice as long after the last. */
const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 300_000;
/** How much longer than when it was written last a log is when a snapshot is written beside it. */
const SNAPSHOT_GROWTH = 1.5;
const FIRST_SNAPSHOT = 50;

/** Writes what is added to a log: what streams now and then, and everything else at once. */
export function createLogWriter(parts: LogWriterOptions): LogWriter {
  const { core, log, written, storage, records, onError, onStored } = parts;
  const { threadId } = core.getSnapshot();
  /** The first entry that is not written. */
  let from: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let retryMs = FIRST_RETRY_MS;
  let isStopped = false;
  let { snapshotAt = 0 } = parts;
  // A record may have been there before: a thread can be named before anything is said in it.
  let hasBase = written > 0 || isBlank(log);
  /** The first entry that is being written. */
  let writing: number | undefined;
  let { length } = log.entries;
  /** Whether more has happened than that something streams, or is said again in fewer words. */
  let isNews = false;
  /** Whether its record says that it runs here. */
  let isRunner = false;
  const seat = records.registerWriter(threadId);
  let last: Promise<void> | undefined;
  /** Settles when all has come to an end that is being appended; the record and the snapshots are written beside it. */
  let appending: Promise<unknown> | undefined;
  /** Every message that was queued and is in the storage. */
  const stored = new Set<string>();
  /** Whether what has come meanwhile is not to wait. */
  let isWanted = false;

  /** Writes what waits, one after the other: behind what cannot be written, entries would be missing. */
  function flush(): void {
    if (writing === undefined) begin();
    else isWanted = true;
  }

  function retry(): void {
    retryMs = Math.min(2 * retryMs, LONGEST_RETRY_MS);
    flush();
  }

  /** The page may be gone in a moment. What is being written is written once more: it may fail. */
  function flushNow(): void {
    // With what has arrived and nobody has looked at.
    core.getSnapshot();
    if (from !== undefined && writing !== undefined) from = Math.min(from, writing);
    begin();
  }

  function begin(): void {
    clearTimeout(timer);
    timer = undefined;
    if (from === undefined) return;
    const at = from;
    from = undefined;
    isWanted = false;
    // What was removed does not come back.
    if (seat.isRemoved()) {
      if (!isStopped) onError(removedThreadError(threadId));
      return;
    }
    writing = at;
    const own = write(at);
    last = own;
    own
      .then(() => {
        retryMs = FIRST_RETRY_MS;
      })
      .catch((error: unknown) => {
        // Tried again with what is added next, or when nothing is.
        from = Math.min(at, from ?? at);
        isNews = true;
        // Something was added meanwhile: it is tried with that.
        const isInVain = isWanted || isStopped || isPermanent(error);
        if (!isInVain && timer === undefined) {
          timer = setTimeout(retry, retryMs);
          unref(timer);
        }
        onError(error);
      })
      .then(() => {
        if (last !== own) return;
        writing = undefined;
        if (isWanted) begin();
        else if (from === undefined) onStored?.();
      });
  }

  async function write(at: number): Promise<void> {
    const entries = log.entries.slice(at);
    const writes: Promise<void>[] = [];
    // First, as the entries mean nothing without it; and again, when it could not be written.
    if (!hasBase) writes.push(saveBase());
    if (at < snapshotAt) writes.push(mendSnapshot(at));
    const appended = inTime(storage.append(threadId, at, entries), at);
    const { queue } = core.getSnapshot();
    const noted = appended.then(() => {
      for (const { id } of queue) stored.add(id);
    });
    appending = Promise.allSettled([appending, noted]);
    writes.push(appended);
    if (entries.some((entry) => readAction(entry)?.name === "end"))
      writes.push(saveSnapshot(appended));
    if (isNews || !records.get(threadId)) writes.push(saveRecord());
    isNews = false;
    await Promise.all(writes);
  }

  /** What does not come to an end is tried again; when it does late, it has undone what was written since. */
  function inTime(work: Promise<void>, at: number): Promise<void> {
    const done = withStorageTimeout(work);
    let isLate = false;
    done.catch(() => {
      isLate = true;
    });
    work.then(
      () => {
        if (isLate && !isStopped) again(at);
      },
      () => {},
    );
    return done;
  }

  function again(at: number): void {
    from = Math.min(at, log.entries.length, from ?? at);
    // The snapshot too: it may be that which came late.
    snapshotAt = Math.max(snapshotAt, from + 1);
    flush();
  }

  async function saveBase(): Promise<void> {
    hasBase = true;
    try {
      await withStorageTimeout(
        storage.saveSnapshot(threadId, "base", { position: 0, snapshot: log.base }),
      );
    } catch (error) {
      hasBase = false;
      throw error;
    }
  }

  /** @param appended - Fulfils when the log is in the storage as far as the snapshot goes. */
  async function saveSnapshot(appended: Promise<void>): Promise<void> {
    const at = log.entries.length;
    if (at < FIRST_SNAPSHOT || at < snapshotAt * SNAPSHOT_GROWTH) return;
    const before = snapshotAt;
    snapshotAt = at;
    const snapshot = withoutTabIssues(core.getSnapshot());
    try {
      await appended;
    } catch {
      snapshotAt = before;
      return;
    }
    // It was removed meanwhile, or written from further in front.
    if (seat.isRemoved() || snapshotAt !== at) return;
    // Where there is no room for it, opening the thread takes longer, and nothing is missing.
    await inTime(storage.saveSnapshot(threadId, "latest", { position: at, snapshot }), at).catch(
      () => {},
    );
  }

  /** What it shows is replaced: another page has done something in the same moment. */
  async function mendSnapshot(at: number): Promise<void> {
    const before = snapshotAt;
    snapshotAt = at;
    try {
      const snapshot = log.snapshotAt(at);
      await inTime(storage.saveSnapshot(threadId, "latest", { position: at, snapshot }), at);
    } catch (error) {
      // Unless a later one has replaced it, it is still there.
      if (snapshotAt === at) snapshotAt = before;
      throw error;
    }
  }

  async function saveRecord(): Promise<void> {
    const record = records.get(threadId);
    const snapshot = core.getSnapshot();
    const title = record?.hasCustomTitle ? undefined : defaultTitle(snapshot);
    const { agentId } = core.thread();
    const standing = recordStatus(snapshot);
    isRunner = standing.isRunning;
    // A run that is cut off when the thread is read brings it nothing new.
    const updatedAt = record && snapshot.isRestoring ? undefined : core.now();
    await records.change(threadId, {
      ...omitUndefined({ title, agentId, updatedAt }),
      ...standing,
    });
  }

  /** What a page that is gone has written last may be that it runs, and not what was there when it was left. */
  function mendRecord(): void {
    const { isRunning = false, needsInput = false } = records.get(threadId) ?? {};
    const now = recordStatus(core.getSnapshot());
    // The page that runs it says so itself.
    if (now.isRunning || (!isRunning && needsInput === now.needsInput)) return;
    records.change(threadId, now).catch(() => {});
  }

  const stop = log.subscribe(({ at, entries }) => {
    from = Math.min(at, from ?? at);
    const isStreaming = entries.every(canDelayWrite);
    isNews ||= at >= length && !isStreaming;
    length = at + entries.length;
    if (isStreaming) timer ??= setTimeout(flush, WRITE_WITHIN_MS);
    // With all that is done in the same moment.
    else queueMicrotask(flush);
  });
  if (records.get(threadId)) mendRecord();
  // What was done while it was being read.
  if (length > written) {
    from = written;
    queueMicrotask(flush);
  }
  const page = globalThis as Partial<
    Pick<typeof globalThis, "addEventListener" | "removeEventListener">
  >;
  page.addEventListener?.("pagehide", flushNow);
  // It is the document's, and does not bubble everywhere.
  page.addEventListener?.("freeze", flushNow, true);
  return {
    whenAppended: async () => {
      await appending;
      return seat.isRemoved() ? new Set() : stored;
    },
    isSettled: () => from === undefined && writing === undefined && !seat.isRemoved(),
    stop() {
      isStopped = true;
      stop();
      flushNow();
      // What is let go of in mid-run goes on nowhere.
      if (isRunner && !seat.isRemoved())
        records.change(threadId, { isRunning: false }).catch(() => {});
      seat.release();
      page.removeEventListener?.("pagehide", flushNow);
      page.removeEventListener?.("freeze", flushNow, true);
    },
  };
}

/** Whether a thread began with nothing that would have to be stored. */
function isBlank({ base }: EventLog): boolean {
  return diff(createSnapshot({ threadId: base.threadId }), base).length === 0;
}

/** Whether an entry is of the agent, or says little: what may lie unwritten for a moment. */
export function canDelayWrite(entry: Event): boolean {
  const { name } = readAction(entry) ?? {};
  return name === undefined || name === "cursor" || name === "issues";
}

/** What the log of a thread is written with. */
export interface LogWriterOptions {
  readonly core: ThreadInternals;
  readonly log: EventLog;
  /** How many of its entries are in the storage already. */
  readonly written: number;
  /** How long the log was when the snapshot beside it was written. @defaultValue `0`: there is none */
  readonly snapshotAt?: number | undefined;
  readonly storage: ThreadStorage;
  readonly records: ThreadRecords;
  readonly onError: (error: unknown) => void;
  /** Called when all that waited is written. */
  readonly onStored?: () => void;
}

/** What writes the log of a thread. */
export interface LogWriter {
  /** Whether nothing waits to be written, or is being written, and the thread was not removed. */
  isSettled(): boolean;
  /**
   * Fulfils when what is being appended has come to an end, with the ids of the messages that are in the storage as
   * queued ones, or were: they are read again, also where the record or a snapshot beside the log could not be written.
   */
  whenAppended(): Promise<ReadonlySet<string>>;
  /** Writes what waits, and nothing any more. */
  stop(): void;
}
