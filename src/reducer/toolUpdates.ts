import type { ResumeEntry } from "../protocol/events.ts";
import { omitUndefined } from "../protocol/omitUndefined.ts";
import { dropMessages } from "./dropMessages.ts";
import { beginRun, editState, updateSnapshot } from "./localUpdates.ts";
import { addEdit } from "./rebase/rebaseEdits.ts";
import type { StateConflict } from "./rebase/stateEdit.ts";
import { getOwn } from "./safeRecord.ts";
import type { RunInfo, Snapshot } from "./snapshot.ts";

/** Says of calls that this page answers whether the agent is to run again once they are. */
export function setFollowUps<TState>(
  snapshot: Snapshot<TState>,
  followUps: ReadonlyMap<string, boolean>,
): Snapshot<TState> {
  return updateSnapshot(snapshot, (draft) => {
    for (const [id, followUp] of followUps) draft.editCallInfo(id, { followUp });
  });
}

/** Says that calls are being answered by this page. */
export function setRunning<TState>(
  snapshot: Snapshot<TState>,
  ids: readonly string[],
): Snapshot<TState> {
  return updateSnapshot(snapshot, (draft) => {
    for (const id of ids) draft.editCallInfo(id, { status: "running" });
  });
}

/** Says that a call waits for a person from now on. */
export function setWaiting<TState>(
  snapshot: Snapshot<TState>,
  id: string,
  askedAt: number,
): Snapshot<TState> {
  return updateSnapshot(snapshot, (draft) =>
    draft.editCallInfo(id, { status: "waiting", inputRequestedAt: askedAt }),
  );
}

/** Keeps what a handler reported while it runs. */
export function setProgress<TState>(
  snapshot: Snapshot<TState>,
  id: string,
  progress: unknown,
): Snapshot<TState> {
  return updateSnapshot(snapshot, (draft) => {
    if (draft.callInfo(id)?.status === "running") draft.editCallInfo(id, { progress });
  });
}

/** Changes what is known of the run after its stream has ended. */
export function editRun<TState>(
  snapshot: Snapshot<TState>,
  changes: Partial<Pick<RunInfo, "status" | "outcome" | "stopReason">>,
): Snapshot<TState> {
  return updateSnapshot(snapshot, (draft) => draft.set("run", { ...draft.now.run, ...changes }));
}

/** Edits the shared state as `editState` does, with what the edit changes found out at once. */
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

/** Lets the run that is being made ready carry what was edited since it began. */
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

/** Takes the answer away from a call, so that it can be answered anew. */
export function reopenCall<TState>(snapshot: Snapshot<TState>, id: string): Snapshot<TState> {
  const resultMessageId = getOwn(snapshot.toolCalls, id)?.resultMessageId;
  const open = resultMessageId === undefined ? snapshot : dropMessages(snapshot, [resultMessageId]);
  return updateSnapshot(open, (draft) => {
    const { toolCalls, interrupts, run } = draft.now;
    const info = getOwn(toolCalls, id);
    if (info) {
      const { messageId, startedAt } = info;
      // Whatever has run since: it is answered in the turn that goes on from here.
      const { runId } = run;
      draft.put("toolCalls", id, {
        ...omitUndefined({ messageId, startedAt, runId }),
        status: "pending",
      });
    }
    const { stopReason: _, ...others } = run;
    const isHeld = interrupts.some(({ toolCallId }) => toolCallId === id);
    const pending = run.pendingToolCallIds.filter((other) => other !== id);
    draft.set("run", { ...others, pendingToolCallIds: isHeld ? pending : [...pending, id] });
  });
}

/** Records answers to open interrupts; `undefined` in place of an answer takes one back. */
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
 * Attaches a stream that carries nothing to the agent: what the person has edited waits for the next run.
 */
export function beginListening<TState>(
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
 * Makes ready for a run that may tell what the thread holds already: it rebuilds what it streams, and says
 * nothing twice.
 */
export function expectReplay<TState>(snapshot: Snapshot<TState>, runId: string): Snapshot<TState> {
  const { runIds } = snapshot.tracking;
  if (runIds.includes(runId)) return snapshot;
  return updateSnapshot(snapshot, (draft) => draft.setTracking({ runIds: [...runIds, runId] }));
}
