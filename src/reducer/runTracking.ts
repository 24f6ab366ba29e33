import type { OpenInterrupt } from "./interruptTypes.ts";
import type { StateEdit } from "./rebase/stateEdit.ts";

/** A message, tool call, activity or sub-agent that the run has opened. */
export interface OpenStream {
  /** The id in `messages`; differs from the producer's id where ids collided. */
  readonly id: string;
  /** The sub-agent that produces the stream; absent for the agent itself. */
  readonly subagentRunId?: string;
  /** True until the end event arrives. */
  readonly isOpen: boolean;
}

/** Streams by the id that the producer uses. */
export type OpenStreams = Readonly<Record<string, OpenStream>>;

/** Kinds of entries for which a messages snapshot states the sub-agent. */
export type SnapshotEntryKind = "text" | "reasoning" | "activities" | "toolCalls";

/** Bookkeeping of a run that the reducer needs to check and repair the next event. RUN_STARTED resets most of it. */
export interface RunTracking {
  /** `none` before RUN_STARTED, `active` until RUN_FINISHED or RUN_ERROR. */
  readonly phase: "none" | "active" | "finished" | "errored";
  /** True while a stream is attached; the run then ends with the stream. */
  readonly isAttached: boolean;
  /** True when the run's id was seen in an earlier stream: a replay, which rebuilds its content. */
  readonly isReplay: boolean;
  /** Content that replays in the attached stream have begun to rebuild, as `kind:id`. */
  readonly rebuiltStreams: Readonly<Record<string, true>>;
  /** Every run id that the thread has seen. */
  readonly runIds: readonly string[];
  /** Run ids of the attached stream; a run that starts twice in one stream is no replay. */
  readonly streamRunIds: readonly string[];
  /** The key of the current run in `usages`. */
  readonly usageKey: string;
  /** Names of the tools that the run's input offered. */
  readonly toolNames: readonly string[];
  /** Text messages of the run. */
  readonly text: OpenStreams;
  /** Reasoning messages of the run. */
  readonly reasoning: OpenStreams;
  /** Reasoning spans of the run, which make no message. */
  readonly reasoningSpans: OpenStreams;
  /** Tool calls of the run. */
  readonly toolCalls: OpenStreams;
  /** Activities of the run. */
  readonly activities: OpenStreams;
  /** Sub-agents of the run. */
  readonly subagents: OpenStreams;
  /** Entries of messages snapshots, with their sub-agents; an entry of the run above takes precedence. */
  readonly snapshotEntries: Readonly<Record<SnapshotEntryKind, OpenStreams>>;
  /** Arguments that arrived before their call, by tool call id. */
  readonly deferredArguments: Readonly<Record<string, string>>;
  /** Encrypted values whose entity has not arrived, by `subtype:entityId`. */
  readonly deferredValues: Readonly<Record<string, string>>;
  /** Interrupts of LangGraph's CUSTOM event, opened when the run ends. */
  readonly deferredInterrupts: readonly OpenInterrupt[];
  /** Tool arguments that the visible state shows while they stream. */
  readonly predictions: readonly Prediction[];
  /** Ids of the tool calls whose arguments the visible state shows now. */
  readonly predictingIds: readonly string[];
  /** Decision on a blank state at the start of the attached run. */
  readonly blankState: BlankState;
  /** Edits in the input of the attached run. */
  readonly sentEdits: SentEdits | null;
}

/**
 * Blank state at the start of a run. `possible`: the agent has sent no state yet. `undecided`: it has sent only
 * a blank one, and the state before is kept until it is clear whether the agent means it. `decided`: it has
 * sent content, or the run has ended.
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
