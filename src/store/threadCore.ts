import type { QueuedMessage, Snapshot } from "../reducer/snapshot.ts";
import type { Cause, Changes } from "./changes.ts";
import type { Listeners } from "./listeners.ts";
import type { Thread } from "./thread.ts";
import type { ToolRegistry } from "./tools/registry.ts";
import type { ToolResult } from "./tools/results.ts";
import type {
  ContextEntry,
  RequestOptions,
  RunParameters,
  RunResult,
  ThreadOptions,
} from "./types.ts";

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
}

/** A turn that nothing has happened in. */
export const newTurn = (): TurnMemory => ({
  steps: 0,
  repeats: new Map(),
  isAnsweredEarly: false,
  isSent: false,
});

/** What a queued message was sent with, and who waits for it. */
export interface QueuedSend<TState = unknown> {
  readonly parameters: RunParameters<TState>;
  readonly resolve: (result: RunResult) => void;
  readonly reject: (error: unknown) => void;
}

/** The visible state before and after an edit, and when that was made. */
export type PastEdit<TState = unknown> = readonly [before: TState, after: TState, at: number];

/** What a thread is made of, beside its turns. */
export interface ThreadBase<TState = unknown> {
  readonly thread: () => Thread<TState>;
  readonly options: ThreadOptions<TState>;
  /** What the agent is told with every run: by the client, then by the thread. */
  readonly contexts: () => readonly ContextEntry[];
  readonly requests: () => RequestOptions;
  /** The edits of this page, the last one last. */
  readonly past: PastEdit<TState>[];
  /** Of each queued message, by its id. */
  readonly queued: Map<string, QueuedSend<TState>>;
  readonly tools: ToolRegistry;
  /**
   * How this page answered calls, by their ids. A server that loses an answer from its history gets
   * it again; the handler does not run twice.
   */
  readonly given: Map<string, ToolResult>;
  readonly maxSteps: number;
  /** Begins anew whenever a person or a program runs the agent. */
  readonly memory: TurnMemory;
  /** Called when a turn has ended, and when the thread is disposed. */
  readonly rest: { listener?: () => void };
  readonly listeners: Listeners;
  readonly createId: () => string;
  readonly now: () => number;
  readonly getSnapshot: () => Snapshot<TState>;
  /**
   * Takes the next snapshot; it is published at once or with the next frame.
   *
   * @param cause - What has made it of the one before, where the log is to say that.
   * @param from - What it was made of, where that is not the one before.
   */
  readonly commit: (
    next: Snapshot<TState>,
    when?: "now" | "frame",
    cause?: Cause,
    from?: Snapshot<TState>,
  ) => void;
  readonly isDisposed: () => boolean;
  /** What its log has to learn of. */
  readonly changes: Changes;
  /** Shows another snapshot, of which the log knows. */
  readonly show: (next: Snapshot<TState>, when?: "now" | "frame") => void;
}

/** What the parts of a thread that load late need of it. */
export interface ThreadCore<TState = unknown> extends ThreadBase<TState> {
  /** Whether a run, or the handlers after it, go on, or none can any more. */
  readonly isBusy: () => boolean;
  /** A turn that was stopped takes a moment to let go; whoever runs next waits for it. */
  readonly stopping: () => Promise<unknown> | undefined;
  /** @throws AgentKitError `thread-disposed`, or `thread-busy` while a turn goes on */
  readonly assertReady: () => void;
  /** Ends the turn that goes on; see `Thread.stop`. */
  readonly stop: () => void;
  /** The turn that goes on, also while it is being stopped; kept when it is over. */
  readonly running: () => Promise<unknown> | undefined;
  /** Sends a message on a thread that is free; see `Thread.send`. */
  readonly send: (
    content: QueuedMessage["content"],
    parameters: RunParameters<TState>,
  ) => Promise<RunResult>;
  /**
   * Runs the agent on the thread as it is, with what the last run was given.
   *
   * @param after - What is waited for first; the thread is busy from now on.
   */
  readonly goOn: (after?: Promise<void>) => Promise<RunResult>;
  /** Answers the calls that are pending, and goes on from there. */
  readonly takeUp: () => Promise<RunResult>;
}
