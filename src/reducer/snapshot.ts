import type { AgentKitErrorCode, AgentKitErrorContext } from "../protocol/errors.ts";
import type { ContentPart, Message, TokenUsage } from "../protocol/events.ts";
import type { Issue } from "../protocol/issue.ts";
import type { AnsweredInterrupt, OpenInterrupt } from "./interruptTypes.ts";
import type { DroppedEdit, StateEdit } from "./rebase/stateEdit.ts";
import type { RunTracking } from "./runTracking.ts";
import type { WrittenState } from "./writtenState.ts";

/**
 * The whole state of one thread at one moment: immutable, JSON-able and structurally shared with the
 * previous snapshot, so that `===` shows what changed.
 *
 * @typeParam TState - The shape of the state shared with the agent.
 * @see https://docs.ag-ui.com/concepts/architecture
 */
export interface Snapshot<TState = unknown> {
  /** The id of the thread, as in `RunAgentInput`. */
  readonly threadId: string;
  /** True while the stored thread is being read. */
  readonly isRestoring?: boolean;
  /** The conversation in order, as AG-UI messages of all seven roles. */
  readonly messages: readonly Message[];
  /**
   * The state of loading earlier messages from the agent; absent before the first request, see
   * `Thread.loadEarlier`.
   */
  readonly earlier?: EarlierInfo;
  /** Ids of the messages that a fork took from its source thread; absent in other threads. */
  readonly inheritedIds?: readonly string[];
  /** The shared state that the agent confirmed. */
  readonly state: TState;
  /** The state to render: `state` with local edits and predictions; the same reference when there are none. */
  readonly visibleState: TState;
  /** Local edits in `visibleState` that no run has sent yet, oldest first. */
  readonly edits: readonly StateEdit[];
  /** Edits that were dropped because the agent changed the same location; oldest first, at most 20. */
  readonly droppedEdits: readonly DroppedEdit[];
  /** The keys of `visibleState` that show a prediction. */
  readonly predictedKeys: readonly string[];
  /** The state as each run that wrote the state left it, oldest first; at most 50. */
  readonly writtenStates: readonly WrittenState[];
  /** The current run, or the last one. */
  readonly run: RunInfo;
  /** The location and status of every tool call in `messages`, by its id. */
  readonly toolCalls: Readonly<Record<string, ToolCallInfo>>;
  /**
   * Open interrupts, in the order the agent raised them. An interrupt with an `answer` stays here until a
   * run has taken the answer; the run resumes once all are answered.
   */
  readonly interrupts: readonly OpenInterrupt[];
  /** Interrupts that an ended run has closed, with their recorded answers. */
  readonly answeredInterrupts: readonly AnsweredInterrupt[];
  /** Messages that the user sent during a run, in sending order. */
  readonly queue: readonly QueuedMessage[];
  /**
   * Branches of the conversation, by the id of the message after which they begin; `""` for branches
   * that begin with the first message.
   */
  readonly branches: Readonly<Record<string, BranchInfo>>;
  /** The steps of the run, in starting order. */
  readonly steps: readonly StepInfo[];
  /** Every announced sub-agent, by its invocation id (`subagentRunId`). */
  readonly subagents: Readonly<Record<string, SubagentInfo>>;
  /** Meta events (draft) such as feedback, by the id of their message, or `""` for the thread. */
  readonly annotations: Readonly<Record<string, readonly Annotation[]>>;
  /** Token usage by run id, in the order in which the runs ended. */
  readonly usages: Readonly<Record<string, readonly TokenUsage[]>>;
  /**
   * Start of each message that was sent or streamed here, and end of each reasoning message and span, by its id. A
   * message of a loaded conversation has none: AG-UI messages have no time.
   */
  readonly timings: Readonly<Record<string, Timing>>;
  /** Faults of streams, storage and tabs that the thread survived; at most 100 different ones. */
  readonly issues: readonly Issue[];
  /** Bookkeeping of the reducer: open streams and deferred data of the run. */
  readonly tracking: RunTracking;
}

/**
 * Status of a thread: `submitted` until the agent's first event, `streaming` while events arrive, and `executing`
 * while this tab runs tools. `waiting` for an answer of the user, `reconnecting` after a lost connection, `error`
 * after a failed run.
 */
