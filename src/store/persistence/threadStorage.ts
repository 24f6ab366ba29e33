import type { Event } from "../../protocol/events.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";

/** The format that is written. What an older version has written is read; a newer one's is left alone. */
export const STORAGE_VERSION = 1;

/** What a list of threads shows of one, without loading it. */
export interface ThreadRecord {
  readonly version: number;
  readonly threadId: string;
  readonly agentId?: string;
  readonly title?: string;
  /** Whether the title was given, and not made of what was said first. */
  readonly hasCustomTitle?: boolean;
  readonly isArchived?: boolean;
  /** In milliseconds since the epoch, as the next two. */
  readonly createdAt: number;
  /** When something was last said or done in it. */
  readonly updatedAt: number;
  /** When a person last had it before them; older than `updatedAt`, there is something new in it. */
  readonly readAt?: number;
  /** Whether its agent ran when this was written, in a page that may be gone since. */
  readonly isRunning?: boolean;
  /** Whether it waits for a person: an answer, an approval. While it runs: whether it would without its run. */
  readonly needsInput?: boolean;
}

/** A snapshot that lies beside a log, and the position in the log that it shows. */
export interface StoredSnapshot {
  readonly position: number;
  readonly snapshot: Snapshot;
}

/** Everything that is stored of a thread. */
export interface StoredThread {
  readonly record: ThreadRecord;
  /** What the thread began with; absent for one that began empty. */
  readonly base?: Snapshot;
  /** What it held last, to open fast. */
  readonly latest?: StoredSnapshot;
  /**
   * The log. An entry that could not be read is `null`, so that the others stay where they are.
   */
  readonly entries: readonly (Event | null)[];
}

/**
 * Where threads are kept. Each method may be called while another is under way, and what is called first
 * is done first. What goes wrong rejects with an `AgentKitError` of the code `storage`.
 */
export interface ThreadStorage {
  /**
   * What tells this storage from any other that pages of this site may use: threads of one id in two
   * storages have nothing to do with each other.
   *
   * @defaultValue `""`
   */
  readonly id?: string;
  /**
   * The records of all threads, in any order. For a thread whose record is missing or cannot be read, one is
   * made up, as in `load`: what is not listed cannot be reached.
   */
  list(): Promise<readonly ThreadRecord[]>;
  /**
   * A thread; `undefined` when nothing is stored of it. What cannot be read of it is left out, and a record
   * is made up for the rest. Rejects, as all writing does, for a thread that a newer version has written.
   */
  load(threadId: string): Promise<StoredThread | undefined>;
  /**
   * Writes entries at a position of a thread's log. What stood there and behind is replaced: that is how
   * what a run has said is made shorter when it is over. The log is then as long as both together; entries
   * that are missing in front of the position are `null`.
   */
  append(threadId: string, position: number, entries: readonly Event[]): Promise<void>;
  /** Writes what the thread began with, or what it held last. */
  saveSnapshot(threadId: string, kind: "base" | "latest", snapshot: StoredSnapshot): Promise<void>;
  /** Writes what lists show of a thread. */
  saveRecord(record: ThreadRecord): Promise<void>;
  /** Removes a thread and all that is stored of it, whichever version has written it. */
  delete(threadId: string): Promise<void>;
  /**
   * The text that a person has begun to write in a thread, `""` where there is none. A storage that keeps no drafts
   * leaves out both methods: then they last as long as the page. Of a thread of which nothing else is stored a draft
   * may never be asked for again, as each page makes such threads: those of this package remove it after a week,
   * when another draft is asked for, and one of your own should do so as well.
   */
  loadDraft?(threadId: string): Promise<string>;
  /** Writes that text, in place of what was kept, or removes it where it is `""`. It makes no thread of its own. */
  saveDraft?(threadId: string, text: string): Promise<void>;
}
