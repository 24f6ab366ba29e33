import type { JsonPatch } from "../../protocol/events.ts";
import { notDone, notStored, partlyStored } from "../../protocol/issueCodes.ts";
import { reportUncaught } from "../../protocol/runtime.ts";
import { diff } from "../../reducer/json/diff.ts";
import { applyJsonPatch } from "../../reducer/json/jsonPatch.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { type EventLog, openLog, openStoredLog } from "../eventLog/eventLog.ts";
import { addTabIssue, addTabIssueFromError, withoutTabState } from "../eventLog/tabIssues.ts";
import { syncTabs, type TabSync } from "../tabs/tabSync.ts";
import { initialSnapshot } from "../thread/initialSnapshot.ts";
import type { ThreadInternals } from "../thread/threadInternals.ts";
import { isPermanent } from "./adapters/storageErrors.ts";
import { appendToStored } from "./appendToStored.ts";
import { applyStoredThread } from "./applyStoredThread.ts";
import { createLogWriter } from "./logWriter.ts";
import { retryWithBackoff } from "./retryWithBackoff.ts";
import { threadRecords } from "./threadRecords.ts";
import type { StoredThread, ThreadStorage } from "./threadStorage.ts";
import { withStorageTimeout } from "./withStorageTimeout.ts";
import { createWriteGuard } from "./writeGuard.ts";

/**
 * Restores a thread from its storage, and stores its changes from then on. Changes made before the thread is
 * restored apply to the stored thread, also when several attempts are needed.
 */
export async function persistThread(
  internals: ThreadInternals,
  storage: ThreadStorage,
): Promise<void> {
  const tabs = syncTabs(internals, storage.id);
  let restored: RestoredLog | undefined;
  try {
    const stored = await readStoredThread(internals, storage);
    if (!internals.isDisposed()) restored = restoreLog(internals, stored);
  } catch (error) {
    // Nothing is stored until the thread can be read: a write would replace what is stored.
    addTabIssueFromError(internals, notStored, error);
    if (!isPermanent(error)) persistThreadInBackground(internals, storage);
  }
  if (restored)
    return startPersisting(internals, storage, tabs, restored).catch(
      createFailureHandler(internals),
    );
  tabs.close();
  markRestored(internals);
}

/** Creates the handler of an unexpected failure, after which the thread works without its storage. */
const createFailureHandler = (internals: ThreadInternals) => (error: unknown) => {
  reportUncaught(error);
  addTabIssueFromError(internals, notStored, error);
  markRestored(internals);
};

/**
 * Restores a thread whose storage could not be read, and which is in use meanwhile. Tries again until the storage can
 * be read. Until then only the log of this tab has the conversation.
 */
export function persistThreadInBackground(
  internals: ThreadInternals,
  storage: ThreadStorage,
): void {
  if (internals.isDisposed()) return;
  const local = openLog(internals);
  let isReported = false;
  const cancel = retryWithBackoff(local, async () => {
    await internals.latestTurn();
    const stored = await readStoredThread(internals, storage);
    if (internals.isDisposed()) return true;
    // A turn changes the snapshot, so the stored thread is read again after it.
    if (internals.isBusy()) return false;
    let restored: RestoredLog;
    try {
      restored = restoreLogWithLocal(internals, stored, local);
    } catch (error) {
      // A fault of this code, which each attempt may repeat: it is reported once.
      if (!isReported) reportUncaught(error);
      isReported = true;
      return false;
    }
    const tabs = syncTabs(internals, storage.id);
    internals.features.restoring = startPersisting(internals, storage, tabs, restored)
      .catch(createFailureHandler(internals))
      .finally(() => {
        internals.features.restoring = undefined;
      });
    return true;
  });
  onDispose(internals, cancel);
}

function onDispose({ features }: ThreadInternals, dispose: () => void): void {
  const { onDispose: disposeOthers } = features;
  features.onDispose = () => {
    disposeOthers?.();
    dispose();
  };
}

/** Loads a stored thread, and the records: the record of the thread must be changed, not created again. */
async function readStoredThread(
  internals: ThreadInternals,
  storage: ThreadStorage,
): Promise<StoredThread | undefined> {
  const stored = await withStorageTimeout(storage.load(internals.getBaseSnapshot().threadId));
  await withStorageTimeout(threadRecords(storage).readRecords());
  return stored;
}

/**
 * Stores a restored thread from now on. A stored thread passes these stages before:
 *
 * ```text
 * StoredThread    as the storage has it                        readStoredThread
 * AppliedThread   with its readable entries applied            applyStoredThread
 * RestoredLog     opened as the log of the thread, and shown   restoreLog, restoreLogWithLocal
 * PersistedLog    with access to the storage, for the tabs     tabs.startReplication
 * ```
 *
 * A stored run is then continued, or ended, by the tab that gets the lock of the thread (`endOrphanedRun`).
 */
