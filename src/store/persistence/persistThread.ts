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
import { loadStoredThread } from "./loadThread.ts";
import { createLogWriter } from "./logWriter.ts";
import { reportCause, reportIssue } from "./reportIssue.ts";
import { retryWithBackoff } from "./retry.ts";
import { threadRecords } from "./threadRecords.ts";
import type { StoredThread, ThreadStorage } from "./threadStorage.ts";
import { withStorageTimeout } from "./withStorageTimeout.ts";

/**
 * Takes up what is stored of a thread, and stores from then on what happens in it. What is done to the
 * thread before it has been read is done to what was stored, also when that takes several attempts.
 *
 * @param isLate - Whether the thread has been used without.
 */
export async function persistThread(
  core: ThreadInternals,
  storage: ThreadStorage,
  isLate = false,
): Promise<void> {
  if (isLate) return retryRestore(core, storage);
  const tabs = syncTabs(core, storage.id);
  let restored: Restored | undefined;
  try {
    const stored = await load(core, storage);
    if (!core.isDisposed()) restored = restore(core, stored);
  } catch (error) {
    // Nothing is written over what could not be read.
    reportCause(core, notStored, error);
    if (!isPermanent(error)) retryRestore(core, storage);
  }
  if (restored) return startPersisting(core, storage, tabs, restored).catch(fail(core));
  tabs.close();
  isRestored(core);
}

/** Makes what says that something of our own is in the way, and lets the thread be used. */
const fail = (core: ThreadInternals) => (error: unknown) => {
  reportUncaught(error);
  reportCause(core, notStored, error);
  isRestored(core);
};

/** Reads it again until it can be read; until then, the log of the page alone knows what is said. */
function retryRestore(core: ThreadInternals, storage: ThreadStorage): void {
  if (core.isDisposed()) return;
  const local = openLog(core);
  let isTold = false;
  const stop = retryWithBackoff(local, async () => {
    await core.running();
    const stored = await load(core, storage);
    if (core.isDisposed()) return true;
    // What is shown is about to change.
    if (core.isBusy()) return false;
    let restored: Restored;
    try {
      restored = restoreBehind(core, stored, local);
    } catch (error) {
      // It is no fault of the storage, and may be the same each time.
      if (!isTold) reportUncaught(error);
      isTold = true;
      return false;
    }
    const tabs = syncTabs(core, storage.id);
    core.hooks.restoring = startPersisting(core, storage, tabs, restored)
      .catch(fail(core))
      .finally(() => {
        core.hooks.restoring = undefined;
      });
    return true;
  });
  onClose(core, stop);
}

function onClose({ hooks }: ThreadInternals, stop: () => void): void {
  const { onDispose } = hooks;
  hooks.onDispose = () => {
    onDispose?.();
    stop();
  };
}

/** What is stored of a thread, and the records beside it: its own is changed, not made anew. */
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
  { log, written, snapshotAt, done, lostCount }: Restored,
): Promise<void> {
  const { threadId } = core.getSnapshot();
  const read = async () => {
    const stored = await withStorageTimeout(storage.load(threadId));
    return stored && isGapless(stored) ? loadStoredThread(threadId, stored).entries : undefined;
  };
  tabs.replicate({ log, written, read, isWritten: () => writer.isSettled() });
  const writer = createLogWriter({
    log,
    written,
    snapshotAt,
    storage,
    records: threadRecords(storage),
    // The state is of no concern to what stores it.
    core: core as unknown as ThreadInternals,
    onError: (error) => reportCause(core, notStored, error),
    onStored: () => withdraw(core),
  });
  // What another page has not done may have to be done here.
  core.hooks.isStored = () => writer.isSettled() && !tabs.hasPendingActions();
  core.hooks.storedQueueIds = writer.whenAppended;
  onClose(core, () => {
    writer.stop();
    tabs.close();
  });
  const takeUp = await tabs.settleRun();
  for (const patch of done) {
    try {
      core.commit(applyJsonPatch(core.getSnapshot(), patch));
    } catch {
      reportIssue(core, notDone, "what was done before it was there");
    }
  }
  if (lostCount > 0) reportIssue(core, partlyStored, String(lostCount));
  isRestored(core);
  takeUp?.();
}

/** The thread may be used. */
function isRestored(core: ThreadInternals): void {
  const { isRestoring: _, ...restored } = core.getSnapshot();
  core.replaceSnapshot(restored);
}

/** Whether all of what is stored can be read. */
function isGapless({ entries }: StoredThread): boolean {
  return entries.every((entry) => entry !== null);
}

interface Restored {
  readonly log: EventLog;
  /** How many entries of it are in the storage. */
  readonly written: number;
  readonly snapshotAt?: number | undefined;
  /** What was done before it was read. */
  readonly done: readonly JsonPatch[];
  /** How many entries could not be read. */
  readonly lostCount: number;
}

/** Whether nothing is stored: a thread may have a name before anything is said in it. */
function isEmpty(stored: StoredThread | undefined): stored is undefined {
  return !stored || (stored.entries.length === 0 && !stored.base);
}

function restore(core: ThreadInternals, stored: StoredThread | undefined): Restored {
  if (isEmpty(stored)) return { log: openLog(core), written: 0, done: [], lostCount: 0 };
  const { base, entries, snapshot, snapshotAt, lostCount } = loadStoredThread(
    core.getSnapshot().threadId,
    stored,
  );
  // What was done meanwhile was done to a thread that seemed empty.
  const done = core.changes.pending
    .splice(0)
    .flatMap(({ before, after }) => (before && after ? [diff(before, after)] : []));
  const log = openStoredLog(core, base, entries);
  // All of it shows at once, also a run of which it is not known yet whether it goes on.
  core.replaceSnapshot({ ...snapshot, isRestoring: true });
  return { log, written: entries.length, snapshotAt, done, lostCount };
}

/** The same, where the conversation has gone on since without what was stored. */
function restoreBehind(
  core: ThreadInternals,
  stored: StoredThread | undefined,
  local: EventLog,
): Restored {
  const shown = core.getSnapshot();
  // It is stored from now on.
  const issues = withoutNotStored(shown);
  if (isEmpty(stored)) {
    core.replaceSnapshot({ ...shown, issues });
    return { log: local, written: 0, done: [], lostCount: 0 };
  }
  const read = loadStoredThread(core.getSnapshot().threadId, stored);
  const { now, createId } = core;
  const ended = initialSnapshot(
    { ...core.options, snapshot: read.snapshot },
    { at: now(), createId },
  );
  const { entries, snapshot } = appendToStored(
    read,
    ended,
    local,
    withoutTabIssues({ ...shown, issues }),
  );
  const log = openStoredLog(core, read.base, entries);
  core.replaceSnapshot({ ...snapshot, branches: log.getBranches() });
  const { snapshotAt, lostCount } = read;
  return { log, written: read.entries.length, snapshotAt, done: [], lostCount };
}

/** What could not be stored is stored by now. */
function withdraw(core: ThreadInternals): void {
  const shown = core.getSnapshot();
  const issues = withoutNotStored(shown);
  if (issues.length < shown.issues.length) core.replaceSnapshot({ ...shown, issues });
}

const withoutNotStored = ({ issues }: Snapshot) =>
  issues.filter(({ code }) => code !== notStored[0]);
