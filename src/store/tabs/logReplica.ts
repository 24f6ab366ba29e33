import type { Event } from "../../protocol/events.ts";
import { unref } from "../../protocol/runtime.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { applyEntries } from "../eventLog/applyEntries.ts";
import type { EventLog, LogWrite } from "../eventLog/eventLog.ts";
import { readAction } from "../eventLog/logEntries.ts";
import { withTabIssues } from "../eventLog/tabIssues.ts";
import type { ThreadInternals } from "../thread/threadInternals.ts";
import {
  isNewerVersion,
  isSameVersion,
  type LogState,
  type LogVersion,
  type TabMessage,
} from "./tabChannel.ts";

/** Delay after a conflict until the winning log is stored again, in milliseconds: the other tab is done by then. */
const STORE_LATER_MS = 1_000;

interface LogReplicaOptions {
  readonly internals: ThreadInternals;
  readonly log: EventLog;
  readonly tabId: string;
  /** Number of entries that are stored. */
  readonly storedCount: number;
  /** Posts a write of this tab to the other tabs. */
  readonly postWrite: (write: LogWrite, previous: LogVersion, version: LogVersion) => void;
  /** Queries the other tabs for missed entries. */
  readonly queryTabs: () => void;
  /** Called before another conversation is shown. */
  readonly onReplace: () => void;
  /** Called after a snapshot of other tabs is shown. */
  readonly onShown: () => void;
  /** Performs user actions of this tab again, on the log of another tab that has replaced the log of this one. */
  readonly redoActions: (entries: readonly Event[]) => void;
}

/**
 * Replica that keeps the log of this tab equal to the logs of the other tabs.
 *
 * Every write has a version (the number of runs, the number of writes, and the tab): two logs of the same version are
 * equal, or one begins with the other. A tab applies a write only to the version that the write follows; otherwise the
 * newer log replaces the older one, and actions that only this tab has written are performed again on it.
 */
export interface LogReplica {
  readonly log: EventLog;
  getState(): LogState;
  /** Notes that the next writes of this tab belong to a new run. */
  startRun(): void;
  /** Applies a write of another tab. @returns True when the log of that tab is older than this log. */
  applyWrite(message: Extract<TabMessage, { type: "written" }>): boolean;
  /** Adopts the log in the response of another tab, when that log is newer. */
  applyResponse(message: Extract<TabMessage, { type: "response" }>): void;
  /** Returns the response to a tab that queries for missed entries. @param state - State of the log of that tab. */
  respondToQuery(
    state: LogState,
  ): Pick<Extract<TabMessage, { type: "response" }>, "version" | "queriedVersion" | "entries">;
  /**
   * Replaces this log with the stored log when the stored log has further entries.
   *
   * @returns True when this log begins with the stored log afterwards.
   */
  adoptStoredEntries(entries: readonly Event[]): boolean;
}

