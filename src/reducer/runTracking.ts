import type { StreamKind } from "../protocol/completion/streamReferences.ts";
import type { EventOf, Message } from "../protocol/events.ts";
import type { OpenInterrupt } from "./interruptTypes.ts";
import type { StateEdit } from "./rebase/stateEdit.ts";

/**
 * Entry of a message, tool call, activity or sub-agent that the run streams or has streamed. Events find the entry by the
 * server id, and the entry has the id in the snapshot.
 */
export interface StreamEntry extends StreamsWithSameId, MessageProgress, CallProgress {
  /** The id in the snapshot; differs from the server id where a server uses one id for several things. */
  readonly id: string;
  /** The sub-agent that sends the stream; absent for the agent itself. */
  readonly subagentRunId?: string;
  /**
   * The origin of the sub-agent of a stream whose start names none. It is a parent message of the run, or an earlier
   * message that the input of the run names.
   */
  readonly inheritedFrom?: "run" | "history";
  /** True until the end event arrives. */
  readonly isOpen: boolean;
  /** True until the stream starts, for a message or call that only a messages snapshot has stated so far. */
  readonly isSnapshotOnly?: true;
}

/** Other streams of the run under the server id of an entry. */
interface StreamsWithSameId {
  /** Ids of earlier streams of the run under the same server id, oldest first. */
  readonly earlierIds?: readonly string[];
  /** Keys of the streams that other agents of the run have under the same id, oldest first. */
  readonly sharedKeys?: readonly string[];
}

/** Fields of the entries of texts and reasoning. */
interface MessageProgress {
  /** True for a message that so far only holds calls, whose text may be that of another sub-agent. */
  readonly hasOnlyCalls?: true;
  /** The `resultCount` of the run when the stream ended; absent for 0. Text after a later result is a new message. */
  readonly resultCountAtEnd?: number;
  /** Set when a messages snapshot contained more of this stream's content than the stream had sent. */
  readonly statedAhead?: StatedAhead;
  /** True for an interrupted stream of chunks that the last snapshot lacks; see `interruptedContent.ts`. */
  readonly isUnstated?: true;
}

/** Fields of the entries of tool calls. */
interface CallProgress {
  /** Ids of further calls that messages snapshots have stated and the run has not started, oldest first. */
  readonly snapshotOnlyIds?: readonly string[];
  /** Number of the first earlier streams that are known to have a result; absent for 0. */
  readonly answeredCount?: number;
  /** True when the run has sent a result after the start of the call; a result from before the start does not count. */
  readonly isAnswered?: true;
  /** Set for a call without a result that has started again, or whose arguments a snapshot has stated. */
  readonly repetition?: RepeatedArguments;
}

/** Position of a stream in content that a messages snapshot has stated in advance. */
export interface StatedAhead {
  /** Number of characters that the stream had sent when it began to follow this content. */
  readonly sentBefore: number;
  /** Number of characters that the stream has sent since its beginning. */
  readonly sentSoFar: number;
  /**
   * The stream's own message, removed when the snapshot has stated the content under another id. It is inserted again when
   * a delta differs from the stated content.
   */
  readonly streamMessage?: Message;
}

/** Arguments of a call that has several starts, or other arguments in a snapshot; see `repeatedArguments.ts` for examples. */
export interface RepeatedArguments {
  /** The arguments after each start but the last, oldest first, or those of the snapshot. */
  readonly earlierTexts: readonly string[];
  /** Offset in the shown arguments at which those of the last start begin; absent while their first delta must replace the shown ones. */
  readonly lastStartOffset?: number;
  /** The arguments before the next delta, in place of the shown ones: what the stream had sent when a snapshot stated others. */
  readonly textBefore?: string;
}

/**
 * Entries by the key of their stream: the server id, or `sharedKey` for another agent under that id. The keys of `subagents`
 * are ids of the snapshot.
 */
export type StreamEntries = Readonly<Record<string, StreamEntry>>;

