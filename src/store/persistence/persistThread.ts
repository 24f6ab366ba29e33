import type { JsonPatch } from "../../protocol/events.ts";
import { notDone, notStored, partlyStored } from "../../protocol/issueCodes.ts";
import { diff } from "../../reducer/json/diff.ts";
import { applyJsonPatch } from "../../reducer/json/jsonPatch.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { type EventLog, openLog, openStoredLog } from "../eventLog/eventLog.ts";
import { withoutTabIssues } from "../eventLog/withoutTabIssues.ts";
import { syncTabs, type TabSync } from "../tabs/tabSync.ts";
import { initialSnapshot } from "../thread/initialSnapshot.ts";
import { reportUncaught } from "../thread/runtime.ts";
import type { ThreadInternals } from "../thread/threadInternals.ts";
import { isPermanent } from "./adapters/storageErrors.ts";
import { appendToStored } from "./appendToStored.ts";
import { loadStoredThread } from "./loadStoredThread.ts";
import { createLogWriter } from "./logWriter.ts";
import { reportCause, reportIssue } from "./reportIssue.ts";
import { retryWithBackoff } from "./retryWithBackoff.ts";
import { threadRecords } from "./threadRecords.ts";
import type { StoredThread, ThreadStorage } from "./threadStorage.ts";
import { withStorageTimeout } from "./withStorageTimeout.ts";
import { createWriteGuard } from "./writeGuard.ts";

/**
 * Restores a thread from its storage, and stores its changes from then on. Changes made before the thread is
 * restored apply to the stored thread, also when several attempts are needed.
 *
 * @param wasUsed - True when the thread has been used without its storage.
 */
export async function persistThread(
  core: ThreadInternals,
  storage: ThreadStorage,
  wasUsed = false,
): Promise<void> {
  if (wasUsed) return retryRestore(core, storage);
  const tabs = syncTabs(core, storage.id);
  let restored: RestoredLog | undefined;
  try {
    const stored = await load(core, storage);
    if (!core.isDisposed()) restored = restore(core, stored);
  } catch (error) {
    // A thread that cannot be read is not overwritten.
    reportCause(core, notStored, error);
    if (!isPermanent(error)) retryRestore(core, storage);
  }
  if (restored) return startPersisting(core, storage, tabs, restored).catch(failWith(core));
  tabs.close();
  markRestored(core);
}

/** Returns the handler of an unexpected failure, after which the thread works without its storage. */
const failWith = (core: ThreadInternals) => (error: unknown) => {
  reportUncaught(error);
  reportCause(core, notStored, error);
  markRestored(core);
};

/** Reads the storage again until it can be read; until then only the log of this tab has the conversation. */
function retryRestore(core: ThreadInternals, storage: ThreadStorage): void {
  if (core.isDisposed()) return;
  const local = openLog(core);
  let isReported = false;
  const cancel = retryWithBackoff(local, async () => {
    await core.running();
    const stored = await load(core, storage);
    if (core.isDisposed()) return true;
    // The snapshot is about to change.
    if (core.isBusy()) return false;
    let restored: RestoredLog;
    try {
      restored = restoreWithLocal(core, stored, local);
    } catch (error) {
      // No fault of the storage: each attempt may fail in the same way.
      if (!isReported) reportUncaught(error);
      isReported = true;
      return false;
    }
    const tabs = syncTabs(core, storage.id);
    core.hooks.restoring = startPersisting(core, storage, tabs, restored)
      .catch(failWith(core))
      .finally(() => {
        core.hooks.restoring = undefined;
      });
    return true;
  });
  onDispose(core, cancel);
}

function onDispose({ hooks }: ThreadInternals, dispose: () => void): void {
  const { onDispose: disposeOthers } = hooks;
  hooks.onDispose = () => {
    disposeOthers?.();
    dispose();
  };
}

/** Loads a stored thread, and the records: the record of the thread must be changed, not created again. */
async function load(
  core: ThreadInternals,
  storage: ThreadStorage,
): Promise<StoredThread | undefined> {
  const stored = await withStorageTimeout(storage.load(core.getSnapshot().threadId));
  await withStorageTimeout(threadRecords(storage).load());
  return stored;
}

