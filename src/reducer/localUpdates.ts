import type { Message, ToolMessage } from "../protocol/events.ts";
import type { NewIssue } from "../protocol/issue.ts";
import { NEW_RUN_TRACKING, NO_RUN } from "./createSnapshot.ts";
import { closeRun } from "./events/closeRun.ts";
import { insertToolResult } from "./events/toolCalls.ts";
import type { StateConflict, StateEdit } from "./rebase/stateEdit.ts";
import type { RunError, RunInfo, RunOutcome, Snapshot } from "./snapshot.ts";
import { SnapshotDraft } from "./snapshotDraft.ts";
import { describeToolCalls } from "./toolCallStatus.ts";

/** Applies a change that no event of the agent made. */
export function updateSnapshot<TState>(
  snapshot: Snapshot<TState>,
  change: (draft: SnapshotDraft) => void,
): Snapshot<TState> {
  const draft = new SnapshotDraft(snapshot);
  change(draft);
  // Local changes keep the type of the state.
  return draft.commit() as Snapshot<TState>;
}

/** Attaches a stream: the thread becomes `submitted`, and the run lasts until the stream ends. */
export function beginRun<TState>(
  snapshot: Snapshot<TState>,
  run: { readonly runId: string; readonly toolNames: readonly string[]; readonly at: number },
): Snapshot<TState> {
  const { runId, toolNames, at } = run;
  return updateSnapshot(snapshot, (draft) => {
    const { state, visibleState, edits } = draft.now;
    // The input sends the edits, so the agent's state includes them from now on.
    draft.set("state", visibleState);
    draft.set("edits", []);
    draft.setTracking({
      ...NEW_RUN_TRACKING,
      phase: "none",
      isAttached: true,
      rebuiltStreams: {},
      streamRunIds: [],
      toolNames,
      sentEdits: { state, edits },
      blankStateBackup: null,
    });
    draft.set("steps", []);
    // Pending calls stay pending until the input that answers them is built.
    const { pendingToolCallIds } = draft.now.run;
    draft.set("run", { ...NO_RUN, status: "submitted", runId, startedAt: at, pendingToolCallIds });
  });
}

/** The end of a stream. */
export interface StreamEnding {
  /** When the stream ended, in milliseconds since the epoch. */
  readonly at: number;
  /** Why the stream ended before the run did. */
  readonly cause?: "stopped" | RunError;
}

const INCOMPLETE: RunError = {
  code: "incomplete-stream",
  message: "The connection closed before the response finished. What you see is saved.",
};

/** Detaches the stream and makes the outcome of the run final. */
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
    // RUN_FINISHED and RUN_ERROR decide the outcome, however the stream ends. In strict mode, a
    // violation at or after that event still fails the run.
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

/** Adds issues that were found before the events reached the reducer. */
export function addIssues<TState>(
  snapshot: Snapshot<TState>,
  issues: readonly NewIssue[],
): Snapshot<TState> {
  if (issues.length === 0) return snapshot;
  return updateSnapshot(snapshot, (draft) => {
    for (const issue of issues) draft.addIssue(issue);
  });
}

/** Appends messages of the user or the application. */
export function appendMessages<TState>(
  snapshot: Snapshot<TState>,
  messages: readonly Message[],
): Snapshot<TState> {
  return updateSnapshot(snapshot, (draft) => {
    for (const message of messages) draft.insert(message);
    draft.set("toolCalls", describeToolCalls(draft.now.messages, draft.now.toolCalls));
  });
}

/** Inserts results that the application or the user gave to tool calls. */
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

/** Replaces the messages and keeps the run. */
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
 * Replaces the messages by another conversation. Resets the last run, its error and its issues, which
 * belong to the previous conversation; open interrupts stay unless the new conversation is empty.
 */
export function replaceConversation<TState>(
  snapshot: Snapshot<TState>,
  messages: readonly Message[],
): Snapshot<TState> {
  const interrupts = messages.length > 0 ? snapshot.interrupts : [];
  const answeredInterrupts = messages.length > 0 ? snapshot.answeredInterrupts : [];
  const replaced = replaceMessages(snapshot, messages);
  const remaining = withoutDroppedCalls(replaced);
  const isWaiting = interrupts.length + remaining.pendingToolCallIds.length > 0;
  const run = isWaiting ? remaining : NO_RUN;
  return { ...replaced, ...{ run, interrupts, answeredInterrupts, issues: [], steps: [] } };
}

/** Returns the run without pending calls that are no longer in any message. */
function withoutDroppedCalls({ run, toolCalls }: Snapshot): RunInfo {
  const pendingToolCallIds = run.pendingToolCallIds.filter((id) => Object.hasOwn(toolCalls, id));
  return { ...run, pendingToolCallIds };
}

/** Edits the shared state: visible at once, confirmed when a run has sent it. */
export function editState<TState>(
  snapshot: Snapshot<TState>,
  value: TState,
  conflict: StateConflict = "rebase",
): Snapshot<TState> {
  const { state, visibleState: base, edits } = snapshot;
  if (Object.is(value, base)) return snapshot;
  const edit: StateEdit = { patch: [{ op: "replace", path: "", value }], base, conflict };
  return {
    ...snapshot,
    visibleState: value,
    edits: Object.is(value, state) ? [] : [...edits, edit],
  };
}
