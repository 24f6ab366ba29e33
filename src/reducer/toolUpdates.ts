import { omitUndefined } from "../protocol/omitUndefined.ts";
import { dropMessages } from "./dropMessages.ts";
import { getOwn } from "./ownProperty.ts";
import type { Snapshot } from "./snapshot.ts";
import { updateSnapshot } from "./updateSnapshot.ts";

/** Records for calls that this tab answers whether the agent runs again afterwards. */
export function setFollowUps(
  snapshot: Snapshot,
  followUps: ReadonlyMap<string, boolean>,
): Snapshot {
  return updateSnapshot(snapshot, (draft) => {
    for (const [id, followUp] of followUps) draft.editCallInfo(id, { followUp });
  });
}

/** Marks calls whose handlers run in this tab. */
export function setRunning(snapshot: Snapshot, ids: readonly string[]): Snapshot {
  return updateSnapshot(snapshot, (draft) => {
    for (const id of ids) draft.editCallInfo(id, { status: "running" });
  });
}

/** Marks a call that waits for the user. */
export function setWaiting(snapshot: Snapshot, id: string, inputRequestedAt: number): Snapshot {
  return updateSnapshot(snapshot, (draft) =>
    draft.editCallInfo(id, { status: "waiting", inputRequestedAt }),
  );
}

/** Records the progress of a running handler. */
export function setProgress(snapshot: Snapshot, id: string, progress: unknown): Snapshot {
  return updateSnapshot(snapshot, (draft) => {
    if (draft.callInfo(id)?.status === "running") draft.editCallInfo(id, { progress });
  });
}

/** Removes the result of a call, so that the call can be answered again. */
export function reopenCall(snapshot: Snapshot, id: string): Snapshot {
  const resultMessageId = getOwn(snapshot.toolCalls, id)?.resultMessageId;
  const open = resultMessageId === undefined ? snapshot : dropMessages(snapshot, [resultMessageId]);
  return updateSnapshot(open, (draft) => {
    const { toolCalls, interrupts, run } = draft.snapshot;
    const info = getOwn(toolCalls, id);
    if (info) {
      const { messageId, startedAt } = info;
      // The call belongs to the last run now, because the next run answers it.
      const { runId } = run;
      draft.putEntry("toolCalls", id, {
        ...omitUndefined({ messageId, startedAt, runId }),
        status: "pending",
      });
    }
    const { stopReason: _, ...others } = run;
    const isInterrupted = interrupts.some(({ toolCallId }) => toolCallId === id);
    const pending = run.pendingToolCallIds.filter((other) => other !== id);
    draft.setField("run", {
      ...others,
      pendingToolCallIds: isInterrupted ? pending : [...pending, id],
    });
  });
}
