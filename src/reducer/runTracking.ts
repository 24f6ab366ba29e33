import type { OpenInterrupt } from "./interruptTypes.ts";
import type { StateEdit } from "./rebase/stateEdit.ts";

/** Something this run has opened. */
export interface OpenStream {
  /** The id it has in `messages`; differs from the producer's where ids collided. */
  readonly id: string;
  /** The sub-agent that owns it; absent for the agent itself. */
  readonly owner?: string;
  readonly isOpen: boolean;
}

export type OpenStreams = Readonly<Record<string, OpenStream>>;

/** The kinds of thing that replayed history gives an owner. */
export type HistoryKind = "text" | "reasoning" | "activities" | "toolCalls";

/** What the reducer remembers of a run to judge and repair the next event. Reset by RUN_STARTED. */
export interface RunTracking {
  /** `none` before RUN_STARTED, then `active` until the run says it ended. */
  readonly phase: "none" | "active" | "finished" | "errored";
  /** Whether the run loop has a stream attached: then the run ends with the stream. */
  readonly isAttached: boolean;
  /** Whether this run's id was known before: it is a replay and rebuilds what it streams. */
  readonly isReplay: boolean;
  /** What the replays of the attached stream have begun to rebuild, as `kind:id`. */
  readonly rebuiltStreams: Readonly<Record<string, true>>;
  /** Every run id this thread has seen. */
  readonly runIds: readonly string[];
  /** The run ids of the stream that is attached; starting one of them again is no replay. */
  readonly streamRunIds: readonly string[];
  /** What the usage of the run that goes on is filed under. */
  readonly usageKey: string;
  /** Names of the tools this run's input offered. */
  readonly toolNames: readonly string[];
  /** Streams by the id the producer uses. */
  readonly text: OpenStreams;
  readonly reasoning: OpenStreams;
  readonly reasoningSpans: OpenStreams;
  readonly toolCalls: OpenStreams;
  readonly activities: OpenStreams;
  readonly subagents: OpenStreams;
  /** Who owns the messages and calls of replayed history; an own entry above comes first. */
  readonly history: Readonly<Record<HistoryKind, OpenStreams>>;
  /** Arguments that arrived before their call. */
  readonly deferredArguments: Readonly<Record<string, string>>;
  /** Encrypted values whose entity has not appeared, by `subtype:entityId`. */
  readonly deferredValues: Readonly<Record<string, string>>;
  /** Interrupts announced by LangGraph's CUSTOM event, held to the end of the run. */
  readonly deferredInterrupts: readonly OpenInterrupt[];
  /** Which tool arguments show up in the visible state while they stream. */
  readonly predictions: readonly Prediction[];
  /** The tool calls whose arguments show up there now. */
  readonly predictingIds: readonly string[];
  /**
   * The state that the attached run carries, while all the agent has said of it is that it is blank;
   * `null` before it has said anything, `false` once it has said more.
   */
  readonly blankStateBackup: { readonly state: unknown } | null | false;
  /** What the attached run carries: the edits, and the state that they were made on. */
  readonly sentEdits: Carried | null;
}

interface Carried {
  readonly state: unknown;
  readonly edits: readonly StateEdit[];
  /** Whether the run has given a sign of life: should there be none, nothing was carried. */
  readonly hasArrived?: boolean;
}

/** One entry of a CUSTOM `PredictState` event. */
export interface Prediction {
  readonly stateKey: string;
  readonly tool: string;
  readonly toolArgument?: string;
}
