import type { ResumeEntry } from "../protocol/events.ts";
import { omitUndefined } from "../protocol/omitUndefined.ts";
import { dropMessages } from "./dropMessages.ts";
import { beginRun, editState, updateSnapshot } from "./localUpdates.ts";
import { addEdit } from "./rebase/rebaseEdits.ts";
import type { StateConflict } from "./rebase/stateEdit.ts";
import { getOwn } from "./safeRecord.ts";
import type { RunInfo, Snapshot } from "./snapshot.ts";

/** Records for calls that this tab answers whether the agent runs again afterwards. */
export function setFollowUps<TState>(
  snapshot: Snapshot<TState>,
  followUps: ReadonlyMap<string, boolean>,
): Snapshot<TState> {
  return updateSnapshot(snapshot, (draft) => {
    for (const [id, followUp] of followUps) draft.editCallInfo(id, { followUp });
  });
}

/** Marks calls whose handlers run in this tab. */
export function setRunning<TState>(
  snapshot: Snapshot<TState>,
  ids: readonly string[],
): Snapshot<TState> {
  return updateSnapshot(snapshot, (draft) => {
    for (const id of ids) draft.editCallInfo(id, { status: "running" });
  });
}

/** Marks a call that waits for the user. */
export function setWaiting<TState>(
  snapshot: Snapshot<TState>,
  id: string,
  inputRequestedAt: number,
): Snapshot<TState> {
  return updateSnapshot(snapshot, (draft) =>
    draft.editCallInfo(id, { status: "waiting", inputRequestedAt }),
  );
}

/** Records the progress of a running handler. */
export function setProgress<TState>(
  snapshot: Snapshot<TState>,
  id: string,
  progress: unknown,
): Snapshot<TState> {
  return updateSnapshot(snapshot, (draft) => {
    if (draft.callInfo(id)?.status === "running") draft.editCallInfo(id, { progress });
  });
}

/** Changes the run after its stream has ended. */
export function editRun<TState>(
  snapshot: Snapshot<TState>,
  changes: Partial<Pick<RunInfo, "status" | "outcome" | "stopReason">>,
): Snapshot<TState> {
  return updateSnapshot(snapshot, (draft) => draft.set("run", { ...draft.now.run, ...changes }));
}

/** Edits the shared state like `editState`, with the JSON Patch of the edit computed at once. */
export function editStateAsPatch<TState>(
  snapshot: Snapshot<TState>,
  value: TState,
  conflict: StateConflict = "rebase",
): Snapshot<TState> {
  const edited = editState(snapshot, value, conflict);
  if (edited === snapshot || edited.edits.length === 0) return edited;
  const edits = addEdit(snapshot.edits, snapshot.visibleState, value, conflict);
  return { ...edited, edits };
}

/** Adds the edits that were made since the run began to the edits that its input sends. */
export function markEditsSent<TState>(snapshot: Snapshot<TState>): Snapshot<TState> {
  return updateSnapshot(snapshot, (draft) => {
    const { state, visibleState, edits } = draft.now;
    const { sentEdits } = draft.tracking;
    draft.setTracking({
      sentEdits: {
        state: sentEdits ? sentEdits.state : state,
        edits: [...(sentEdits?.edits ?? []), ...edits],
      },
    });
    draft.set("state", visibleState);
    draft.set("edits", []);
  });
}

/** Removes the result of a call, so that the call can be answered again. */
export function reopenCall<TState>(snapshot: Snapshot<TState>, id: string): Snapshot<TState> {
  const resultMessageId = getOwn(snapshot.toolCalls, id)?.resultMessageId;
  const open = resultMessageId === undefined ? snapshot : dropMessages(snapshot, [resultMessageId]);
  return updateSnapshot(open, (draft) => {
    const { toolCalls, interrupts, run } = draft.now;
    const info = getOwn(toolCalls, id);
    if (info) {
      const { messageId, startedAt } = info;
      // The call belongs to the last run now, because the next run answers it.
      const { runId } = run;
      draft.put("toolCalls", id, {
        ...omitUndefined({ messageId, startedAt, runId }),
        status: "pending",
      });
    }
    const { stopReason: _, ...others } = run;
    const isInterrupted = interrupts.some(({ toolCallId }) => toolCallId === id);
    const pending = run.pendingToolCallIds.filter((other) => other !== id);
    draft.set("run", { ...others, pendingToolCallIds: isInterrupted ? pending : [...pending, id] });
  });
}

/** Records answers to open interrupts; `undefined` removes an answer. */
export function recordAnswers<TState>(
  snapshot: Snapshot<TState>,
  answers: ReadonlyMap<string, ResumeEntry | undefined>,
  afterMessageId: string | undefined,
): Snapshot<TState> {
  return updateSnapshot(snapshot, (draft) =>
    draft.set(
      "interrupts",
      snapshot.interrupts.map((interrupt) => {
        if (!answers.has(interrupt.id)) return interrupt;
        const { answer: _, afterMessageId: __, ...open } = interrupt;
        const answer = answers.get(interrupt.id);
        return answer ? { ...open, ...omitUndefined({ answer, afterMessageId }) } : open;
      }),
    ),
  );
}

/**
 * Attaches a stream without an input: local edits stay until the next run sends them.
 */
export function beginReplay<TState>(
  snapshot: Snapshot<TState>,
  run: Parameters<typeof beginRun>[1],
): Snapshot<TState> {
  const { state, visibleState, edits } = snapshot;
  const begun = updateSnapshot(beginRun(snapshot, run), (draft) =>
    draft.setTracking({ sentEdits: null }),
  );
  return { ...begun, state, visibleState, edits };
}

/**
 * Marks a run as known, so that its events are treated as a replay: they rebuild existing content and
 * add nothing twice.
 */
export function expectReplay<TState>(snapshot: Snapshot<TState>, runId: string): Snapshot<TState> {
  const { runIds } = snapshot.tracking;
  if (runIds.includes(runId)) return snapshot;
  return updateSnapshot(snapshot, (draft) => draft.setTracking({ runIds: [...runIds, runId] }));
}
