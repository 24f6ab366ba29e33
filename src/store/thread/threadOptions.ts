import type { StoreApi } from "zustand/vanilla";
import type { Agent } from "../../protocol/agent.ts";
import type { AgentKitError } from "../../protocol/errors.ts";
import type {
  Context,
  Event,
  Message,
  ResumeEntry,
  RunAgentInput,
  Tool,
  ToolCall,
} from "../../protocol/events.ts";
import type { Issue } from "../../protocol/issue.ts";
import type { SchemaProblem } from "../../protocol/jsonSchema.ts";
import type { StateConflict } from "../../reducer/rebase/stateEdit.ts";
import type { RunOutcome, Snapshot } from "../../reducer/snapshot.ts";
import type { ValueSchema } from "../jsonSchema/valueSchema.ts";
import type { ThreadStorage } from "../persistence/threadStorage.ts";
import type { Backoff } from "../reconnect/backoff.ts";

/** A zustand store that can be read and subscribed to, but not written. */
export type ReadonlyStore<T> = Omit<StoreApi<T>, "setState">;

/** A fact for the agent that an application keeps up to date; see `Thread.addContext`. */
export interface ContextEntry {
  /** Description of the value, for the model. */
  readonly description: string;
  /** Text or any JSON value. The entry is left out while the value is `undefined`. */
  readonly value: unknown;
  /** Sends the entry to this agent only. */
  readonly agentId?: string | undefined;
}

/**
 * Behaviour of `send()` during a run: `queue` sends the message after the run, `interrupt` stops
 * the run first, `reject` throws `thread-busy`.
 */
export type WhenBusy = "queue" | "interrupt" | "reject";

/** Options of `send()`. */
export interface SendOptions<TState = unknown> extends RunParameters<TState> {
  /** Behaviour during a run. @defaultValue the thread's `whenBusy` */
  readonly whenBusy?: WhenBusy | undefined;
}

/** Options of `setState()`. */
export interface SetStateOptions {
  /** Runs the agent on the new state, at once or after the current run. @defaultValue false */
  readonly run?: boolean;
  /** Conflict resolution for this edit. @defaultValue the thread's `conflict` */
  readonly conflict?: StateConflict | undefined;
}

/** Parameters of one run. */
export interface RunParameters<TState = unknown> {
  /** Facts for the agent that are not part of the conversation. */
  readonly context?: readonly Context[];
  /**
   * Any value that the agent's server understands. An object is merged over the `forwardedProps` of
   * the client or the thread; any other value replaces them. See {@link RequestOptions}.
   */
  readonly forwardedProps?: unknown;
  /**
   * Id of the run, for a server that knows the run already. Further runs of the turn have their own.
   *
   * @defaultValue an id of `createId`
   */
  readonly runId?: string;
  /**
   * Id of the run that this run continues or that has spawned it. @defaultValue for the first run of a branch, the
   * last run before it; see the page "Threads and storage".
   */
  readonly parentRunId?: string;
  /** Tools that are offered to the agent in this run. */
  readonly tools?: readonly Tool[];
  /** Replaces the shared state before the run. */
  readonly state?: TState;
  /**
   * Answers to open interrupts. Open interrupts without an answer here are cancelled, because the
   * protocol requires one input with all answers.
   */
  readonly resume?: readonly ResumeEntry[];
}

/** Parameters of `Thread.request()`. */
export interface RequestParameters
  extends Pick<RunParameters, "context" | "forwardedProps" | "tools"> {
  /** Messages that the agent receives. @defaultValue none */
  readonly messages?: readonly Message[];
  /** Stops the request when it aborts. */
  readonly signal?: AbortSignal | undefined;
}

/** Result of a turn: one run, or several when frontend tools made the agent run again. */
export interface RunResult {
  /** Outcome of the last run. */
  readonly outcome: RunOutcome;
  /** `result` of the last RUN_FINISHED event. */
  readonly result: unknown;
  /** Messages that were added, in the order of the conversation. */
  readonly newMessages: readonly Message[];
  /** Error of the last run, when its outcome is `error`. */
  readonly error?: AgentKitError;
}

/**
 * Computes the next state from the current one. Derived from a method, whose parameters are
 * bivariant, so that a `Thread` of some state is assignable to a `Thread` of unknown state.
 */
export type StateUpdater<TState> = {
  /** Returns the next state; the current one is not changed in place. */
  update(current: TState): TState;
}["update"];

/**
 * Listeners of a thread. They are called after their event was reduced. Errors that they throw are
 * reported and stop nothing.
 */
export interface ThreadListeners {
  /** Called with every canonical event, in order. */
  onEvent?(event: Event, snapshot: Snapshot): void;
  /** Called with every complete message of the user, the agent or a tool. */
  onMessage?(message: Message): void;
  /**
   * Called when this tab sends a user message: by `send()`, `edit()`, `regenerate()`,
   * `sendQueued()` or `run()`, or from the queue, and then `wasQueued` is true. Not called for
   * messages of other tabs, servers or storages. `message` is the last message of the conversation.
   */
  onSend?(sent: { readonly message: Message; readonly wasQueued: boolean }): void;
  /** Called with every tool call whose arguments are complete. */
  onToolCall?(toolCall: ToolCall): void;
  /** Called for every fault of the stream. */
  onIssue?(issue: Issue): void;
  /** Called when a run starts, including runs that the thread starts by itself. */
  onRunStart?(run: { readonly runId: string }): void;
  /** Called when a run has ended. */
  onRunEnd?(result: RunResult): void;
}

