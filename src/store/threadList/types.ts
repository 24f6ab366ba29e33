import type { AgentKitError } from "../../protocol/errors.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import type { ThreadRequest } from "../client/types.ts";
import type { Thread } from "../thread/thread.ts";

/** What a list shows of a thread that it shows to a person. */
export interface ListedThread {
  readonly threadId: string;
  /** The name its client has for its agent; absent where a storage does not know it. */
  readonly agentId?: string;
  /** What it was named, else what was said first, on one line; absent where that has no words. */
  readonly title?: string;
  /** In milliseconds since the epoch, as the next. */
  readonly createdAt: number;
  /** When something was last begun or finished in it. */
  readonly updatedAt: number;
  readonly isArchived: boolean;
  /** Whether something has arrived since a person had it before them. */
  readonly isUnread: boolean;
  /** Whether it runs, in this window or in another one of this browser. */
  readonly isRunning: boolean;
  /** Whether it waits for a person: an answer, an approval; also since before the page was loaded. */
  readonly needsInput: boolean;
}

/** Makes a title of what has been said in a thread: on the page, or with an agent of its own. */
export type CreateTitle = (snapshot: Snapshot) => string | Promise<string>;

/** How the threads of a client are kept. */
export interface ThreadListOptions {
  /** How many threads at rest stay loaded that are stored and not shown. */
  readonly maxLoaded: number;
  readonly createTitle?: CreateTitle | undefined;
}

/** What is known of all threads. */
export interface ThreadListState {
  /** The latest first. */
  readonly threads: readonly ListedThread[];
  /** Whether the storage is still being read. */
  readonly isLoading: boolean;
  /** Why the storage cannot be read. */
  readonly error: AgentKitError | undefined;
}

/** How a thread is to be forked. */
export interface ForkRequest<TState = unknown> {
  /** The last message that both have; all of them when absent. */
  readonly messageId?: string | undefined;
  /** What counts for the thread that is made. */
  readonly request: ThreadRequest<TState>;
}

/** A thread that was made of another. */
export interface Fork {
  readonly thread: Thread;
  /** Settles when it is stored. */
  readonly stored: Promise<void>;
}

/** The threads of a client, loaded and stored. It works while somebody subscribes. */
export interface ThreadListStore {
  /** What is known before anything has been read. */
  readonly initialState: ThreadListState;
  getState(): ThreadListState;
  subscribe(listener: () => void): () => void;
  configure(options: ThreadListOptions): void;
  /** Says that a person has the thread before them, until the returned function is called. */
  markVisible(threadId: string): () => void;
  /** The agent of a thread, as far as it is known. */
  getAgentId(threadId: string): string | undefined;
  /** Whether somebody has removed the thread since the page was loaded. */
  isRemoved(threadId: string): boolean;
  /** Whether it is known that the person has said nothing in the thread. */
  isEmpty(threadId: string): boolean;
  /** Reads the storage again after a failure. */
  reload(): void;
  rename(threadId: string, title: string): Promise<void>;
  archive(threadId: string, isArchived: boolean): Promise<void>;
  /** Makes another thread of what was said in one, with its title. */
  fork<TState>(thread: Thread<TState>, how: ForkRequest<TState>): Promise<Fork>;
  remove(threadId: string): Promise<void>;
}
