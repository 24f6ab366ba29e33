import type { AgentKitError } from "../../protocol/errors.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import type { ThreadRequest } from "../client/clientTypes.ts";
import type { Thread } from "../thread/thread.ts";

/** Entry of a thread list. */
export interface ListedThread {
  /** Id of the thread. */
  readonly threadId: string;
  /** Name of the agent in its client; absent when the storage does not have it. */
  readonly agentId?: string;
  /** Title, else the first user message on one line; absent without text. */
  readonly title?: string;
  /** Time when the thread was created, in milliseconds since the epoch. */
  readonly createdAt: number;
  /** Time when a run last started or ended, or a message was added, in milliseconds since the epoch. */
  readonly updatedAt: number;
  /** True when a user has archived the thread. */
  readonly isArchived: boolean;
  /** True when the thread has changed since a user had it open. */
  readonly isUnread: boolean;
  /**
   * True when the thread runs in this tab, or in another tab of this browser. Without Web Locks, as on a site
   * over plain HTTP, other tabs are not known.
   */
  readonly isRunning: boolean;
  /** True when the thread waits for a user, to answer or approve; also since before a reload. */
  readonly needsInput: boolean;
}

/** Creates the title of a thread from its snapshot, in the page or with another agent. */
export type CreateTitle = (snapshot: Snapshot) => string | Promise<string>;

/** Options of a thread list. */
export interface ThreadListOptions {
  /** Number of idle threads that stay loaded while they are stored and not visible. */
  readonly maxLoaded: number;
  readonly createTitle?: CreateTitle | undefined;
}

/** State of a thread list. */
export interface ThreadListState {
  /** Threads, the latest first. */
  readonly threads: readonly ListedThread[];
  /** True while the storage is read. */
  readonly isLoading: boolean;
  /** Error of reading the storage. */
  readonly error: AgentKitError | undefined;
}

/** Options of a fork. */
export interface ForkRequest {
  /** Id of the last message that both threads have; the last of the conversation when absent. */
  readonly messageId?: string | undefined;
  /** Options of the new thread. */
  readonly request: ThreadRequest;
}

/** A new thread that was forked from another. */
export interface Fork {
  readonly thread: Thread;
  /** Fulfils when the new thread is stored. */
  readonly stored: Promise<void>;
}

/** Threads of a client, loaded and stored. The list is kept up to date while it has subscribers. */
export interface ThreadListStore {
  /** State before anything was read. */
  readonly initialState: ThreadListState;
  getState(): ThreadListState;
  subscribe(listener: () => void): () => void;
  configure(options: ThreadListOptions): void;
  /** Marks a thread as visible to a user, until the returned function is called. */
  markVisible(threadId: string): () => void;
  /** Returns the agent of a thread, when it is known. */
  getAgentId(threadId: string): string | undefined;
  /** True when a thread was removed since the page was loaded. */
  isRemoved(threadId: string): boolean;
  /** True when a thread certainly has no user message. */
  isEmpty(threadId: string): boolean;
  /** Reads the storage again after a failure. */
  reload(): void;
  rename(threadId: string, title: string): Promise<void>;
  archive(threadId: string, isArchived: boolean): Promise<void>;
  /** Creates a new thread from a conversation, with its title. */
  fork(thread: Thread, how: ForkRequest): Promise<Fork>;
  remove(threadId: string): Promise<void>;
}
