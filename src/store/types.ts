import type { StoreApi } from "zustand/vanilla";
import type { Agent } from "../protocol/agent.ts";
import type { AgentKitError } from "../protocol/errors.ts";
import type {
  ContentPart,
  Context,
  Event,
  Message,
  ResumeEntry,
  Tool,
  ToolCall,
} from "../protocol/events.ts";
import type { Issue } from "../protocol/issue.ts";
import type { RunOutcome, Snapshot } from "../reducer/snapshot.ts";

/** A zustand store that can be read and subscribed to, and not written. */
export type ReadonlyStore<T> = Omit<StoreApi<T>, "setState">;

/** What one run takes beside the thread itself. */
export interface RunParameters<TState = unknown> {
  /** Facts for the agent that are not part of the conversation. */
  readonly context?: readonly Context[];
  /** Anything the agent's server understands, passed through untouched. */
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

/** What is left of a run when it has ended, however it did: `error` says what went wrong. */
export interface RunResult {
  readonly outcome: RunOutcome;
  /** What RUN_FINISHED returned. */
  readonly result: unknown;
  /** The messages the run added, in the order of the thread. */
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
  /** A tool call whose arguments are complete. */
  onToolCall?(toolCall: ToolCall): void;
  /** Something the stream did wrong. */
  onIssue?(issue: Issue): void;
  onRunStart?(run: { readonly runId: string }): void;
  onRunEnd?(result: RunResult): void;
}

/** How to make a thread. */
export interface ThreadOptions<TState = unknown> {
  readonly agent: Agent;
  /** @defaultValue a random UUID */
  readonly threadId?: string;
  /** @defaultValue `[]` */
  readonly initialMessages?: readonly Message[];
  /** @defaultValue `{}` */
  readonly initialState?: TState;
  /** Continues from a stored snapshot; the three options above are then ignored. */
  readonly snapshot?: Snapshot<TState>;
  /** The first violation of the protocol fails the run. @defaultValue false */
  readonly strict?: boolean;
  /** Sent with every run, before what a run adds itself. */
  readonly context?: readonly Context[];
  readonly forwardedProps?: unknown;
  readonly tools?: readonly Tool[];
  /** Makes ids for messages and runs. @defaultValue `crypto.randomUUID` */
  readonly createId?: () => string;
  /** The clock, in milliseconds since the epoch. @defaultValue `Date.now` */
  readonly now?: () => number;
}

/**
 * A conversation with an agent: one store of snapshots, and the verbs that change it.
 *
 * @see https://docs.ag-ui.com/concepts/architecture
 */
export interface Thread<TState = unknown> {
  readonly threadId: string;
  /** What has been published: at most once per frame while text streams, at once at every boundary. */
  readonly store: ReadonlyStore<Snapshot<TState>>;
  /** The latest snapshot, published or not: for programs. */
  getSnapshot(): Snapshot<TState>;
  /**
   * Adds the person's message and runs the agent.
   *
   * @throws AgentKitError `thread-busy` while a run goes on, `thread-disposed` after `dispose()`,
   *   `invalid-argument` when the content is none, or `resume` answers an expired interrupt.
   */
  send(
    content: string | readonly ContentPart[],
    options?: RunParameters<TState>,
  ): Promise<RunResult>;
  /** Runs the agent on the thread as it is. Throws as `send` does. */
  run(options?: RunParameters<TState>): Promise<RunResult>;
  /**
   * Ends the run that goes on and keeps what came; its outcome is `cancelled`. The next run may be
   * started right away.
   */
  stop(): void;
  /**
   * Runs again with what the last run was given, after dropping what it left unfinished.
   * Throws as `send` does.
   */
  retry(): Promise<RunResult>;
  /** Edits the shared state: seen at once in `visibleState`, sent with the next run. */
  setState(next: TState | StateUpdater<TState>): void;
  /**
   * Replaces the conversation and forgets how the last run ended. Throws as `send` does, with
   * `invalid-argument` when these are no AG-UI messages.
   */
  setMessages(
    next: readonly Message[] | ((current: readonly Message[]) => readonly Message[]),
  ): void;
  /** Adds listeners; returns the function that removes them. */
  subscribe(listeners: ThreadListeners): () => void;
  /** Stops the run and publishes nothing any more; the last snapshot stays readable. */
  dispose(): void;
}

/** How to make a client. Give `agent` for one, `agents` for several by name. */
export interface AgentClientOptions
  extends Pick<
    ThreadOptions,
    "strict" | "context" | "forwardedProps" | "tools" | "createId" | "now"
  > {
  readonly agent?: Agent;
  readonly agents?: Readonly<Record<string, Agent>>;
}

/** Which thread a program wants from a client. */
export interface ThreadRequest<TState = unknown>
  extends Pick<ThreadOptions<TState>, "initialMessages" | "initialState" | "snapshot"> {
  /** @defaultValue the agent's default thread */
  readonly threadId?: string;
  /** @defaultValue the first agent */
  readonly agentId?: string;
}

/** Owns agents and their threads. Making one costs nothing until a thread runs. */
export interface AgentClient {
  /** The names of the agents, in the order they were given; a single `agent` is `"default"`. */
  readonly agentIds: readonly string[];
  /** @throws AgentKitError `invalid-argument` when no agent has that name. */
  getAgent(agentId?: string): Agent;
  /** The thread of that id, made on first request; two requests give the same thread. */
  thread<TState = unknown>(request?: ThreadRequest<TState>): Thread<TState>;
  /** Disposes every thread. */
  dispose(): void;
}
