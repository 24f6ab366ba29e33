import type { Message } from "../protocol/events.ts";
import type { RunTracking } from "./runTracking.ts";
import type { RunInfo, Snapshot } from "./snapshot.ts";
import { describeToolCalls } from "./toolCallStatus.ts";

/** What a thread starts from. */
export interface SnapshotInit<TState = unknown> {
  readonly threadId: string;
  /** @defaultValue `[]` */
  readonly messages?: readonly Message[];
  /** @defaultValue `{}`, as the protocol's reference client starts */
  readonly state?: TState;
}

export const NO_RUN: RunInfo = { status: "idle", pendingToolCallIds: [], unfinishedIds: [] };

const NO_HISTORY: RunTracking["history"] = {
  text: {},
  reasoning: {},
  activities: {},
  toolCalls: {},
};

/** The part of the ledger that RUN_STARTED resets. */
export const FRESH_TALLY = {
  isReplay: false,
  text: {},
  reasoning: {},
  reasoningSpans: {},
  toolCalls: {},
  activities: {},
  subagents: {},
  history: NO_HISTORY,
  deferredArguments: {},
  deferredValues: {},
  deferredInterrupts: [],
  predictions: [],
  predictingIds: [],
} satisfies Partial<RunTracking>;

const FRESH_LEDGER: RunTracking = {
  ...FRESH_TALLY,
  phase: "none",
  isAttached: false,
  sentEdits: null,
  blankStateBackup: null,
  rebuiltStreams: {},
  runIds: [],
  streamRunIds: [],
  toolNames: [],
  usageKey: "",
};

/**
 * Makes the first snapshot of a thread: a conversation and a state, and no run yet.
 *
 * @example Reducing a recorded stream
 * ```ts
 * const snapshot = reduceEvents(createSnapshot({ threadId: "t1" }), events);
 * ```
 * @see https://docs.ag-ui.com/concepts/architecture
 */
export function createSnapshot<TState = unknown>(init: SnapshotInit<TState>): Snapshot<TState> {
  const messages = init.messages ?? [];
  // An absent state is an empty object on the wire, whatever type the program gives it.
  const state = (init.state === undefined ? {} : init.state) as TState;
  return {
    threadId: init.threadId,
    messages,
    state,
    visibleState: state,
    edits: [],
    droppedEdits: [],
    predictedKeys: [],
    run: NO_RUN,
    toolCalls: describeToolCalls(messages, {}),
    interrupts: [],
    answeredInterrupts: [],
    queue: [],
    branches: {},
    steps: [],
    subagents: {},
    annotations: {},
    usages: {},
    timings: {},
    issues: [],
    tracking: FRESH_LEDGER,
  };
}
