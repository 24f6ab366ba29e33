import type { HistoryPage, HistoryRequest, Lineage } from "./dialect.ts";
import type { AgentCapabilities, EventInput, RunAgentInput } from "./events.ts";

/** What the run loop hands an agent beside its input. */
export interface RunOptions extends Lineage {
  /** Aborts when the person stops the run or the thread is disposed. */
  readonly signal: AbortSignal;
  /**
   * Makes the input again, with fresh `forwardedProps`, where the thread has a function of them: for an
   * agent that was refused because a token in them has expired.
   */
  readonly refreshInput?: () => Promise<RunAgentInput>;
  /**
   * Called with the position of what has been read, where the wire has one (an SSE `id:`): after the
   * events it stands for have been yielded and the next are asked for, and before any behind it is yielded.
   */
  readonly onCursor?: (cursor: string) => void;
}

/** What the run loop hands an agent that is to take a run or a thread up again. */
export interface ConnectOptions extends RunOptions {
  /**
   * The last position that `onCursor` has named: only what came after it is wanted. Absent to hear all
   * of it from the start.
   */
  readonly cursor?: string;
}

/** Which run of which thread. */
export interface AgentRunIds {
  readonly threadId: string;
  readonly runId: string;
}

/** What an agent yields: one event, or the events that arrived together. */
export type AgentYield = EventInput | readonly EventInput[];

/**
 * Anything that can run: it takes a `RunAgentInput` and yields AG-UI events.
 *
 * `httpAgent`, `fromAbstractAgent` and `scriptedAgent` make one; a plain object does as well.
 * Whatever it yields is checked and made canonical before it is reduced, so an agent may be as
 * sloppy as the servers out there. A throw or a rejection ends the run in error and keeps what
 * arrived.
 *
 * @example An agent in the page
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
  /** Runs once. The run is over when the iterable ends, not when RUN_FINISHED passes. */
  run(input: RunAgentInput, options: RunOptions): AsyncIterable<AgentYield>;
  /**
   * Attaches to a run that goes on, or replays what was said in a thread: `input.runId` names the run,
   * and `input.messages` what is known already. After `options.cursor` where the wire has positions,
   * else from the start: a run that starts again is rebuilt and not told twice.
   */
  connect?(input: RunAgentInput, options: ConnectOptions): AsyncIterable<AgentYield>;
  /** What was said in a thread, the latest page first; `cursor` asks for the page before. */
  history?(
    page: HistoryRequest,
    options?: Partial<Pick<RunOptions, "signal">>,
  ): Promise<HistoryPage>;
  /** What this agent can do, when it says so. */
  getCapabilities?(): Promise<AgentCapabilities>;
  /** Tells the server to give a run up that the person has stopped. The stream is closed anyway. */
  cancel?(run: AgentRunIds): Promise<unknown>;
  /** The shared state of a thread as the agent has it now; `undefined` when it has none of it. */
  getState?(thread: Pick<AgentRunIds, "threadId">): Promise<unknown>;
}
