import type { Event } from "../../protocol/events.ts";
import type { QueuedMessage, RunInfo, Snapshot } from "../../reducer/snapshot.ts";
import type { Abortable } from "../run/abortable.ts";
import type { PreparedInput } from "../run/consumeAgent.ts";
import type { ToolRegistry } from "../tools/toolRegistry.ts";
import type { ToolOutcome } from "../tools/toolResult.ts";
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

/** State of the current turn: the runs that follow one action of the user or the application. */
interface TurnState {
  /** Number of runs that the thread has started by itself in this turn. */
  automaticRuns: number;
  /** Fingerprints of the last run's tool calls, each with the number of consecutive runs that made it. */
  repeats: ReadonlyMap<string, number>;
  /** True when calls were answered while their run still streams: the agent runs again after it. */
  isAnsweredEarly: boolean;
  /** True when the input of the current run has been handed to the agent. */
  isSent: boolean;
  /** Mode of sending the user's message, until it has been sent; see `ThreadListeners.onSend`. */
  sending: SendMode | undefined;
  /** Last run before a turn that only connects the thread, which may bring no run. Empty when there was none. */
  endedRunId: string | undefined;
}

/** `"now"` for a message that is sent at once, `"queued"` for one that was queued first. */
export type SendMode = "now" | "queued";

/** Returns the state of a turn that begins. */
export const newTurn = (): TurnState => ({
  automaticRuns: 0,
  repeats: new Map(),
  isAnsweredEarly: false,
  isSent: false,
  sending: undefined,
  endedRunId: undefined,
});

/** Returns the state of a turn that only connects the thread. */
export const newConnection = ({ runId = "" }: RunInfo): TurnState => ({
  ...newTurn(),
  endedRunId: runId,
});

/** Parameters of a queued message, and the callbacks of the `send()` promise that waits for it. */
export interface QueuedSend {
  /** Parameters of the `send()` call. */
  readonly parameters: RunParameters;
  /** Resolves the `send()` promise. */
  readonly resolve: (result: RunResult) => void;
  /** Rejects the `send()` promise. */
  readonly reject: (error: unknown) => void;
  /** `TurnState.endedRunId` when the message was queued. */
  readonly endedRunId?: string | undefined;
}

/** Visible state before and after an edit, and the time of the edit in milliseconds since the epoch. */
export type UndoEntry = readonly [before: unknown, after: unknown, at: number];

/**
 * State and callbacks that the queue, persistence and tab synchronisation install in a thread. The object also identifies
 * the thread in weak maps, because each run has a copy of the internals.
 */
interface ThreadFeatures {
  /** Called when a turn has ended, and when the thread is disposed. */
  onTurnEnd?: () => void;
  /** Pending restore from storage; settles when the thread may be used. */
  restoring?: Promise<void> | undefined;
  /**
   * Called before a turn with the snapshot it starts from. Resolves to that snapshot rebased on the
   * changes of other tabs, and to the callback for the end of the turn.
   *
   * @throws AgentKitError `thread-busy`
   */
  beforeTurn?: (
    from: Snapshot,
  ) => Promise<{ readonly from: Snapshot; readonly endTurn: () => void }>;
  /** Stops the run of another tab. */
  stopOtherTab?: () => void;
  /** Sends a change to the tab that runs the agent; returns false when there is none. */
  forwardChange?: (change: Change) => boolean;
  /** True when no change waits to be written. */
  isStored?: () => boolean;
  /** Resolves, after the write in progress, to the ids of the queued messages in the storage. */
  storedQueueIds?: () => Promise<ReadonlySet<string>>;
  /** Called when the thread is disposed. */
  onDispose?: () => void;
}

/** Options of a thread, and the services that its features use. None of them changes. */
interface ThreadServices {
  readonly thread: () => Thread;
  readonly options: ThreadOptions;
  /** Context entries that are sent with every run: the client's, then the thread's. */
  readonly contexts: () => readonly ContextEntry[];
  readonly requests: () => RequestOptions;
  /**
   * Loads the code that reconnects. Passed in, because that code runs the agent itself.
   *
   * @throws AgentKitError `load-failed`
   */
  readonly loadReconnection: () => Promise<Reconnection>;
  readonly tools: ToolRegistry;
  readonly maxAutomaticRuns: number;
  readonly listeners: Listeners;
  readonly createId: () => string;
  readonly now: () => number;
}

/** State of a thread beside its snapshot. Features change the objects in it. */
interface ThreadState {
  /** Edits of the shared state made in this tab, oldest first. */
  readonly undoStack: UndoEntry[];
  /** The branch that the next run begins, with the last run before it; empty without a new branch. */
  readonly newBranch: { parentRunId?: string | undefined };
  /** Waiting `send()` calls by the id of their queued message. */
  readonly queued: Map<string, QueuedSend>;
  /**
   * Results of this tab's tool calls by call id. When a server's history has lost a result, the result
   * is sent again instead of running the handler twice.
   */
  readonly toolResults: Map<string, ToolOutcome>;
  /** Reset whenever the user or the application runs the agent. */
  readonly turnState: TurnState;
  /** State and callbacks of optional features; see {@link ThreadFeatures}. */
  readonly features: ThreadFeatures;
}

