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

/** A zustand store that can be read and subscribed to, and not written. */
export type ReadonlyStore<T> = Omit<StoreApi<T>, "setState">;

/** A fact for the agent that a program keeps up to date, see `Thread.addContext`. */
export interface ContextEntry {
  /** What the value is, for the model. */
  readonly description: string;
  /** Text, or any JSON value. `undefined` leaves it out for the time being. */
  readonly value: unknown;
  /** Tells this agent alone. */
  readonly agentId?: string | undefined;
}

/**
 * What sending does while a run goes on: `queue` keeps the message until the agent is free,
 * `interrupt` stops the run first, `reject` throws `thread-busy`.
 */
export type WhenBusy = "queue" | "interrupt" | "reject";

/** What `send()` takes beside the content. */
export interface SendOptions<TState = unknown> extends RunParameters<TState> {
  /** @defaultValue the thread's `whenBusy` */
  readonly whenBusy?: WhenBusy | undefined;
}

/** What `setState()` takes beside the state. */
export interface SetStateOptions {
  /** Runs the agent on it: at once, or as soon as it is free. @defaultValue false */
  readonly run?: boolean;
  /** @defaultValue the thread's `conflict` */
  readonly conflict?: StateConflict | undefined;
}

/** What one run takes beside the thread itself. */
export interface RunParameters<TState = unknown> {
  /** Facts for the agent that are not part of the conversation. */
  readonly context?: readonly Context[];
  /** Anything the agent's server understands, passed through untouched. See {@link RequestOptions}. */
  readonly forwardedProps?: unknown;
  /** Tools offered to the agent in this run. */
  readonly tools?: readonly Tool[];
  /** Replaces the shared state before the run. */
  readonly state?: TState;
  /**
   * Answers to open interrupts. Every open interrupt without an answer here is cancelled,
   * because the protocol wants all of them answered in one input.
   */
  readonly resume?: readonly ResumeEntry[];
}

/**
 * What is left when the agent has come to rest: after one run, or after as many as the tools of the
 * page made it go on for. `error` says what went wrong.
 */
export interface RunResult {
  readonly outcome: RunOutcome;
  /** What the last RUN_FINISHED returned. */
  readonly result: unknown;
  /** The messages that were added, in the order of the thread. */
  readonly newMessages: readonly Message[];
  readonly error?: AgentKitError;
}

/**
 * Makes the next state of the current one. Taken from a method, whose parameters are checked both
 * ways, so that a thread of some state is also a thread of unknown state.
 */
export type StateUpdater<TState> = { update(current: TState): TState }["update"];

/** Listeners of a thread. They run after the reduction of their event; what they throw is reported and harmless. */
export interface ThreadListeners {
  /** Every canonical event, in order. */
  onEvent?(event: Event, snapshot: Snapshot): void;
  /** A message that is complete: the person's, the agent's, a tool's. */
  onMessage?(message: Message): void;
  /**
   * What a person has said goes out from this page, or goes out again: by `send()`, `edit()`, `regenerate()`,
   * `sendQueued()` or `run()`, or out of the queue by itself: then it `hasWaited`. Not what is sent in another
   * window, nor what a server or a storage tells. `message` is the last one of the conversation.
   */
  onSend?(sent: { readonly message: Message; readonly wasQueued: boolean }): void;
  /** A tool call whose arguments are complete. */
  onToolCall?(toolCall: ToolCall): void;
  /** Something the stream did wrong. */
  onIssue?(issue: Issue): void;
  /** A run starts, also one with which the thread goes on by itself. */
  onRunStart?(run: { readonly runId: string }): void;
  onRunEnd?(result: RunResult): void;
}

/** Why an answer to an interrupt was not taken. */
export interface AnswerProblem extends SchemaProblem {
  readonly interruptId: string;
}

