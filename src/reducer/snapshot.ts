import type { AgentKitErrorCode, AgentKitErrorContext } from "../protocol/errors.ts";
import type { ContentPart, Message, TokenUsage } from "../protocol/events.ts";
import type { Issue } from "../protocol/issue.ts";
import type { AnsweredInterrupt, OpenInterrupt } from "./interruptTypes.ts";
import type { DroppedEdit, StateEdit } from "./rebase/stateEdit.ts";
import type { RunTracking } from "./runTracking.ts";

/**
 * The whole truth about one thread at one moment: immutable, JSON-able, and structurally shared
 * with the snapshot before it, so that `===` tells what changed.
 *
 * @typeParam TState - The shape of the state shared with the agent.
 * @see https://docs.ag-ui.com/concepts/architecture
 */
export interface Snapshot<TState = unknown> {
  readonly threadId: string;
  /** Whether what is stored of the thread is still being read. */
  readonly isRestoring?: boolean;
  /** The conversation in order, as AG-UI messages of all seven roles. */
  readonly messages: readonly Message[];
  /**
   * What the agent has told of the conversation before these messages; absent as long as nobody has asked
   * for it, see `Thread.loadEarlier`.
   */
  readonly earlier?: EarlierInfo;
  /** The messages that a fork has from the thread it was made of; absent in any other thread. */
  readonly inheritedIds?: readonly string[];
  /** The shared state as the agent confirmed it. */
  readonly state: TState;
  /** What a person should see: `state` under local edits and predictions; the same reference when there are none. */
  readonly visibleState: TState;
  /** Edits of the person's in `visibleState` that no run has carried yet, in their order. */
  readonly edits: readonly StateEdit[];
  /** Edits that were given up because of what the agent did; the latest last, at most 20. */
  readonly droppedEdits: readonly DroppedEdit[];
  /** The keys of `visibleState` that show what the agent is about to make of them. */
  readonly predictedKeys: readonly string[];
  /** The run that is going on, or the last one. */
  readonly run: RunInfo;
  /** Every tool call in `messages` by its id: where it lives and how far it is. */
  readonly toolCalls: Readonly<Record<string, ToolCallInfo>>;
  /** What the agent waits for, in the order it asked. Answer all of them to go on. */
  readonly interrupts: readonly OpenInterrupt[];
  /** What it waited for before, with the answers it was sent. */
  readonly answeredInterrupts: readonly AnsweredInterrupt[];
  /** What the person has sent while the agent was busy, in the order it will go out. */
  readonly queue: readonly QueuedMessage[];
  /**
   * Where the conversation has gone several ways: by the id of the message behind which it did, `""` for its
   * beginning, how many there are and which is shown.
   */
  readonly branches: Readonly<Record<string, BranchInfo>>;
  /** The steps of this run, in the order they started. */
  readonly steps: readonly StepInfo[];
  /** Every sub-agent that announced itself, by its invocation id. */
  readonly subagents: Readonly<Record<string, SubagentInfo>>;
  /** Meta events (draft) such as feedback, by what they are about: a message id, or `""`. */
  readonly annotations: Readonly<Record<string, readonly Annotation[]>>;
  /** Tokens that runs of this thread used, by run id, in the order they ended. */
  readonly usages: Readonly<Record<string, readonly TokenUsage[]>>;
  /** When each reasoning message or span was thought, by its id. */
  readonly timings: Readonly<Record<string, Timing>>;
  /** What the streams did wrong and the thread survived. */
  readonly issues: readonly Issue[];
  /** What this run has opened and what is still streaming; the reducer's own bookkeeping beside it. */
  readonly tracking: RunTracking;
}

/**
 * Where a thread stands: `submitted` until the agent's first event, `streaming` while it answers,
 * `executing` while this page runs tools, `waiting` for a person's answer.
 */
export type RunStatus =
  | "idle"
  | "submitted"
  | "streaming"
  | "executing"
  | "waiting"
  | "reconnecting"
  | "error";

/** How a run ended. `interrupt`: it waits for answers. `cancelled`: somebody stopped it. */
export type RunOutcome = "success" | "interrupt" | "cancelled" | "error";

/**
 * Why the agent was not run again although every call of its turn is answered: a tool or an answer
 * wanted no `follow-up`, the run had gone on by itself for `max-steps`, or the agent made the same
 * call over and over. `run()` goes on.
 */
export type RunStopReason = "follow-up" | "max-steps" | "repeated-call";