/** Creates this tab's replica of a thread's log, which applies the writes of other tabs and posts its own. */
export function createLogReplica(options: LogReplicaOptions): LogReplica {
  const { internals, log, tabId, storedCount } = options;
  const isChanged = log.entries.length > storedCount;
  let version: LogVersion = {
    runCount: 0,
    writeCount: isChanged ? 1 : 0,
    tabId: isChanged ? tabId : "",
  };
  let runCount = 0;
  /** Entries that this tab has written: only they are performed again. */
  const writtenHere = new WeakSet<object>(log.entries.slice(storedCount));
  /** Position of the first entry from another tab that may not be stored yet. */
  let unstoredFrom: number | undefined;
  let isStoring = false;
  /** Position from which the log is stored again after a conflict. */
  let storeLaterFrom: number | undefined;
  let storeLaterTimer: ReturnType<typeof setTimeout> | undefined;

  log.subscribe((write) => {
    if (isStoring) return;
    for (const entry of write.entries) writtenHere.add(entry);
    const previous = version;
    version = { runCount, writeCount: previous.writeCount + 1, tabId };
    options.postWrite(write, previous, version);
    if (unstoredFrom === undefined) return;
    const position = unstoredFrom;
    unstoredFrom = undefined;
    // The other tab may have closed before it stored its entries: without them, the stored log would have a gap.
    queueMicrotask(() => storeLogFrom(position));
  });

  /** Stores the log from a position on, without posting it: every tab has these entries. */
  function storeLogFrom(position: number): void {
    isStoring = true;
    log.rewriteFrom(Math.min(position, log.entries.length));
    isStoring = false;
  }

  function storeLogLater(position: number): void {
    const from = Math.min(storeLaterFrom ?? position, position);
    storeLaterFrom = from;
    clearTimeout(storeLaterTimer);
    storeLaterTimer = setTimeout(() => {
      storeLaterFrom = undefined;
      if (!internals.isDisposed()) storeLogFrom(from);
    }, STORE_LATER_MS);
    unref(storeLaterTimer);
  }

  /** Shows a snapshot of the log, with the issues and the `isRestoring` of this tab. */
  function showSnapshot(next: Snapshot): void {
    const { isRestoring: _, ...rest } = next;
    const { isRestoring } = internals.getBaseSnapshot();
    const shown = { ...rest, branches: log.getBranches(), ...(isRestoring && { isRestoring }) };
    internals.replaceSnapshot(withTabIssues(shown, internals.getBaseSnapshot()), "frame");
    options.onShown();
  }

  /** Returns the snapshot after new entries. @param isAppended - True when they were added at the end. */
  function snapshotAfter(isAppended: boolean, entries: readonly Event[]): Snapshot {
    const isLinear = isAppended && !entries.some((entry) => readAction(entry)?.name === "jump");
    return isLinear
      ? applyEntries(internals.getBaseSnapshot(), entries)
      : log.snapshotAt(log.entries.length);
  }

  function setVersion(next: LogVersion): void {
    version = next;
    runCount = Math.max(runCount, next.runCount);
  }

  /** Adopts the version of a tab whose log has the same content, when it is newer. */
  function adoptNewerVersion(other: LogVersion): void {
    if (!isNewerVersion(other, version)) return;
    const isLaterRun = other.runCount > runCount;
    setVersion(other);
    if (isLaterRun) options.onReplace();
  }

  const getState = (): LogState => ({
    version,
    size: log.entries.length,
    last: entryToJson(log.entries.at(-1)),
  });

  /** True when this log is older than the other log. Logs of the same version differ in length only. */
  const isOlderThan = (other: Pick<LogState, "version" | "size">) =>
    isSameVersion(other.version, version)
      ? other.size > log.entries.length
      : isNewerVersion(other.version, version);

  /** Replaces this log by a newer one. @param next - Version of the newer log; absent for the stored log. */
  function replaceLog(entries: readonly Event[], next?: LogVersion): void {
    const { length } = log.entries;
    const common = commonLength(log.entries, entries);
    const adopted = new Set(entries.slice(common).map(entryToJson));
    const replaced = log.entries.slice(common).filter((entry) => writtenHere.has(entry));
    const missing = replaced.filter((entry) => !adopted.has(entryToJson(entry)));
    log.replaceEntries({ position: common, entries: entries.slice(common) });
    if (next) {
      unstoredFrom = Math.min(unstoredFrom ?? common, common);
      setVersion(next);
    }
    const snapshot = snapshotAfter(common === length, entries.slice(common));
    options.onReplace();
    showSnapshot(snapshot);
    // The entries of this tab may have been stored last.
    if (next && replaced.length > 0) storeLogFrom(common);
    options.redoActions(missing);
  }

  return {
    log,
    getState,
    startRun() {
      runCount += 1;
    },
    applyWrite({ position, entries, isRewrite, previous, version: next }) {
      const { length } = log.entries;
      if (!isSameVersion(previous, version) || position > length) {
        if (!isNewerVersion(next, version)) {
          storeLogLater(Math.min(position, length));
          return true;
        }
        options.queryTabs();
        return false;
      }
      const isLaterRun = next.runCount > runCount;
      log.replaceEntries({ position, entries });
      unstoredFrom = Math.min(unstoredFrom ?? position, position);
      setVersion(next);
      if (isRewrite && position < length) return false;
      const snapshot = snapshotAfter(position === length, entries);
      if (isLaterRun) options.onReplace();
      showSnapshot(snapshot);
      return false;
    },
    applyResponse({ version: next, queriedVersion, entries }) {
      if (!next) return;
      if (entries && isOlderThan({ version: next, size: entries.length }))
        replaceLog(entries, next);
      if (queriedVersion && isSameVersion(queriedVersion, version)) adoptNewerVersion(next);
    },
    respondToQuery(other) {
      const state = getState();
      if (other.size === state.size && other.last === state.last) {
        adoptNewerVersion(other.version);
        return { version, queriedVersion: other.version };
      }
      if (!isOlderThan(other)) return { version, entries: log.entries };
      options.queryTabs();
      return { version };
    },
    adoptStoredEntries(entries) {
      const common = commonLength(log.entries, entries);
      const rest = entries.slice(common);
      // During a run, the stored log may have more entries and less content. Only an action proves that it is newer.
      const isNewer = common === log.entries.length ? rest.length > 0 : rest.some(readAction);
      if (isNewer) replaceLog(entries);
      return isNewer || rest.length === 0;
    },
  };
}

function commonLength(entries: readonly Event[], others: readonly Event[]): number {
  const shorter = Math.min(entries.length, others.length);
  let position = 0;
  while (
    position < shorter &&
    (entries[position] === others[position] ||
      entryToJson(entries[position]) === entryToJson(others[position]))
  )
    position++;
  return position;
}

/** Returns an entry as JSON, for comparison. */
function entryToJson(entry: Event | undefined): string {
  try {
    return JSON.stringify(entry) ?? "";
  } catch {
    // An in-page agent may emit a value that JSON cannot express.
    return "";
  }
}
