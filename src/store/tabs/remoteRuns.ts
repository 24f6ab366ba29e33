import type { RecordsChange, ThreadRecords } from "../persistence/threadRecords.ts";
import type { ThreadRecord } from "../persistence/threadStorage.ts";
import { unref } from "../thread/runtime.ts";
import { getLockManager, threadLockName } from "./webLock.ts";

/** What other pages of this browser run: a record that says so may be of a page that is gone. */
export interface RemoteRuns {
  isRunning(record: ThreadRecord): boolean;
  /** Finds out about these; called whenever one of them may have changed. */
  checkRecords(records: readonly ThreadRecord[]): void;
  hear(news: RecordsChange): void;
  stop(): void;
}

/** Watches what other pages run. @param onChange - Called when one of them has begun, or is gone. */
export function watchRemoteRuns(
  records: ThreadRecords,
  storageId: string,
  onChange: () => void,
): RemoteRuns {
  const manager = getLockManager();
  return manager
    ? watchLocks(manager, (threadId) => threadLockName(storageId, threadId), onChange)
    : watchWords(records, onChange);
}

/**
 * Where the platform has locks, whoever runs a thread holds one, and loses it when the page goes.
 *
 * @param nameOf - The name of a thread's lock.
 */
function watchLocks(
  manager: LockManager,
  nameOf: (threadId: string) => string,
  onChange: () => void,
): RemoteRuns {
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = new Set<string>();
  /** Whose locks are waited for. */
  const waiting = new Set<string>();
  /** The record of each thread that was last asked about. */
  const asked = new Map<string, ThreadRecord>();

  async function find(ids: readonly string[]): Promise<void> {
    const { held = [], pending = [] } = await manager.query();
    if (signal.aborted) return;
    // Those that wait as below share it for a moment. Who wants it alone will have it by and by.
    const alone = [...held, ...pending].filter(({ mode }) => mode === "exclusive");
    const names = new Set(alone.map(({ name }) => name));
    for (const id of ids) {
      if (!names.has(nameOf(id))) running.delete(id);
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
      .request(nameOf(id), { mode: "shared", signal }, () => {
        waiting.delete(id);
      })
      // Somebody may run it again by then.
      .then(() => find([id]))
      .catch(() => {});
  }

  return {
    isRunning: ({ threadId, isRunning = false }) => isRunning && running.has(threadId),
    checkRecords(records) {
      const marked = records.filter(({ isRunning }) => isRunning);
      const next = marked.filter((record) => asked.get(record.threadId) !== record);
      for (const record of next) asked.set(record.threadId, record);
      const ids = next.map(({ threadId }) => threadId).filter((id) => !running.has(id));
      // Some pages in frames may not ask.
      if (ids.length > 0) find(ids).catch(() => {});
    },
    hear() {},
    stop: () => stopping.abort(),
  };
}

/** How often pages without locks ask each other what still runs, in milliseconds. */
const ASK_EVERY_MS = 5_000;
/** How long they wait for an answer. */
const ANSWER_WITHIN_MS = 1_000;

/** Without locks, that runs which a page has said to run, until none says so any more. */
function watchWords(records: ThreadRecords, onChange: () => void): RemoteRuns {
  /** When each thread was begun that is said to run: it tells it from one of another storage. */
  let said = new Map<string, number>();
  /** Those of them that were told again since it was asked. */
  let again: Map<string, number> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function schedule(next: () => void, ms: number): void {
    timer = setTimeout(next, ms);
    unref(timer);
  }

  function ask(): void {
    again = new Map();
    records.ask();
    schedule(() => {
      said = again ?? said;
      again = undefined;
      timer = undefined;
      askLater();
      onChange();
    }, ANSWER_WITHIN_MS);
  }

  function askLater(): void {
    if (said.size > 0 && timer === undefined) schedule(ask, ASK_EVERY_MS);
  }

  ask();
  return {
    isRunning: ({ threadId, createdAt, isRunning = false }) =>
      isRunning && (said.get(threadId) === createdAt || records.isRunning(threadId)),
    checkRecords() {},
    hear({ heard }) {
      if (!heard) return;
      for (const known of [said, again]) {
        if (heard.isRunning) known?.set(heard.threadId, heard.createdAt);
        else known?.delete(heard.threadId);
      }
      askLater();
    },
    stop: () => clearTimeout(timer),
  };
}