export type RunStatus =
  | "idle"
  | "submitted"
  | "streaming"
  | "executing"
  | "waiting"
  | "reconnecting"
  | "error";

/** Outcome of a run. `interrupt`: the agent waits for answers. `cancelled`: the run was stopped. */
export type RunOutcome = "success" | "interrupt" | "cancelled" | "error";

/**
 * Reason why the thread started no further run although every tool call is answered: `no-follow-up`: a
 * tool or an answer has `followUp: false`; `max-automatic-runs`: the limit of consecutive runs is reached;
 * `repeated-call`: the agent made the same call with the same result in three runs in a row. `run()` continues.
 */
export type RunStopReason = "no-follow-up" | "max-automatic-runs" | "repeated-call";

/** A run in progress or ended. */
export interface RunInfo {
  /** The status of the thread. */
  readonly status: RunStatus;
  /**
   * The id in RUN_STARTED; before that event, the id in the input. Unique in the thread: a number is added to an id
   * that the server has used for an earlier run.
   */
  readonly runId?: string;
  /** The `parentRunId` of RUN_STARTED. */
  readonly parentRunId?: string;
  /** The protocol version in RUN_STARTED, such as `1.0`. */
  readonly protocolVersion?: string;
  /** Outcome of the run; absent during a run and before the first one. */
  readonly outcome?: RunOutcome;
  /** The `result` of RUN_FINISHED: a JSON value. */
  readonly result?: unknown;
  /**
   * Error of the run. With another outcome than `error`: error of a `connect()` that could not reach the server.
   * Messages may be missing then, and `retry()` connects again.
   */
  readonly error?: RunError;
  /** Token usage of the run, one entry per provider and model. */
  readonly usage?: readonly TokenUsage[];
  /** Ids of tool calls of this run that the application must answer, in the order they were made. */
  readonly pendingToolCallIds: readonly string[];
  /** Ids of messages, tool calls and sub-agents that were incomplete when the run ended; `retry()` drops them. */
  readonly unfinishedIds: readonly string[];
  /**
   * True while the server refuses the run, or is asked to cancel the previous one, because that one
   * has not stopped yet. The run is sent again by itself.
   */
  readonly isServerBusy?: boolean;
  /** Reason for which the thread did not continue on its own. */
  readonly stopReason?: RunStopReason;
  /** Start of the run, in milliseconds since the epoch. */
  readonly startedAt?: number;
  /** End of the run, in milliseconds since the epoch. */
  readonly endedAt?: number;
}

/** The error of a failed run as plain data. */
export interface RunError {
  /** The code of the `AgentKitError`. */
  readonly code: AgentKitErrorCode;
  /** An English sentence for developers and logs. */
  readonly message: string;
  /** Details by code, such as the HTTP status. */
  readonly context?: AgentKitErrorContext;
  /** The issue that failed the run in strict mode. */
  readonly issue?: Issue;
}

/**
 * Status of a tool call. `streaming`: arguments arrive; `pending`: arguments are complete, no answer;
 * `running`: a handler in this tab runs; `waiting`: the user is asked; `complete`, `failed` or
 * `denied` (by the user): answered.
 */
export type ToolCallStatus =
  | "streaming"
  | "pending"
  | "running"
  | "waiting"
  | "complete"
  | "failed"
  | "denied";

/** Location and status of a tool call. Its name, arguments and result are in `messages`. */
export interface ToolCallInfo {
  /** The id of the assistant message that holds the call. */
  readonly messageId: string;
  /** The status of the call. */
  readonly status: ToolCallStatus;
  /** The id of the tool message that answers the call. */
  readonly resultMessageId?: string;
  /** The error of the tool message; kept when a server (Strands) repeats the message without its error. */
  readonly error?: string;
  /** The latest progress that the handler yielded. Survives storage only if it is JSON. */
  readonly progress?: unknown;
  /**
   * True when the agent runs again after the call is answered, false when the turn ends there. Only calls
   * that this tab answers have the field.
   */
  readonly followUp?: boolean;
  /** The run that made the call; absent for loaded calls. */
  readonly runId?: string;
  /** Start of the call, in milliseconds since the epoch. */
  readonly startedAt?: number;
  /** Time of the question to the user, in milliseconds since the epoch; absent for handlers. */
  readonly inputRequestedAt?: number;
  /** Time of the result, in milliseconds since the epoch. */
  readonly endedAt?: number;
}

