import type { Snapshot } from "../../reducer/snapshot.ts";
import type { ToolRegistry } from "../tools/registry.ts";
import type { ToolResult } from "../tools/toolResult.ts";
import type { Change, ChangeCause, ChangeQueue } from "./changeQueue.ts";
import type { Listeners } from "./listeners.ts";
import type { Thread } from "./thread.ts";
import type {
  ContextEntry,
  RequestOptions,
  RunParameters,
  RunResult,
  ThreadOptions,
} from "./threadOptions.ts";

/** What a thread remembers from run to run while it goes on by itself. */
export interface TurnMemory {
  /** How often the agent was run again by itself. */
  steps: number;
  /** The calls of the last run, each with how many runs in a row have made it. */
  repeats: ReadonlyMap<string, number>;
  /** Whether calls were answered while their run still streams: the agent goes on behind it. */
  isAnsweredEarly: boolean;
  /** Whether the input of the run that goes on has gone out. */
  isSent: boolean;
  /** How what the person has said goes out, until it has; see `ThreadListeners.onSend`. */
  sending: Sending | undefined;
}

/** That it goes out as soon as it is said, or that it has waited in the queue and goes out by itself. */
export type Sending = "now" | "waited";

/** A turn that nothing has happened in. */
export const newTurn = (): TurnMemory => ({
  steps: 0,
  repeats: new Map(),
  isAnsweredEarly: false,
  isSent: false,
  sending: undefined,
});

/** What a queued message was sent with, and who waits for it. */
export interface QueuedSend<TState = unknown> {
  readonly parameters: RunParameters<TState>;
  readonly resolve: (result: RunResult) => void;
  readonly reject: (error: unknown) => void;
}

/** The visible state before and after an edit, and when that was made. */
export type UndoEntry<TState = unknown> = readonly [before: TState, after: TState, at: number];

/** What the late parts of a thread hang into it. */
export interface ThreadHooks {
  /** How many of the things that were asked of the thread are not begun, as their code is being loaded. */
  awaited: number;
  /** Called when a turn has ended, and when the thread is disposed. */
  listener?: () => void;
  /** What is read of a storage; it settles when the thread may be used. */
  restoring?: Promise<void> | undefined;
  /**
   * Called before a turn with what it begins with; returns that on top of what other pages have done, and
   * what is called after it. @throws AgentKitError `thread-busy`
   */
  enter?: <T>(from: Snapshot<T>) => Promise<{ readonly from: Snapshot<T>; leave(): void }>;
  /** Stops the run of another page. */
  stopElsewhere?: () => void;
  /** Hands a change over to the page that runs the agent; tells whether there is one. */
  divert?: (change: Change) => boolean;
  /** Whether nothing waits to be written. */
  isStored?: () => boolean;
  /** Fulfils when what is being written has come to an end, with the ids of the queued messages that are stored. */
  settled?: () => Promise<ReadonlySet<string>>;
  /** Called when the thread is disposed. */
  close?: () => void;
}

/** What a thread is made of, beside its turns. */
export interface ThreadBase<TState = unknown> {
  readonly thread: () => Thread<TState>;
  readonly options: ThreadOptions<TState>;
  /** What the agent is told with every run: by the client, then by the thread. */
  readonly contexts: () => readonly ContextEntry[];
  readonly requests: () => RequestOptions;
  /** The edits of this page, the last one last. */
  readonly undoStack: UndoEntry<TState>[];
  /** Of each queued message, by its id. */
  readonly queued: Map<string, QueuedSend<TState>>;
  readonly tools: ToolRegistry;
  /**
   * How this page answered calls, by their ids. A server that loses an answer from its history gets
   * it again; the handler does not run twice.
   */
  readonly toolResults: Map<string, ToolResult>;
  readonly maxSteps: number;
  /** Begins anew whenever a person or a program runs the agent. */
  readonly turnState: TurnMemory;
  readonly rest: ThreadHooks;
  readonly listeners: Listeners;
  readonly createId: () => string;
  readonly now: () => number;
  readonly getSnapshot: () => Snapshot<TState>;
  /**
   * Has something done before anybody looks at the snapshot, with the next frame at the latest. Absent where it has to
   * be done at once.
   */
  readonly deferUntilRead?: ((work: () => void) => void) | undefined;
  /**
   * Takes the next snapshot; it is published at once or with the next frame.
   *
   * @param cause - What has made it of the one before, where the log is to say that.
   * @param from - What it was made of, where that is not the one before.
   */
  readonly commit: (
    next: Snapshot<TState>,
    when?: "now" | "frame",
    cause?: ChangeCause,
    from?: Snapshot<TState>,
  ) => void;
  readonly isDisposed: () => boolean;
  /** What its log has to learn of. */
  readonly changes: ChangeQueue;
  /** Shows another snapshot, of which the log knows. */
  readonly show: (next: Snapshot<TState>, when?: "now" | "frame") => void;
}