async function startPersisting(
  core: ThreadInternals,
  storage: ThreadStorage,
  tabs: TabSync,
  { stored, log, storedCount, snapshotAt, patches, lostCount }: RestoredLog,
): Promise<void> {
  const { threadId } = core.getSnapshot();
  const reload = () => withStorageTimeout(storage.load(threadId));
  const guard = tabs.isAlone ? createWriteGuard(threadId, stored, reload) : undefined;
  let lastRead: StoredThread["entries"] = [];
  tabs.replicate({
    log,
    storedCount,
    async read() {
      const read = await reload();
      if (!read || !isComplete(read)) return undefined;
      lastRead = read.entries;
      return loadStoredThread(threadId, read).entries;
    },
    isSettled: () => writer.isSettled() || guard?.hasConflict() === true,
    onCaughtUp() {
      if (!guard) return;
      guard.accept(lastRead);
      writer.acceptStored(lastRead.length);
    },
    commitQuietly: (commit) => writer.commitQuietly(commit),
  });
  const writer = createLogWriter({
    core,
    log,
    storedCount,
    snapshotAt,
    storage,
    records: threadRecords(storage),
    guard,
    onError: (error) => reportCause(core, notStored, error),
    onStored: () => withdrawNotStored(core),
  });
  core.hooks.isStored = () => writer.isSettled() && !tabs.hasPendingActions();
  core.hooks.storedQueueIds = writer.whenAppended;
  onDispose(core, () => {
    writer.stop();
    tabs.close();
  });
  const resume = await tabs.settleRun();
  for (const patch of patches) {
    try {
      core.commit(applyJsonPatch(core.getSnapshot(), patch));
    } catch {
      reportIssue(core, notDone, "a change that was made while the thread was restored");
    }
  }
  if (lostCount > 0) reportIssue(core, partlyStored, String(lostCount));
  markRestored(core);
  resume?.();
}

/** Lets the thread be used. */
function markRestored(core: ThreadInternals): void {
  const { isRestoring: _, ...restored } = core.getSnapshot();
  core.replaceSnapshot(restored);
}

/** True when every entry can be read. */
function isComplete({ entries }: StoredThread): boolean {
  return entries.every((entry) => entry !== null);
}

interface RestoredLog {
  /** The stored thread that was read; `undefined` when nothing is stored. */
  readonly stored: StoredThread | undefined;
  readonly log: EventLog;
  /** Number of entries that are stored. */
  readonly storedCount: number;
  readonly snapshotAt?: number | undefined;
  /** Changes that were made while the thread was restored. */
  readonly patches: readonly JsonPatch[];
  /** Number of entries that cannot be read. */
  readonly lostCount: number;
}

/** True when nothing but a record is stored: a thread can be named before its first message. */
function isEmpty(stored: StoredThread | undefined): stored is undefined {
  return !stored || (stored.entries.length === 0 && !stored.base);
}

function restore(core: ThreadInternals, stored: StoredThread | undefined): RestoredLog {
  if (isEmpty(stored)) {
    return { stored, log: openLog(core), storedCount: 0, patches: [], lostCount: 0 };
  }
  const { base, entries, snapshot, snapshotAt, lostCount } = loadStoredThread(
    core.getSnapshot().threadId,
    stored,
  );
  // These changes were made to a thread that seemed empty.
  const patches = core.changes.pending
    .splice(0)
    .flatMap(({ before, after }) => (before && after ? [diff(before, after)] : []));
  const log = openStoredLog(core, base, entries);
  // The whole conversation is shown at once, also a run that may not continue.
  core.replaceSnapshot({ ...snapshot, isRestoring: true });
  return { stored, log, storedCount: entries.length, snapshotAt, patches, lostCount };
}

/** Restores a thread whose conversation has begun without the stored one. */
function restoreWithLocal(
  core: ThreadInternals,
  stored: StoredThread | undefined,
  local: EventLog,
): RestoredLog {
  const shown = core.getSnapshot();
  // The conversation is stored from now on.
  const issues = withoutNotStored(shown);
  if (isEmpty(stored)) {
    core.replaceSnapshot({ ...shown, issues });
    return { stored, log: local, storedCount: 0, patches: [], lostCount: 0 };
  }
  const loaded = loadStoredThread(core.getSnapshot().threadId, stored);
  const { now, createId } = core;
  const ended = initialSnapshot(
    { ...core.options, snapshot: loaded.snapshot },
    { at: now(), createId },
  );
  const { entries, snapshot } = appendToStored(
    loaded,
    ended,
    local,
    withoutTabIssues({ ...shown, issues }),
  );
  const log = openStoredLog(core, loaded.base, entries);
  core.replaceSnapshot({ ...snapshot, branches: log.getBranches() });
  const { snapshotAt, lostCount } = loaded;
  return { stored, log, storedCount: loaded.entries.length, snapshotAt, patches: [], lostCount };
}

/** Withdraws the issue that entries could not be stored. */
function withdrawNotStored(core: ThreadInternals): void {
  const shown = core.getSnapshot();
  const issues = withoutNotStored(shown);
  if (issues.length < shown.issues.length) core.replaceSnapshot({ ...shown, issues });
}

const withoutNotStored = ({ issues }: Snapshot) =>
  issues.filter(({ code }) => code !== notStored[0]);
