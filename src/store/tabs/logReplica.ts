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
const STORE_AGAIN_AFTER_MS = 1_000;

/** Options of {@link createLogReplica}. */
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
  readonly onShown: () => void;
  /** Performs user actions of this tab again, on the log of another tab that has replaced the log of this one. */
  readonly redoActions: (entries: readonly Event[]) => void;
}

/**
 * Replica that keeps the log of this tab equal to the logs of the other tabs.
 *
 * Every write has a version that names its run, its number and its tab. Two logs of the same version are equal, or
 * one begins with the other. A tab applies a write only to the log it was made for. Otherwise the newer log replaces
 * the older one, and actions that only this tab has written are performed again on it.
 */
export interface LogReplica {
  readonly log: EventLog;
  getState(): LogState;
  /** Notes that the next writes of this tab belong to a new run. */
  startRun(): void;
  /** Applies a write of another tab. @returns True when the log of that tab is older than this log. */
  applyWrite(message: Extract<TabMessage, { type: "written" }>): boolean;
  applyResponse(message: Extract<TabMessage, { type: "response" }>): void;
  /** Returns the response to a tab that asks for the log and sends the state of its own log. */
  respondToQuery(
    state: LogState,
  ): Pick<Extract<TabMessage, { type: "response" }>, "version" | "queriedVersion" | "entries">;
  /**
   * Replaces this log with the stored log when the stored log has further entries.
   *
   * @returns True when this log begins with the stored log afterwards.
   */
  adoptStored(entries: readonly Event[]): boolean;
}

/** Creates this tab's replica of a thread's log, which applies the writes of other tabs and posts its own. */
export function createLogReplica(options: LogReplicaOptions): LogReplica {
  const { internals, log, tabId, storedCount } = options;
  const isChanged = log.entries.length > storedCount;
  let version: LogVersion = {
    run: 0,
    count: isChanged ? 1 : 0,
    tabId: isChanged ? tabId : "",
  };
  let run = 0;
  /** Entries that this tab has written: only they are performed again. */
  const writtenHere = new WeakSet<object>(log.entries.slice(storedCount));
  /** Position of the first entry from another tab that is perhaps not stored yet. */
  let unstoredFrom: number | undefined;
  let isStoring = false;
  /** Position from which the log is stored again after a conflict. */
  let storeAgainFrom: number | undefined;
  let storeAgainTimer: ReturnType<typeof setTimeout> | undefined;

  log.subscribe((write) => {
    if (isStoring) return;
    for (const entry of write.entries) writtenHere.add(entry);
    const previous = version;
    version = { run, count: previous.count + 1, tabId };
    options.postWrite(write, previous, version);
    if (unstoredFrom === undefined) return;
    const position = unstoredFrom;
    unstoredFrom = undefined;
    // The other tab may have closed before it stored its entries: without them, the stored log would have a gap.
    queueMicrotask(() => store(position));
  });

  /** Stores the log from a position on, without posting it: every tab has these entries. */
  function store(position: number): void {
    isStoring = true;
    log.rewriteFrom(Math.min(position, log.entries.length));
    isStoring = false;
  }

  function storeAgainLater(position: number): void {
    const from = Math.min(storeAgainFrom ?? position, position);
    storeAgainFrom = from;
    clearTimeout(storeAgainTimer);
    storeAgainTimer = setTimeout(() => {
      storeAgainFrom = undefined;
      if (!internals.isDisposed()) store(from);
    }, STORE_AGAIN_AFTER_MS);
    unref(storeAgainTimer);
  }

  function show(next: Snapshot): void {
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
    run = Math.max(run, next.run);
  }

  /** Adopts the version of a tab whose log has the same content, when it is newer. */
  function adoptVersion(other: LogVersion): void {
    if (!isNewerVersion(other, version)) return;
    const isLaterRun = other.run > run;
    setVersion(other);
    if (isLaterRun) options.onReplace();
  }

  const getState = (): LogState => ({
    version,
    size: log.entries.length,
    last: writeEntry(log.entries.at(-1)),
  });

  /** True when this log is older than the other log. Logs of the same version differ in length only. */
  const isOlderThan = (other: Pick<LogState, "version" | "size">) =>
    isSameVersion(other.version, version)
      ? other.size > log.entries.length
      : isNewerVersion(other.version, version);

  /** Replaces this log. @param next - Version of the new log; absent for the stored log. */
  function adopt(entries: readonly Event[], next?: LogVersion): void {
    const { length } = log.entries;
    const common = commonLength(log.entries, entries);
    const adopted = new Set(entries.slice(common).map(writeEntry));
    const replaced = log.entries.slice(common).filter((entry) => writtenHere.has(entry));
    const missing = replaced.filter((entry) => !adopted.has(writeEntry(entry)));
    log.replaceEntries({ position: common, entries: entries.slice(common) });
    if (next) {
      unstoredFrom = Math.min(unstoredFrom ?? common, common);
      setVersion(next);
    }
    const snapshot = snapshotAfter(common === length, entries.slice(common));
    options.onReplace();
    show(snapshot);
    // The entries of this tab may have been stored last.
    if (next && replaced.length > 0) store(common);
    options.redoActions(missing);
  }

  return {
    log,
    getState,
    startRun() {
      run += 1;
    },
    applyWrite({ position, entries, isRewrite, previous, version: next }) {
      const { length } = log.entries;
      if (!isSameVersion(previous, version) || position > length) {
        if (!isNewerVersion(next, version)) {
          storeAgainLater(Math.min(position, length));
          return true;
        }
        options.queryTabs();
        return false;
      }
      const isLaterRun = next.run > run;
      log.replaceEntries({ position, entries });
      unstoredFrom = Math.min(unstoredFrom ?? position, position);
      setVersion(next);
      if (isRewrite && position < length) return false;
      const snapshot = snapshotAfter(position === length, entries);
      if (isLaterRun) options.onReplace();
      show(snapshot);
      return false;
    },
    applyResponse({ version: next, queriedVersion, entries }) {
      if (!next) return;
      if (entries && isOlderThan({ version: next, size: entries.length })) adopt(entries, next);
      if (queriedVersion && isSameVersion(queriedVersion, version)) adoptVersion(next);
    },
    respondToQuery(other) {
      const state = getState();
      if (other.size === state.size && other.last === state.last) {
        adoptVersion(other.version);
        return { version, queriedVersion: other.version };
      }
      if (!isOlderThan(other)) return { version, entries: log.entries };
      options.queryTabs();
      return { version };
    },
    adoptStored(entries) {
      const common = commonLength(log.entries, entries);
      const rest = entries.slice(common);
      // The stored deltas of a run may be longer than the compacted ones, and still lack the last of them.
      const isNewer = common === log.entries.length ? rest.length > 0 : rest.some(readAction);
      if (isNewer) adopt(entries);
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
      writeEntry(entries[position]) === writeEntry(others[position]))
  )
    position++;
  return position;
}

function writeEntry(entry: Event | undefined): string {
  try {
    return JSON.stringify(entry) ?? "";
  } catch {
    // A value of an in-page agent that JSON cannot express.
    return "";
  }
}