/** One run, going on or ended. */
export interface RunInfo {
  readonly status: RunStatus;
  /** The id the agent gave the run; ours until it says RUN_STARTED. */
  readonly runId?: string;
  /** The run that spawned this one, when the agent says so. */
  readonly parentRunId?: string;
  /** The protocol version the agent declared. */
  readonly protocolVersion?: string;
  /** How the run ended; absent while it goes on and before the first. */
  readonly outcome?: RunOutcome;
  /** What RUN_FINISHED returned. */
  readonly result?: unknown;
  /**
   * Why the run failed; beside any other outcome than `error`, why `connect()` could not reach the server:
   * then there may be more than is shown, and `retry()` connects again.
   */
  readonly error?: RunError;
  /** Tokens the run used, one entry per provider and model. */
  readonly usage?: readonly TokenUsage[];
  /** Tool calls of this run that are the application's to answer, in the order they were made. */
  readonly pendingToolCallIds: readonly string[];
  /** Messages, tool calls and sub-agents the run left unfinished when it ended; `retry()` drops them. */
  readonly unfinishedIds: readonly string[];
  /** Why the thread did not go on by itself. */
  readonly stopReason?: RunStopReason;
  /** Milliseconds since the epoch. */
  readonly startedAt?: number;
  readonly endedAt?: number;
}

/** A failed run's error as plain data. */
export interface RunError {
  readonly code: AgentKitErrorCode;
  /** For a person to read. */
  readonly message: string;
  readonly context?: AgentKitErrorContext;
  /** In strict mode: the issue that failed the run. */
  readonly issue?: Issue;
}

/**
 * `streaming`: arguments arrive; `pending`: complete and unanswered; `running`: its handler in this
 * page works; `waiting`: a person is asked; then `complete`, `failed` or, by a person, `denied`.
 */
export type ToolCallStatus =
  | "streaming"
  | "pending"
  | "running"
  | "waiting"
  | "complete"
  | "failed"
  | "denied";

/** Where one tool call lives. Its name, arguments and result are in `messages`. */
export interface ToolCallInfo {
  /** The assistant message that holds the call. */
  readonly messageId: string;
  readonly status: ToolCallStatus;
  /** The tool message that answers it. */
  readonly resultMessageId?: string;
  /** The error that message says or said: some servers (Strands) repeat it without. */
  readonly error?: string;
  /** What its handler reported last while it ran. Store it as JSON only if it is. */
  readonly progress?: unknown;
  /**
   * Whether the agent is to run again once the call is answered, as its tool or its answer says;
   * absent for calls that are not this page's.
   */
  readonly followUp?: boolean;
  /** The run that made the call; absent when it was loaded. */
  readonly runId?: string;
  /** In milliseconds since the epoch, as the next two. */
  readonly startedAt?: number;
  /** When a person was asked to answer it, in place of a handler. */
  readonly inputRequestedAt?: number;
  readonly endedAt?: number;
}

/** Which of several ways a conversation has gone behind a message. */
export interface BranchInfo {
  /** How many there are: two or more. */
  readonly count: number;
  /** Which of them is shown, from 0 in the order they were begun. */
  readonly index: number;
}

/** A named step of a run. */
export interface StepInfo {
  readonly name: string;
  /** The sub-agent whose step it is; absent for the agent itself. */
  readonly subagentRunId?: string;
  readonly status: "running" | "finished";
  readonly startedAt?: number;
  readonly endedAt?: number;
}

/** One invocation of a sub-agent. */
export interface SubagentInfo {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly parentSubagentRunId?: string;
  readonly parentToolCallId?: string;
  readonly parentMessageId?: string;
  /** The message that was the last one when it was announced. */
  readonly afterMessageId?: string;
  readonly status: "running" | "finished" | "suspended" | "failed";
  /** Its steps in all runs, in the order they started. */
  readonly steps?: readonly StepInfo[];
  readonly result?: unknown;
  readonly error?: { readonly message: string; readonly code?: string };
  /** The interrupts it raised, when it is suspended. */
  readonly interruptIds?: readonly string[];
  readonly startedAt?: number;
  readonly endedAt?: number;
}

/** What is known of the conversation before the messages that are shown. */
export interface EarlierInfo {
  /** `loading` while the agent is asked; `failed` when the last answer could not be had. */
  readonly status: "idle" | "loading" | "failed";
  /** Whether the agent may have more of it. */
  readonly hasMore: boolean;
  /** Where that ends at the agent; `null` before the latest page. */
  readonly cursor: string | null;
  /** Why it has failed. */
  readonly error: RunError | null;
}

/** A message that waits until the agent is free. */
export interface QueuedMessage {
  readonly id: string;
  readonly content: string | readonly ContentPart[];
}

/** One meta event: a side note on a message or on the thread. */
export interface Annotation {
  /** `thumbs_up`, `tag`, `note` … or the application's own. */
  readonly metaType: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly at?: number;
}

/** When something began and ended, in milliseconds since the epoch. */
export interface Timing {
  readonly startedAt?: number;
  readonly endedAt?: number;
}