async function startPersisting(
  internals: ThreadInternals,
  storage: ThreadStorage,
  tabs: TabSync,
  { stored, log, storedCount, snapshotPosition, patches, lostCount }: RestoredLog,
): Promise<void> {
  const { threadId } = internals.getBaseSnapshot();
  const reload = () => withStorageTimeout(storage.load(threadId));
  const guard = tabs.isAlone ? createWriteGuard(threadId, stored, reload) : undefined;
  let lastRead: StoredThread["entries"] = [];
  tabs.startReplication({
    log,
    storedCount,
    async readStoredEntries() {
      const read = await reload();
      if (!read || !isComplete(read)) return undefined;
      lastRead = read.entries;
      return applyStoredThread(threadId, read).entries;
    },
    isWriterIdle: () => writer.isIdle() || guard?.hasConflict() === true,
    onStoredAdopted() {
      if (!guard) return;
      guard.acceptEntries(lastRead);
      writer.acceptStored(lastRead.length);
    },
    commitWithDelayedWrite: (commit) => writer.commitWithDelayedWrite(commit),
  });
  // Subscribes to the log after the replication: other tabs receive an entry before it is stored.
  const writer = createLogWriter({
    internals,
    log,
    storedCount,
    snapshotPosition,
    storage,
    records: threadRecords(storage),
    guard,
    onError: (error) => addTabIssueFromError(internals, notStored, error),
    onStored: () => removeNotStoredIssue(internals),
  });
  internals.features.isStored = () => writer.isIdle() && !tabs.hasPendingActions();
  internals.features.storedQueueIds = writer.whenAppended;
  onDispose(internals, () => {
    writer.stopWriting();
    tabs.close();
  });
  const resume = await tabs.endOrphanedRun();
  for (const patch of patches) {
    try {
      internals.commit(applyJsonPatch(internals.getBaseSnapshot(), patch));
    } catch {
      addTabIssue(internals, notDone, "a change that was made while the thread was restored");
    }
  }
  if (lostCount > 0) addTabIssue(internals, partlyStored, String(lostCount));
  markRestored(internals);
  resume?.();
}

/** Removes `isRestoring` from the snapshot, after which the thread can be used. */
function markRestored(internals: ThreadInternals): void {
  const { isRestoring: _, ...restored } = internals.getBaseSnapshot();
  internals.replaceSnapshot(restored);
}

/** True when every entry of a stored thread can be read. */
function isComplete({ entries }: StoredThread): boolean {
  return entries.every((entry) => entry !== null);
}

/** The log of a thread whose stored conversation is shown. */
interface RestoredLog {
  /** The stored thread that was read; `undefined` when nothing is stored. */
  readonly stored: StoredThread | undefined;
  readonly log: EventLog;
  /** Number of entries that are stored. */
  readonly storedCount: number;
  /** Position of the snapshot that is stored beside the log. */
  readonly snapshotPosition?: number | undefined;
  /** Changes that were made while the thread was restored. */
  readonly patches: readonly JsonPatch[];
  /** Number of entries that cannot be read. */
  readonly lostCount: number;
}

/** True when nothing but a record is stored: a thread can be named before its first message. */
function hasNoContent(stored: StoredThread | undefined): stored is undefined {
  return !stored || (stored.entries.length === 0 && !stored.base);
}

/** Shows a stored thread, and opens its log. */
function restoreLog(internals: ThreadInternals, stored: StoredThread | undefined): RestoredLog {
  if (hasNoContent(stored)) {
    return { stored, log: openLog(internals), storedCount: 0, patches: [], lostCount: 0 };
  }
  const { base, entries, snapshot, snapshotPosition, lostCount } = applyStoredThread(
    internals.getBaseSnapshot().threadId,
    stored,
  );
  // The changes were made to a thread that seemed empty, so they are applied to the stored thread as patches.
  const patches = internals.changes.pending
    .splice(0)
    .flatMap(({ before, after }) => (before && after ? [diff(before, after)] : []));
  const log = openStoredLog(internals, base, entries);
  // Shown before the tabs decide whether a stored run continues.
  internals.replaceSnapshot({ ...snapshot, isRestoring: true });
  return { stored, log, storedCount: entries.length, snapshotPosition, patches, lostCount };
}

/** Shows a stored thread with the conversation that has begun without it, and opens the log of both. */
function restoreLogWithLocal(
  internals: ThreadInternals,
  stored: StoredThread | undefined,
  local: EventLog,
): RestoredLog {
  const shown = internals.getBaseSnapshot();
  // The conversation is stored from now on, so the issue that it is not stored is removed.
  const issues = withoutNotStored(shown);
  if (hasNoContent(stored)) {
    internals.replaceSnapshot({ ...shown, issues });
    return { stored, log: local, storedCount: 0, patches: [], lostCount: 0 };
  }
  const loaded = applyStoredThread(internals.getBaseSnapshot().threadId, stored);
  const { now, createId } = internals;
  const ended = initialSnapshot(
    { ...internals.options, snapshot: loaded.snapshot },
    { at: now(), createId },
  );
  const { entries, snapshot } = appendToStored(
    loaded,
    ended,
    local,
    withoutTabState({ ...shown, issues }),
  );
  const log = openStoredLog(internals, loaded.base, entries);
  internals.replaceSnapshot({ ...snapshot, branches: log.getBranches() });
  const { snapshotPosition, lostCount } = loaded;
  return {
    stored,
    log,
    storedCount: loaded.entries.length,
    snapshotPosition,
    patches: [],
    lostCount,
  };
}

/** Removes the issue that entries could not be stored, once all entries are stored. */
function removeNotStoredIssue(internals: ThreadInternals): void {
  const shown = internals.getBaseSnapshot();
  const issues = withoutNotStored(shown);
  if (issues.length < shown.issues.length) internals.replaceSnapshot({ ...shown, issues });
}

const withoutNotStored = ({ issues }: Snapshot) =>
  issues.filter(({ code }) => code !== notStored[0]);
