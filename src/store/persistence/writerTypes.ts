import type { EventLog } from "../eventLog/eventLog.ts";
import type { ThreadCore } from "../thread/threadCore.ts";
import type { Records } from "./recordTypes.ts";
import type { ThreadStorage } from "./threadStorage.ts";

/** What the log of a thread is written with. */
export interface WriterParts {
  readonly core: ThreadCore;
  readonly log: EventLog;
  /** How many of its entries are in the storage already. */
  readonly written: number;
  /** How long the log was when the snapshot beside it was written. @defaultValue `0`: there is none */
  readonly snapshotAt?: number | undefined;
  readonly storage: ThreadStorage;
  readonly records: Records;
  readonly onError: (error: unknown) => void;
  /** Called when all that waited is written. */
  readonly onStored?: () => void;
}

/** What writes the log of a thread. */
export interface Writer {
  /** Whether nothing waits to be written, or is being written, and the thread was not removed. */
  isDone(): boolean;
  /**
   * Fulfils when what is being appended has come to an end, with the ids of the messages that are in the storage as
   * queued ones, or were: they are read again, also where the record or a snapshot beside the log could not be written.
   */
  settled(): Promise<ReadonlySet<string>>;
  /** Writes what waits, and nothing any more. */
  stop(): void;
}
