import type { ThreadRecord } from "../persistence/threadStorage.ts";
import { getLockManager, threadLockName } from "./webLock.ts";

/** Runs in other tabs of this browser. A record alone does not prove a run: its tab may have crashed. */
export interface RemoteRuns {
  isRunning(record: ThreadRecord): boolean;
  /** Checks the records that claim a run; call it whenever one of them may have changed. */
  checkRecords(records: readonly ThreadRecord[]): void;
  stopWatching(): void;
}

/** Reports no runs: without Web Locks, tabs do not know of each other. */
const NO_RUNS: RemoteRuns = { isRunning: () => false, checkRecords() {}, stopWatching() {} };

/**
 * Watches the runs of other tabs: the tab that runs a thread holds its lock, and loses the lock when it closes.
 *
 * @param onChange - Called after each check: a run may have started or ended.
 */
export function watchRemoteRuns(storageId: string, onChange: () => void): RemoteRuns {
  const manager = getLockManager();
  if (!manager) return NO_RUNS;
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = new Set<string>();
  /** Threads whose locks are waited for. */
  const waiting = new Set<string>();
  /** Last checked record of each thread. */
  const checked = new Map<string, ThreadRecord>();

  async function check(ids: readonly string[]): Promise<void> {
    const { held = [], pending = [] } = (await manager?.query()) ?? {};
    if (signal.aborted) return;
    // Only a run locks exclusively; `waitForEnd` requests a shared lock. A pending exclusive request is a run about to start.
    const exclusive = [...held, ...pending].filter(({ mode }) => mode === "exclusive");
    const names = new Set(exclusive.map(({ name }) => name));
    for (const id of ids) {
      if (!names.has(threadLockName(storageId, id))) running.delete(id);
      else {
        running.add(id);
        waitForEnd(id);
      }
    }
    onChange();
  }

  function waitForEnd(id: string): void {
    if (waiting.has(id)) return;
    waiting.add(id);
    manager
      ?.request(threadLockName(storageId, id), { mode: "shared", signal }, () => {
        waiting.delete(id);
      })
      // Another tab may have started the next run by then.
      .then(() => check([id]))
      .catch(() => {});
  }

  return {
    isRunning: ({ threadId, isRunning = false }) => isRunning && running.has(threadId),
    checkRecords(records) {
      const marked = records.filter(({ isRunning }) => isRunning);
      const changed = marked.filter((record) => checked.get(record.threadId) !== record);
      for (const record of changed) checked.set(record.threadId, record);
      const ids = changed.map(({ threadId }) => threadId).filter((id) => !running.has(id));
      // Sandboxed frames may not query locks.
      if (ids.length > 0) check(ids).catch(() => {});
    },
    stopWatching: () => stopping.abort(),
  };
}
