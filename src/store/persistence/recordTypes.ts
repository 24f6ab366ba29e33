import type { ThreadRecord } from "./threadStorage.ts";

/** What may be changed of a record. */
export type RecordChange = Partial<Omit<ThreadRecord, "version" | "threadId">>;

/** The place of somebody who writes a thread. */
export interface WriterHandle {
  /** Whether the thread was removed since: nothing of it is to be written any more. */
  isRemoved(): boolean;
  leave(): void;
}

/** What has happened to the records of a storage. */
export interface RecordEvent {
  /** The thread that was removed. */
  readonly removedId?: string;
  /** What another page has just told of a thread, which may be of another storage. */
  readonly heard?: ThreadRecord;
}

/** The records of a storage as this page knows them, and keeps them in step with other pages. */
export interface Records {
  /** Reads them, once; after a failure, again. */
  load(): Promise<void>;
  all(): readonly ThreadRecord[];
  get(threadId: string): ThreadRecord | undefined;
  /**
   * Changes a record, or makes it, and writes it.
   *
   * @param first - What one that is made says beside it.
   */
  change(threadId: string, change: RecordChange, first?: RecordChange): Promise<void>;
  /** Removes a thread and all that is stored of it. */
  remove(threadId: string): Promise<void>;
  /** Takes the place of one who writes a thread. */
  enter(threadId: string): WriterHandle;
  /** Whether somebody who writes it here has said that it runs. */
  isRunning(threadId: string): boolean;
  /** Asks the other pages which threads they run; those tell the records of these again. */
  ask(): void;
  /** Calls a listener after every change. */
  subscribe(listener: (news: RecordEvent) => void): () => void;
}
