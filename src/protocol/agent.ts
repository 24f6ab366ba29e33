import type { ForkInfo, HistoryPage, HistoryRequest } from "./dialect.ts";
import type { AgentCapabilities, EventInput, RunAgentInput } from "./events.ts";

/** Options of a run beside its input. */
export interface RunOptions extends ForkInfo {
  /** Aborts when the user stops the run, the thread is disposed, or the stream stays open after the end of the run. */
  readonly signal: AbortSignal;
  /**
   * Creates the input again with fresh `forwardedProps`, for an agent whose request was refused
   * because a token in them has expired. Present when the thread's `forwardedProps` is a function.
   */
  readonly refreshInput?: () => Promise<RunAgentInput>;
  /**
   * Reports the position of the events read so far, where the wire has positions (an SSE `id:`).
   * Call it after the events up to the position were yielded and the next ones are requested, and
   * before any later event is yielded.
   */
  readonly onCursor?: (cursor: string) => void;
  /**
   * Receives the last events of a run that the client stops. Call it in a listener of `signal`: the run is over after the
   * listeners, and what the agent yields then is dropped.
   */
  readonly onStop?: (events: readonly EventInput[]) => void;
}

/** Options of a connection that resumes a run or replays a thread. */
export interface ConnectOptions extends RunOptions {
  /**
   * The last position reported to `onCursor`; the server sends only what follows it. Absent to
   * replay from the start.
   */
  readonly cursor?: string;
}

/** Ids of a run and its thread. */
export interface AgentRunIds {
  /** Id of the thread. */
  readonly threadId: string;
  /** Id of the run. */
  readonly runId: string;
}

/**
 * Value that an agent yields: one event, or the events that arrived together. An empty list shows that the server has
 * received the run, so that a lost connection can be resumed before its first event.
 */
export type AgentYield = EventInput | readonly EventInput[];

/**
 * A source of runs: accepts a `RunAgentInput` and yields AG-UI events.
 *
 * `httpAgent`, `webSocketAgent`, `fromAbstractAgent` and `scriptedAgent` create agents; a plain
 * object works too.
 * Every event is validated and made canonical before it is reduced, so an agent may yield what
 * imperfect servers send. A throw or a rejection ends the run in error and keeps the events that
 * arrived before it.
 *
 * @example An agent in the browser
 * ```ts
 * const echo: Agent = {
 *   async *run(input) {
 *     const { threadId, runId } = input;
 *     yield { type: "RUN_STARTED", threadId, runId };
 *     yield { type: "TEXT_MESSAGE_CHUNK", messageId: "m1", delta: "Hello" };
 *     yield { type: "RUN_FINISHED", threadId, runId };
 *   },
 * };
 * ```
 * @see https://docs.ag-ui.com/concepts/agents
 */
export interface Agent {
  /** Runs once. The run is over when the iterable ends, or {@link Agent.endMs} after RUN_FINISHED. */
  run(input: RunAgentInput, options: RunOptions): AsyncIterable<AgentYield>;
  /**
   * Time that a stream may stay open without an event after RUN_FINISHED or RUN_ERROR, in milliseconds. Events without
   * content, such as a repeated state, extend it to three times its length at most.
   * Then its signal aborts, and the run is over. The limit does not apply while a tool of the server has no result yet. It
   * does not apply either while a text or reasoning is open that began or continued after RUN_FINISHED.
   * Set 0 for an agent whose streams always end, or also bring the runs that other clients start.
   *
   * @defaultValue `3_000`
   */
  readonly endMs?: number | undefined;
  /**
   * Time without anything to show after which the chat calls a response slow, in milliseconds. An agent whose own
   * timeouts are short states a shorter time, so that the user learns of the delay before the run fails.
   *
   * @defaultValue `20_000`
   */
  readonly slowMs?: number | undefined;
  /**
   * Attaches to a running run, or replays a thread. `input.runId` names the run, and
   * `input.messages` contains the messages received so far. Sends what follows `options.cursor`, or
   * everything: a run that is replayed from its start is rebuilt, not duplicated.
   */
  connect?(input: RunAgentInput, options: ConnectOptions): AsyncIterable<AgentYield>;
  /**
   * Returns a page of the thread's messages, the latest page first; `cursor` requests the page
   * before it.
   */
  history?(
    page: HistoryRequest,
    options?: Partial<Pick<RunOptions, "signal">>,
  ): Promise<HistoryPage>;
  /** Returns what the agent supports. */
  getCapabilities?(): Promise<AgentCapabilities>;
  /** Cancels a run on the server after the user stopped it. The stream is closed in any case. */
  cancel?(run: AgentRunIds): Promise<unknown>;
  /** Returns the current shared state of a thread, or `undefined` when the agent has none. */
  getState?(thread: Pick<AgentRunIds, "threadId">): Promise<unknown>;
}
