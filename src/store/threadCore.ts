import type { Snapshot } from "../reducer/snapshot.ts";
import type { Listeners } from "./listeners.ts";
import type { ToolRegistry } from "./tools/registry.ts";
import type { ToolResult } from "./tools/results.ts";
import type { RunResult, Thread } from "./types.ts";

/** What a thread remembers from run to run while it goes on by itself. */
export interface TurnMemory {
  /** How often the agent was run again by itself. */
  steps: number;
  /** The calls of the last run, each with how many runs in a row have made it. */
  repeats: ReadonlyMap<string, number>;
  /** Whether calls were answered while their run still streams: the agent goes on behind it. */
  isAnsweredEarly: boolean;
}

/** A turn that nothing has happened in. */
export const newTurn = (): TurnMemory => ({
  steps: 0,
  repeats: new Map(),
  isAnsweredEarly: false,
});

/** What a thread is made of, beside its turns. */
export interface ThreadBase<TState = unknown> {
  readonly thread: () => Thread<TState>;
  readonly tools: ToolRegistry;
  /**
   * How this page answered calls, by their ids. A server that loses an answer from its history gets
   * it again; the handler does not run twice.
   */
  readonly given: Map<string, ToolResult>;
  readonly maxSteps: number;
  /** Begins anew whenever a person or a program runs the agent. */
  readonly memory: TurnMemory;
  readonly listeners: Listeners;
  readonly createId: () => string;
  readonly now: () => number;
  readonly getSnapshot: () => Snapshot<TState>;
  /** Takes the next snapshot; it is published at once or with the next frame. */
  readonly commit: (next: Snapshot<TState>, when?: "now" | "frame") => void;
  readonly isDisposed: () => boolean;
}

/** What the parts of a thread that load late need of it. */
export interface ThreadCore<TState = unknown> extends ThreadBase<TState> {
  /** Whether a run, or the handlers after it, go on, or none can any more. */
  readonly isBusy: () => boolean;
  /** Runs the agent on the thread as it is, with what the last run was given. */
  readonly goOn: () => Promise<RunResult>;
  /** Answers the calls that are pending, and goes on from there. */
  readonly takeUp: () => Promise<RunResult>;
}