/** Kinds of streams whose ids a server may use again. */
export type ReusableKind = Exclude<StreamKind, "reasoningSpans" | "activities">;

/** Kinds of streams whose content arrives in deltas. */
export type ContentKind = Extract<StreamKind, "text" | "reasoning" | "toolCalls">;

/** Kinds of streams that fill the text of a message. */
export type TextStreamKind = Extract<StreamKind, "text" | "reasoning">;

/** Ids of the streams of a run in the snapshot, by kind and by server id. */
export type StreamedIds = Readonly<
  Record<ReusableKind, Readonly<Record<string, readonly string[]>>>
>;

/** Kinds of streams whose content a messages snapshot can state. */
export type StatedKind = Exclude<StreamKind, "reasoningSpans" | "subagentIds">;

/** Bookkeeping of a run that the reducer needs to check and repair the next event. */
export interface RunTracking
  extends RunProgress,
    RunStreams,
    StatedContent,
    ReplayProgress,
    BranchHistory,
    DeferredData,
    StateTracking,
    SentInput {}

/** The run and the connection that sends its events. */
interface RunProgress {
  /** `none` before RUN_STARTED; `active` until RUN_FINISHED or RUN_ERROR, and again after a connection has reopened the run. */
  readonly phase: "none" | "active" | "finished" | "errored";
  /** True while a connection sends the events of the run; the run then ends with the connection. */
  readonly isAttached: boolean;
  /** Number of tool results that the run has sent so far. */
  readonly resultCount: number;
  /** Names of the tools that the run's input offered. */
  readonly toolNames: readonly string[];
}

/**
 * Entries of the streams of the run. RUN_STARTED resets them, except those of content that a snapshot stated before the
 * first run of the connection (`statedBeforeRun`).
 */
interface RunStreams {
  /** Text messages of the run. */
  readonly text: StreamEntries;
  /** Reasoning messages of the run. */
  readonly reasoning: StreamEntries;
  /** Reasoning spans of the run, which make no message. */
  readonly reasoningSpans: StreamEntries;
  /** Tool calls of the run. */
  readonly toolCalls: StreamEntries;
  /** Activities of the run. */
  readonly activities: StreamEntries;
  /** Sub-agents of the run whose events have arrived, by their id in the snapshot. `subagentIds` has the server's ids. */
  readonly subagents: StreamEntries;
  /** Ids in the snapshot of the sub-agents that the run has named, by the server's id. */
  readonly subagentIds: StreamEntries;
}

/**
 * Content that messages snapshots have stated or dropped. RUN_STARTED resets the fields, except `droppedKeys`, and except
 * content that a snapshot stated before the first run of the connection (`statedBeforeRun`).
 */
interface StatedContent {
  /**
   * Entries of the messages and calls that messages snapshots, or the input of the run, have stated. `findStream` says when
   * an entry of the run counts more.
   */
  readonly statedEntries: Readonly<Record<StatedKind, StreamEntries>>;
  /** Ids of texts and reasoning that only messages snapshots have stated and that no stream continues, oldest first. */
  readonly snapshotOnlyTexts: readonly string[];
  /**
   * The keys are the ids of calls that only messages snapshots have stated and that no stream has started. They are in the
   * order of the calls. A record finds an id at once, which an array of 10,000 does not.
   */
  readonly snapshotOnlyCalls: Readonly<Record<string, true>>;
  /** Ids of loaded messages that the last snapshot of a replayed run lacks, and that the run may repeat. */
  readonly unconfirmedIds: readonly string[];
  /** Keys of messages of the agent that messages snapshots have dropped, oldest first: a later one may state them again. */
  readonly droppedKeys: readonly string[];
}

