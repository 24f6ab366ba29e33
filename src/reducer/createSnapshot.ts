import type { Message } from "../protocol/events.ts";
import { withState } from "../protocol/withState.ts";
import type { RunTracking } from "./runTracking.ts";
import { withUniqueIds } from "./serverIds.ts";
import type { RunInfo, Snapshot } from "./snapshot.ts";
import { describeToolCalls } from "./toolCallStatus.ts";

/** Initial content of a thread. */
export interface SnapshotInit<TState = unknown> {
  /** The id of the thread, as in `RunAgentInput`. */
  readonly threadId: string;
  /** The conversation so far. @defaultValue `[]` */
  readonly messages?: readonly Message[];
  /** The shared state. @defaultValue `{}`, like the protocol's reference client */
  readonly state?: TState;
}

/** The run of a thread that has not run. */
export const INITIAL_RUN: RunInfo = { status: "idle", pendingToolCallIds: [], unfinishedIds: [] };

const NO_ENTRIES: RunTracking["statedEntries"] = {
  text: {},
  reasoning: {},
  activities: {},
  toolCalls: {},
};

/** The fields of the run tracking that RUN_STARTED resets. */
export const TRACKING_AT_RUN_START = {
  isReplay: false,
  replayedIds: null,
  startsAfter: null,
  resultCount: 0,
  text: {},
  reasoning: {},
  reasoningSpans: {},
  toolCalls: {},
  activities: {},
  subagents: {},
  subagentIds: {},
  statedEntries: NO_ENTRIES,
  snapshotOnlyTexts: [],
  snapshotOnlyCalls: {},
  unconfirmedIds: [],
  deferredArguments: {},
  deferredResults: {},
  deferredValues: {},
  deferredInterrupts: [],
  predictions: [],
  predictingIds: [],
} satisfies Partial<RunTracking>;

const INITIAL_TRACKING: RunTracking = {
  ...TRACKING_AT_RUN_START,
  phase: "none",
  isAttached: false,
  sentIds: [],
  sentEdits: null,
  blankState: { kind: "possible" },
  rebuiltStreams: {},
  runIds: [],
  abandonedRunIds: [],
  abandonedInterrupts: [],
  greetingIds: [],
  droppedKeys: [],
  streamedIds: {},
  connectionRunIds: [],
  echoedUserMessageIds: [],
  toolNames: [],
};

/**
 * Creates the first snapshot of a thread: a conversation and a state, without a run.
 *
 * @example Reducing a recorded stream
 * ```ts
 * const snapshot = reduceEvents(createSnapshot({ threadId: "t1" }), events);
 * ```
 * @see https://docs.ag-ui.com/concepts/architecture
 */
export function createSnapshot<TState = unknown>(init: SnapshotInit<TState>): Snapshot<TState> {
  const messages = withUniqueIds(init.messages ?? []);
  // The protocol sends an absent state as an empty object, whatever `TState` is.
  const state = withState<unknown, TState>(init.state === undefined ? {} : init.state);
  return {
    threadId: init.threadId,
    messages,
    state,
    visibleState: state,
    edits: [],
    droppedEdits: [],
    predictedKeys: [],
    writtenStates: [],
    run: INITIAL_RUN,
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
    tracking: { ...INITIAL_TRACKING, greetingIds: greetingIdsOf(messages) },
  };
}

/** Returns the ids of the messages before the first user message. */
function greetingIdsOf(messages: readonly Message[]): readonly string[] {
  const firstUserMessage = messages.findIndex(({ role }) => role === "user");
  const greetings = firstUserMessage < 0 ? messages : messages.slice(0, firstUserMessage);
  return greetings.map(({ id }) => id);
}
