import type { Event } from "../../protocol/events.ts";
import { isEqual } from "../../reducer/replaceEqualDeep.ts";
import { changedThreadError } from "./adapters/storageErrors.ts";
import type { StoredThread } from "./threadStorage.ts";

/**
 * Guard against a stored log that another tab has changed. Tabs without Web Locks cannot exclude each other, so each of them
 * reads the log before it writes. The entries of two tabs are never mixed, and none is overwritten.
 */
export interface WriteGuard {
  /**
   * Reads the stored log and compares its end with what this tab has read or written last.
   *
   * @throws AgentKitError `storage` when another tab has changed the log, or when the storage cannot be read
   */
  assertUnchanged(): Promise<void>;
  /** Records a write that is about to start. @returns The function to call when the write has succeeded. */
  beginWrite(position: number, entries: readonly Event[]): () => void;
  /** Accepts the stored log, which this tab has just adopted. */
  acceptEntries(entries: StoredThread["entries"]): void;
  /** True when the last comparison has failed: this tab writes nothing. */
  hasConflict(): boolean;
}

/** End of a stored log: the number of entries and the last of them. */
interface LogEnd {
  readonly size: number;
  readonly last: unknown;
}

/** Number of failed writes that are remembered: each may still reach the storage. */
const MAX_FAILED = 20;

/**
 * Creates the guard of one log.
 *
 * @param stored - The stored thread as this tab has read it.
 * @param load - Reads the stored thread again.
 */
export function createWriteGuard(
  threadId: string,
  stored: StoredThread | undefined,
  load: () => Promise<StoredThread | undefined>,
): WriteGuard {
  let confirmed = endOf(stored?.entries ?? []);
  let unconfirmed: LogEnd[] = [];
  let hasConflict = false;
  return {
    async assertUnchanged() {
      // Another write of this tab may complete before or after the storage is read.
      const before = [confirmed, ...unconfirmed];
      const end = endOf((await load())?.entries ?? []);
      const expected = [...before, confirmed, ...unconfirmed];
      hasConflict = !expected.some((possible) => isSameEnd(possible, end));
      if (hasConflict) throw changedThreadError(threadId);
    },
    beginWrite(position, entries) {
      const end = { size: position + entries.length, last: jsonCopyOf(entries.at(-1)) };
      unconfirmed = [...unconfirmed, end].slice(-MAX_FAILED);
      return () => {
        confirmed = end;
        unconfirmed = unconfirmed.slice(unconfirmed.indexOf(end) + 1);
      };
    },
    acceptEntries(entries) {
      confirmed = endOf(entries);
      unconfirmed = [];
      hasConflict = false;
    },
    hasConflict: () => hasConflict,
  };
}

function endOf(entries: StoredThread["entries"]): LogEnd {
  return { size: entries.length, last: jsonCopyOf(entries.at(-1)) };
}

/** Some databases sort the keys of an object, so entries are compared by value. */
function isSameEnd(some: LogEnd, other: LogEnd): boolean {
  return some.size === other.size && isEqual(some.last, other.last);
}

function jsonCopyOf(entry: Event | null | undefined): unknown {
  try {
    return JSON.parse(JSON.stringify(entry ?? null));
  } catch {
    // A storage that keeps what JSON cannot express returns it as it was.
    return entry;
  }
}