/** The branches after one message. */
export interface BranchInfo {
  /** The number of branches, at least 2. */
  readonly count: number;
  /** The index of the shown branch, from 0 in the order in which the branches began. */
  readonly index: number;
}

/** A named step of a run. */
export interface StepInfo {
  /** The `stepName` of STEP_STARTED. */
  readonly name: string;
  /** The sub-agent that runs the step; absent for the agent itself. */
  readonly subagentRunId?: string;
  /** `running` until STEP_FINISHED or the end of the run. */
  readonly status: "running" | "finished";
  /** Start of the step, in milliseconds since the epoch. */
  readonly startedAt?: number;
  /** End of the step, in milliseconds since the epoch. */
  readonly endedAt?: number;
}

/** An invocation of a sub-agent. */
export interface SubagentInfo {
  /** The `subagentRunId` of SUBAGENT_STARTED, or an id of its own where an earlier sub-agent has that id. */
  readonly id: string;
  /** The `subagentRunId` of SUBAGENT_STARTED, where `id` is another one. */
  readonly serverId?: string;
  /** The name of the sub-agent. */
  readonly name: string;
  /** The description in SUBAGENT_STARTED. */
  readonly description?: string;
  /** The sub-agent that started this one. */
  readonly parentSubagentRunId?: string;
  /** The tool call that started the sub-agent. */
  readonly parentToolCallId?: string;
  /** The message that started the sub-agent. */
  readonly parentMessageId?: string;
  /** The id of the last message when the sub-agent was announced. */
  readonly afterMessageId?: string;
  /** `suspended` while the sub-agent waits for answers to its interrupts. */
  readonly status: "running" | "finished" | "suspended" | "failed";
  /** The steps of the sub-agent in all runs, in starting order. */
  readonly steps?: readonly StepInfo[];
  /** The `result` of SUBAGENT_FINISHED: a JSON value. */
  readonly result?: unknown;
  /** The error of SUBAGENT_ERROR. */
  readonly error?: {
    /** The message of SUBAGENT_ERROR. */
    readonly message: string;
    /** The code of SUBAGENT_ERROR. */
    readonly code?: string;
  };
  /** Ids of the interrupts that suspended the sub-agent. */
  readonly interruptIds?: readonly string[];
  /** Start of the sub-agent, in milliseconds since the epoch. */
  readonly startedAt?: number;
  /** End of the sub-agent, in milliseconds since the epoch. */
  readonly endedAt?: number;
}

/** State of loading the messages before the first shown message. */
export interface EarlierInfo {
  /** `loading` during a request; `failed` after a failed one. */
  readonly status: "idle" | "loading" | "failed";
  /** True when the agent may have earlier messages. */
  readonly hasMore: boolean;
  /** The cursor of the next earlier page; `null` before the latest page is loaded. */
  readonly cursor: string | null;
  /** The error of the last request; `null` when there is none. */
  readonly error: RunError | null;
}

/** A message that is sent when the agent is free. */
export interface QueuedMessage {
  /** The id that the sent message will have. */
  readonly id: string;
  /** The text or the content parts. */
  readonly content: string | readonly ContentPart[];
}

/** A meta event: a note on a message or on the thread. */
export interface Annotation {
  /** The id of the meta event, where its sender gave one. A later event with the same id replaces the note. */
  readonly id?: string;
  /** `thumbs_up`, `tag`, `note` or a type of the application. */
  readonly metaType: string;
  /** Data of the note, as a JSON object. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** Time of the note, in milliseconds since the epoch. */
  readonly at?: number;
}

/** Start and end, in milliseconds since the epoch. */
export interface Timing {
  /** The start; absent when unknown. */
  readonly startedAt?: number;
  /** The end; absent while it lasts. */
  readonly endedAt?: number;
  /** True when the run was stopped or failed first. */
  readonly isCutOff?: true;
}
