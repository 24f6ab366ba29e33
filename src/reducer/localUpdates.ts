import type { Message, ToolMessage } from "../protocol/events.ts";
import type { NewIssue } from "../protocol/issue.ts";
import { FRESH_TALLY, NO_RUN } from "./createSnapshot.ts";
import { Draft } from "./draft.ts";
import { closeRun } from "./events/closeRun.ts";
import { insertToolResult } from "./events/toolResult.ts";
import type { StateConflict, StateEdit } from "./rebase/stateEdit.ts";
import type { RunError, RunInfo, RunOutcome, Snapshot } from "./snapshot.ts";
import { describeToolCalls } from "./toolCallStatus.ts";

/** What the person or the page does to a snapshot, beside the agent's events. */
export function updateSnapshot<TState>(
  snapshot: Snapshot<TState>,
  change: (draft: Draft) => void,
): Snapshot<TState> {
  const draft = new Draft(snapshot);
  change(draft);
  // No edit here gives the state another type.
  return draft.commit() as Snapshot<TState>;
}

/** Attaches a stream: the thread is `submitted` and the run lasts until the stream ends. */
export function beginRun<TState>(
  snapshot: Snapshot<TState>,
  run: { readonly runId: string; readonly toolNames: readonly string[]; readonly at: number },
): Snapshot<TState> {
  const { runId, toolNames, at } = run;
  return updateSnapshot(snapshot, (draft) => {
    const { state, visibleState, edits } = draft.now;
    // The input carries the person's edits: from here on it is what the agent has.
    draft.set("state", visibleState);
    draft.set("edits", []);
    draft.setTracking({
      ...FRESH_TALLY,
      phase: "none",
      isAttached: true,
      rebuiltStreams: {},
      streamRunIds: [],
      toolNames,
      sentEdits: { state, edits },
      blankStateBackup: null,
    });
    draft.set("steps", []);
    // Calls that wait go on waiting until the input that answers them is made.
    const { pendingToolCallIds } = draft.now.run;
    draft.set("run", { ...NO_RUN, status: "submitted", runId, startedAt: at, pendingToolCallIds });
  });
}

export interface StreamEnding {
  readonly at: number;
  /** Why the stream ended before the run did. */
  readonly cause?: "stopped" | RunError;
}

const INCOMPLETE: RunError = {
  code: "incomplete-stream",
  message: "The connection closed before the response finished. What you see is saved.",
};

/** Detaches the stream: whatever the run has come to is final now. */
export function endRun<TState>(snapshot: Snapshot<TState>, ending: StreamEnding): Snapshot<TState> {
  return updateSnapshot(snapshot, (draft) => {
    const { phase } = draft.tracking;
    const { run } = draft.now;
    draft.at = ending.at;
    const { sentEdits } = draft.tracking;
    if (sentEdits && !sentEdits.hasArrived) {
      draft.set("state", sentEdits.state);
      draft.set("edits", [...sentEdits.edits, ...draft.now.edits]);
    }
    draft.setTracking({ isAttached: false, sentEdits: null });
    const failure = typeof ending.cause === "object" ? ending.cause : undefined;
    // A run that said it ended has ended as it said, however its stream did; unless what came
    // with its end or after it broke a rule that is to be kept strictly.
    const hasEnded = phase === "errored" || (phase === "finished" && !failure?.issue);
    const outcome: RunOutcome =
      hasEnded && run.outcome ? run.outcome : ending.cause === "stopped" ? "cancelled" : "error";
    closeRun(draft, {
      phase: outcome === "error" ? "errored" : "finished",
      outcome,
      named: run.pendingToolCallIds,
      facts: hasEnded || outcome !== "error" ? {} : { error: failure ?? INCOMPLETE },
    });
  });
}

/** Adds what was found wrong with the stream before its events reached the reducer. */
export function addIssues<TState>(
  snapshot: Snapshot<TState>,
  issues: readonly NewIssue[],
): Snapshot<TState> {
  if (issues.length === 0) return snapshot;
  return updateSnapshot(snapshot, (draft) => {
    for (const issue of issues) draft.addIssue(issue);
  });
}

/** Appends messages of the person's or the page's. */
export function appendMessages<TState>(
  snapshot: Snapshot<TState>,
  messages: readonly Message[],
): Snapshot<TState> {
  return updateSnapshot(snapshot, (draft) => {
    for (const message of messages) draft.insert(message);
    draft.set("toolCalls", describeToolCalls(draft.now.messages, draft.now.toolCalls));
  });
}

/** Puts the page's and the person's answers to tool calls where they belong. */
export function answerCalls<TState>(
  snapshot: Snapshot<TState>,
  answers: readonly ToolMessage[],
  at?: number,
): Snapshot<TState> {
  return updateSnapshot(snapshot, (draft) => {
    draft.at = at;
    for (const answer of answers) insertToolResult(draft, answer);
  });
}

/** Replaces the conversation. */
export function replaceMessages<TState>(
  snapshot: Snapshot<TState>,
  messages: readonly Message[],
): Snapshot<TState> {
  return updateSnapshot(snapshot, (draft) => {
    draft.set("messages", messages);
    draft.set("toolCalls", describeToolCalls(messages, draft.now.toolCalls));
  });
}

/**
 * Goes on with another conversation: the last run, its failure and its issues belong to the one
 * before. What the agent waits for stays, unless there is nothing left that it could be about.
 */
export function replaceConversation<TState>(
  snapshot: Snapshot<TState>,
  messages: readonly Message[],
): Snapshot<TState> {
  const interrupts = messages.length > 0 ? snapshot.interrupts : [];
  const answeredInterrupts = messages.length > 0 ? snapshot.answeredInterrupts : [];
  const replaced = replaceMessages(snapshot, messages);
  const kept = withoutGoneCalls(replaced);
  const isWaiting = interrupts.length + kept.pendingToolCallIds.length > 0;
  const run = isWaiting ? kept : NO_RUN;
  return { ...replaced, ...{ run, interrupts, answeredInterrupts, issues: [], steps: [] } };
}

/** The run without pending calls that are in no message any more: nobody could answer them. */
function withoutGoneCalls({ run, toolCalls }: Snapshot): RunInfo {
  const pendingToolCallIds = run.pendingToolCallIds.filter((id) => Object.hasOwn(toolCalls, id));
  return { ...run, pendingToolCallIds };
}

/** Edits the shared state: visible at once, confirmed when a run has carried it. */
export function editState<TState>(
  snapshot: Snapshot<TState>,
  value: TState,
  conflict: StateConflict = "rebase",
): Snapshot<TState> {
  const { state, visibleState: base, edits } = snapshot;
  if (Object.is(value, base)) return snapshot;
  const updateSnapshot: StateEdit = { patch: [{ op: "replace", path: "", value }], base, conflict };
  return {
    ...snapshot,
    visibleState: value,
    edits: Object.is(value, state) ? [] : [...edits, updateSnapshot],
  };
}