/** Reason why an answer to an interrupt was rejected. */
export interface AnswerProblem extends SchemaProblem {
  /** Id of the interrupt. */
  readonly interruptId: string;
}

/** Options that change the requests of a thread. */
export interface RequestOptions {
  /**
   * Any value that the agent's server understands, sent unchanged. A function, also an async one,
   * is called for every run, and again when the server answers 401.
   */
  readonly forwardedProps?: unknown;
  /**
   * Changes the input before it is sent, to trim a long history for instance; see `trimHistory`. An
   * error ends the run with `agent-failed`. The thread itself does not change.
   */
  readonly prepareInput?:
    | ((input: RunAgentInput) => RunAgentInput | Promise<RunAgentInput>)
    | undefined;
}

/** Options for the turns of a thread. */
export interface TurnOptions {
  /** Behaviour of `send()` during a run. @defaultValue `"reject"` */
  readonly whenBusy?: WhenBusy;
  /**
   * Conflict resolution for an edit of the shared state when the agent changes the same part before
   * a run has sent the edit. @defaultValue `"rebase"`
   */
  readonly conflict?: StateConflict;
  /**
   * Reconnects a run whose connection is lost, where the agent has a `connect`. The run fails after
   * `attempts` consecutive attempts without a new event, and then only `retry()` continues it.
   * Attempts without a network (`navigator.onLine`) do not count, and the count restarts when the
   * network returns or the tab becomes visible. Waiting times grow from `firstMs` to `longestMs`,
   * in milliseconds.
   *
   * @defaultValue `{ attempts: 8, firstMs: 500, longestMs: 15_000 }`
   */
  readonly reconnect?: Partial<Backoff>;
  /**
   * Maximum number of consecutive runs that the thread starts by itself after tool calls. The first run of a turn
   * does not count.
   *
   * @defaultValue 25
   */
  readonly maxAutomaticRuns?: number;
  /**
   * Behaviour of `send()` while interrupts are open: `cancel` cancels the interrupts, including those with an unsent
   * answer, and sends the message. Both are one run where the calls of all interrupts are in the conversation.
   * Otherwise a run cancels them first, and the message is in the queue until then. `block` throws. The draft cannot
   * express cancelling, so its agents may ask again; LangGraph's custom event is answered with `false`. @defaultValue
   * `"cancel"`
   */
  readonly onSendWithInterrupts?: "cancel" | "block";
}

/** The event log of a thread, as a value: everything that happened in it. */
export interface ThreadEventLog {
  /** Snapshot that the thread started with. */
  readonly base: Snapshot;
  /**
   * Events of the agent in the order received. Actions of the user and the page are CUSTOM events
   * whose names begin with `agui-kit.`.
   */
  readonly events: readonly Event[];
}

/** Options of {@link createThread}. */
export interface ThreadOptions<TState = unknown> extends TurnOptions, RequestOptions {
  /** Agent of the thread: `httpAgent()`, `webSocketAgent()`, or any object with a `run` method. */
  readonly agent: Agent;
  /** Id of the thread, sent with every run. @defaultValue a random UUID */
  readonly threadId?: string;
  /** Messages that the conversation starts with. @defaultValue `[]` */
  readonly initialMessages?: readonly Message[];
  /** Shared state that the thread starts with. @defaultValue `{}` */
  readonly initialState?: TState;
  /**
   * Validates every state that the agent sends: a Standard Schema (Zod, Valibot, ArkType) or a JSON
   * Schema object. An invalid state is kept and becomes an issue.
   */
  readonly stateSchema?: ValueSchema | undefined;
  /**
   * Continues from a stored snapshot. `threadId`, `initialMessages` and `initialState` are then
   * ignored.
   */
  readonly snapshot?: Snapshot<TState>;
  /**
   * Persists the thread. What is stored under its id is restored first, with `snapshot.isRestoring`
   * until then, and takes precedence over the options above. A conversation belongs to its id,
   * whichever agent it is with, because it can be transferred: conversations of two agents need two
   * ids.
   */
  readonly storage?: ThreadStorage | undefined;
  /** Event log that led to `snapshot`, so that its branches exist; `parseThread` returns both. */
  readonly eventLog?: ThreadEventLog;
  /** Fails a run at its first violation of the protocol. @defaultValue false */
  readonly strict?: boolean;
  /**
   * Called with each fault of a stream that the thread survives, for a log or an error tracker. The first of each
   * kind is printed in development, with its remedy.
   */
  readonly onIssue?: (
    issue: Issue,
    thread: { readonly threadId: string; readonly agentId?: string },
  ) => void;
  /** Context sent with every run, before the context of the run itself. */
  readonly context?: readonly Context[];
  /**
   * Tools that are offered and whose calls the application answers. `registerTool` offers a tool and
   * answers its calls.
   */
  readonly tools?: readonly Tool[];
  /** Creates ids for messages and runs. @defaultValue `crypto.randomUUID` */
  readonly createId?: () => string;
  /** Clock, in milliseconds since the epoch. @defaultValue `Date.now` */
  readonly now?: () => number;
}