/** The snapshot of a thread, and the functions that replace it. */
interface SnapshotAccess {
  /**
   * Returns the snapshot with everything received, without predictions. `Thread.getSnapshot` differs only while the
   * agent streams a call that predicts state: its `visibleState` has the predicted values.
   */
  readonly getBaseSnapshot: () => Snapshot;
  /**
   * Registers the work that applies buffered deltas. It runs before the snapshot is read next, at the latest with the next frame.
   * Absent where changes must be applied at once.
   */
  readonly bufferUntilRead?: ((work: () => void) => void) | undefined;
  /**
   * Replaces the snapshot and records the change for the log. Publishes at once or with the next frame.
   *
   * @param cause - Recorded instead of the difference between the snapshots.
   * @param from - Base of `next` where that is not the current snapshot.
   */
  readonly commit: (
    next: Snapshot,
    when?: "now" | "frame",
    cause?: ChangeCause,
    from?: Snapshot,
  ) => void;
  /** Replaces the snapshot without recording a change: the log has it already, or must not have it. */
  readonly replaceSnapshot: (next: Snapshot, when?: "now" | "frame") => void;
  /** Changes that are recorded for the log. */
  readonly changes: ChangeQueue;
  readonly isDisposed: () => boolean;
}

/** Internals of a thread without the functions that run turns: the turn controller adds these. */
export interface BaseInternals extends ThreadServices, ThreadState, SnapshotAccess {}

/** Functions that run turns, or depend on the turn that runs; `createTurnController` defines them. */
interface TurnCommands {
  /** True during a turn, and after the thread was disposed. */
  readonly isBusy: () => boolean;
  /** Promise that a command must await first: of a turn that is being stopped, or of the restore. */
  readonly blockedBy: () => Promise<unknown> | undefined;
  /**
   * Throws unless a turn may start.
   *
   * @throws AgentKitError `thread-disposed`, or `thread-busy` during a turn
   */
  readonly assertReady: () => void;
  /**
   * Throws unless the agent may run with these parameters.
   *
   * @throws AgentKitError as `assertReady`, or `interrupts-open` when the thread blocks on
   * interrupts
   */
  readonly assertCanRun: (parameters: RunParameters) => void;
  /** Stops the current turn; see `Thread.stop`. */
  readonly stop: () => void;
  /** Settles when the agent has answered the cancellation of the stopped run, at the latest after some seconds. */
  readonly pendingCancel: () => Promise<unknown> | undefined;
  /** Promise of the latest turn, also after it has ended. */
  readonly latestTurn: () => Promise<unknown> | undefined;
  /** Sends a message on an idle thread; see `Thread.send`. */
  readonly send: (
    content: QueuedMessage["content"],
    parameters: RunParameters,
    sending?: SendMode,
  ) => Promise<RunResult>;
  /**
   * Runs the agent on a snapshot in a run that ends all its interrupts. Sends the answers that the snapshot has, and
   * cancels the interrupts without an answer.
   */
  readonly runCancellingInterrupts: (
    parameters: RunParameters,
    from: Snapshot,
  ) => Promise<RunResult>;
  /**
   * Runs the agent on the current conversation with the parameters of the last run, if everything is still answered.
   *
   * @param waitFor - Awaited first; the thread is busy from the call on.
   */
  readonly runWithLastParameters: (waitFor?: Promise<void>) => Promise<RunResult>;
  /** Runs a turn that does `work` instead of running the agent. */
  readonly runAsTurn: (work: (context: RunContext) => Promise<RunResult>) => Promise<RunResult>;
  /** Runs a turn that answers the pending tool calls first. */
  readonly resumeToolCalls: () => Promise<RunResult>;
}

/**
 * Everything that the features of a thread share. Inside the store the shared state has the type
 * `unknown`: the agent decides its shape, and `TState` is the application's expectation.
 */
export interface ThreadInternals extends BaseInternals, TurnCommands {}

/** Functions of the lazy feature "reconnect" that run the agent; see `reconnectFeature.ts`. */
export interface Reconnection {
  /** Reads a run to its end, and reconnects when the connection is lost. */
  readonly readWithReconnect: (
    context: RunContext,
    abortable: Abortable,
    prepared: PreparedInput,
  ) => Promise<void>;
  /** Resumes an interrupted run, or else opens the conversation that the server has. */
  readonly connectThread: (internals: ThreadInternals, context: RunContext) => Promise<RunResult>;
  /** Resumes a run whose connection was lost, or runs the agent again. */
  readonly retryRun: (internals: ThreadInternals, context: RunContext) => Promise<RunResult>;
}

/** Internals of a thread together with the parameters of one run. */
export interface RunContext extends ThreadInternals {
  readonly signal: AbortSignal;
  /** Snapshot that the run starts from, with the user's message. */
  readonly from: Snapshot;
  /** Ids of unfinished messages and calls of the previous run, which are dropped before this one. */
  readonly droppedIds: readonly string[];
  readonly parameters: RunParameters;
  /** Splits the events of a stream into the batches to apply, and finds out which loaded content its runs repeat. */
  readonly matchRuns?: (events: readonly Event[]) => Iterable<Event[]>;
  /** Marks the thread as idle. Called before listeners learn of the end: they may start the next run. */
  readonly markIdle: () => void;
}
