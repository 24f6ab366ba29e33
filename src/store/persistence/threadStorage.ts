import type { Event } from "../../protocol/events.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";

/** Version of the stored format. Older versions are read; threads of a newer version are not changed. */
export const STORAGE_VERSION = 1;

/** Record of a thread, which a list shows without loading the thread. */
export interface ThreadRecord {
  /** Version of the format that the thread was stored with; see `STORAGE_VERSION`. */
  readonly version: number;
  /** Id of the thread. */
  readonly threadId: string;
  /** Name of its agent in the client. */
  readonly agentId?: string;
  /** Title, on one line. */
  readonly title?: string;
  /** True when the title was set by a user or application, false when it is the first user message. */
  readonly hasCustomTitle?: boolean;
  /** True when a user has archived the thread. */
  readonly isArchived?: boolean;
  /** Time of creation, in milliseconds since the epoch. */
  readonly createdAt: number;
  /** Time of the last message or change, in milliseconds since the epoch. */
  readonly updatedAt: number;
  /**
   * Time when a user last had the thread open, in milliseconds since the epoch. A thread with an earlier time than
   * `updatedAt` has unread content.
   */
  readonly readAt?: number;
  /** True when the agent was running when the record was written. The tab may have closed since. */
  readonly isRunning?: boolean;
  /** True when the thread waits for a user to answer or approve, also while its run is still active. */
  readonly needsInput?: boolean;
}

/** Snapshot stored beside a log, with its position in the log. */
export interface StoredSnapshot {
  /** Number of log entries that the snapshot contains. */
  readonly position: number;
  /** Snapshot as JSON-compatible data. */
  readonly snapshot: Snapshot;
}

/** A stored thread. */
export interface StoredThread {
  /** Record of the thread, for lists. */
  readonly record: ThreadRecord;
  /** Snapshot before the first entry; absent for a thread that began empty. */
  readonly base?: Snapshot;
  /** Recent snapshot, with which the thread opens faster. */
  readonly latest?: StoredSnapshot;
  /** Log of the thread. Unreadable entries are `null`, so that positions do not change. */
  readonly entries: readonly (Event | null)[];
}

/**
 * Storage of threads, such as `indexedDbStorage()`, or your own, for example on a server. Methods may be called
 * concurrently, and take effect in the order of the calls. They reject with an `AgentKitError` of the code
 * `storage`.
 *
 * Tabs that share a thread agree on a leader with Web Locks. Without them, as on a site over plain HTTP, each tab runs
 * alone. It calls `load` before each write, and stops storing a thread that another tab has changed.
 *
 * @see https://docs.ag-ui.com/concepts/serialization
 */
export interface ThreadStorage {
  /**
   * Distinguishes this storage from others that the tabs of the site use: threads with the same id in two
   * storages are unrelated.
   *
   * @defaultValue `""`
   */
  readonly id?: string;
  /**
   * Lists the records of all threads, in any order. A record that is missing or unreadable is substituted, as
   * in `load`, because a thread that is not listed cannot be opened.
   */
  list(): Promise<readonly ThreadRecord[]>;
  /**
   * Loads a thread; `undefined` when nothing is stored of it. Unreadable parts are left out, and a missing
   * record is substituted. Rejects for a thread of a newer version, as all writes do.
   */
  load(threadId: string): Promise<StoredThread | undefined>;
  /**
   * Writes entries at a position of a log, and removes the entries that were stored from there on. A run is compacted
   * when it has ended. Entries missing before the position are `null` when the log is loaded.
   */
  append(threadId: string, position: number, entries: readonly Event[]): Promise<void>;
  /** Writes the base snapshot or the recent one. */
  saveSnapshot(threadId: string, kind: "base" | "latest", snapshot: StoredSnapshot): Promise<void>;
  /** Writes the record of a thread. */
  saveRecord(record: ThreadRecord): Promise<void>;
  /** Removes everything that is stored of a thread, whichever version has written it. */
  delete(threadId: string): Promise<void>;
  /**
   * Loads the draft of a thread, `""` when there is none. Without this method and `saveDraft`, drafts are lost
   * on a reload.
   *
   * A draft of a thread without other stored data may never be requested again, because each page load creates
   * such a thread. The storages of this package remove these drafts after a week, when another draft is loaded.
   * A storage of yours should do the same.
   */
  loadDraft?(threadId: string): Promise<string>;
  /**
   * Replaces the draft of a thread, or removes the draft when the text is `""`. A draft alone creates no
   * thread.
   */
  saveDraft?(threadId: string, text: string): Promise<void>;
}