/** What a thread does to its requests before they go out. */
export interface RequestOptions {
  /**
   * Anything the agent's server understands, passed through untouched. A function is called for every
   * run, and again when the server answers 401; it may take its time.
   */
  readonly forwardedProps?: unknown;
  /**
   * The last word on what is sent, to trim a long history for instance; see `trimHistory`. What it
   * throws ends the run with `agent-failed`. It changes the request and not the thread.
   */
  readonly prepareInput?:
    | ((input: RunAgentInput) => RunAgentInput | Promise<RunAgentInput>)
    | undefined;
}

/** How a thread goes on by itself, and what it lets a person do. */
export interface TurnOptions {
  /** What `send()` does while a run goes on. @defaultValue `"reject"` */
  readonly whenBusy?: WhenBusy;
  /**
   * What happens to an edit of the shared state when the agent changes the same place before a run
   * has carried the edit. @defaultValue `"rebase"`
   */
  readonly conflict?: StateConflict;
  /**
   * How a run whose connection is lost is taken up again, where the agent can `connect`: after the given
   * number of attempts in a row that brought nothing it has failed, and only `retry()` takes it up. Those
   * made without a network (`navigator.onLine`) do not count, and a page that gets one again, or is looked at
   * again, begins anew. Waits grow from `firstMs` to `longestMs`, both in milliseconds.
   *
   * @defaultValue `{ attempts: 8, firstMs: 500, longestMs: 15_000 }`
   */
  readonly reconnect?: Partial<Backoff>;
  /**
   * How many times in a row the agent is run again by itself after the page has answered its tool
   * calls. @defaultValue 25
   */
  readonly maxSteps?: number;
  /**
   * What a new message does while interrupts are open: `cancel` sends it and cancels them, also
   * those with an answer that was not sent yet; with `block`, `send()` throws. LangGraph and the
   * draft have no word for cancelling, and may ask again. @defaultValue `"cancel"`
   */
  readonly onSendWithInterrupts?: "cancel" | "block";
}

/** Everything that has happened in a thread. */
export interface ThreadHistory {
  /** What it began with. */
  readonly base: Snapshot;
  /**
   * The events of its agent as they arrived, and what the person and the page have done, as CUSTOM events
   * whose names begin with `agui-kit.`.
   */
  readonly events: readonly Event[];
}

/** How to make a thread. */
export interface ThreadOptions<TState = unknown> extends TurnOptions, RequestOptions {
  readonly agent: Agent;
  /** @defaultValue a random UUID */
  readonly threadId?: string;
  /** @defaultValue `[]` */
  readonly initialMessages?: readonly Message[];
  /** @defaultValue `{}` */
  readonly initialState?: TState;
  /**
   * Checks every state that the agent sends: a Standard Schema (Zod, Valibot, ArkType), or a JSON
   * Schema object. What does not fit is kept, and reported as an issue.
   */
  readonly stateSchema?: ValueSchema | undefined;
  /** Continues from a stored snapshot; the three options above are then ignored. */
  readonly snapshot?: Snapshot<TState>;
  /**
   * Where the thread is kept: what is stored under its id is taken up, `snapshot.isRestoring` until then, and
   * what happens in it is stored. It comes before the options above. A conversation is one and the same under
   * its id, whichever agent it is with: it can be handed over. Two agents' own conversations need two ids.
   */
  readonly storage?: ThreadStorage | undefined;
  /** What has led to that snapshot, so that its branches are there; `parseThread` gives both. */
  readonly history?: ThreadHistory;
  /** The first violation of the protocol fails the run. @defaultValue false */
  readonly strict?: boolean;
  /** Sent with every run, before what a run adds itself. */
  readonly context?: readonly Context[];
  /** Tools that are offered, and whose calls the program answers; `registerTool` does both. */
  readonly tools?: readonly Tool[];
  /** Makes ids for messages and runs. @defaultValue `crypto.randomUUID` */
  readonly createId?: () => string;
  /** The clock, in milliseconds since the epoch. @defaultValue `Date.now` */
  readonly now?: () => number;
}