/** Content that a replayed run has sent before, and content that the current connection has replayed so far. */
interface ReplayProgress {
  /** True for a run that the thread has, from an earlier connection or loaded: a replay, which rebuilds its content. */
  readonly isReplay: boolean;
  /** Ids of the streams of earlier runs, by run id: a replay finds what it repeats. */
  readonly streamedIds: Readonly<Record<string, StreamedIds>>;
  /**
   * Ids of the content that the run repeats: of its earlier connection, or of loaded messages that `replayMatcher` has
   * matched. `null` while unknown.
   */
  readonly replayedIds: StreamedIds | null;
  /** Id of the message after which the content of a replayed run begins; `null` where that is unknown. */
  readonly startsAfter: string | null;
  /** Content that replays in the current connection have begun to rebuild, as `kind:id`. */
  readonly rebuiltStreams: Readonly<Record<string, true>>;
  /** Run ids of the current connection; a run that starts twice in one connection is not a replay. */
  readonly connectionRunIds: readonly string[];
  /** Ids of the user messages that echoed inputs of the current connection have added. */
  readonly echoedUserMessageIds: readonly string[];
}

/** The runs of the conversation and of its other branches, and how the conversation began. */
interface BranchHistory {
  /** Ids of the runs on this branch, which are unique in a thread. */
  readonly runIds: readonly string[];
  /** Ids of the messages with which the application began the conversation; no run has written them. */
  readonly greetingIds: readonly string[];
  /** Ids of the runs of other branches. */
  readonly abandonedRunIds: readonly string[];
  /** Interrupts of other branches, or of a conversation that was cleared, which the next run cancels. */
  readonly abandonedInterrupts: readonly OpenInterrupt[];
}

/** Data that wait for the call, the entity or the end of the run to which they belong. */
interface DeferredData {
  /** Arguments that arrived before their call, by tool call id. */
  readonly deferredArguments: Readonly<Record<string, string>>;
  /** Results of the run that may belong to its next call with an id, by the key of that call; see `earlyResults.ts`. */
  readonly deferredResults: Readonly<Record<string, EventOf<"TOOL_CALL_RESULT">>>;
  /** Encrypted values whose entity has not arrived, by `subtype:entityId`. */
  readonly deferredValues: Readonly<Record<string, string>>;
  /** Interrupts of LangGraph's CUSTOM event, opened when the run ends. */
  readonly deferredInterrupts: readonly OpenInterrupt[];
}

/** The shared state while the run changes it. */
interface StateTracking {
  /** Tool arguments that the visible state shows while they stream. */
  readonly predictions: readonly Prediction[];
  /** Ids of the tool calls whose arguments the visible state shows now. */
  readonly predictingIds: readonly string[];
  /** Decision on a blank state at the start of the current run. */
  readonly blankState: BlankState;
}

/** Messages and edits in the input of the current run. */
interface SentInput {
  /** Ids of the new messages in the input of the current run: its snapshots may lack them. */
  readonly sentIds: readonly string[];
  /** Edits in the input of the current run. */
  readonly sentEdits: SentEdits | null;
}

/**
 * Blank state at the start of a run:
 *
 * - `possible`: the agent has sent no state yet;
 * - `undecided`: it has sent only a blank one, and the state before is kept until it is clear whether the agent means it;
 * - `decided`: the agent has sent content, or the run has ended.
 */
export type BlankState =
  | { readonly kind: "possible" }
  | { readonly kind: "undecided"; readonly stateBefore: unknown }
  | { readonly kind: "decided" };

/** Edits in the input of a run, and the state on which they were made. */
interface SentEdits {
  /** The agent's state on which the edits were made. */
  readonly state: unknown;
  /** The edits, oldest first. */
  readonly edits: readonly StateEdit[];
  /** True after the first event; without any event, the agent has not received the edits. */
  readonly hasArrived?: boolean;
}

/** An entry of a CUSTOM `PredictState` event. */
export interface Prediction {
  /** The key of the state that the argument fills. */
  readonly stateKey: string;
  /** The name of the tool. */
  readonly tool: string;
  /** The argument that fills the key; all arguments when absent. */
  readonly toolArgument?: string;
}
