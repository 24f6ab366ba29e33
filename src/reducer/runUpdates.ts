import { isStandIn } from "../protocol/standIns.ts";
import { INITIAL_RUN, TRACKING_AT_RUN_START } from "./createSnapshot.ts";
import { closeRun } from "./events/closeRun.ts";
import { isOfKnownRun, rememberStreamedIds } from "./events/identity/idsOfRuns.ts";
import { startTimingOfSent } from "./events/messageTimes.ts";
import { interruptsToAnswer } from "./interrupts/abandonedInterrupts.ts";
import { isReopened } from "./runPhase.ts";
import type { RunError, RunInfo, RunOutcome, Snapshot } from "./snapshot.ts";
import type { SnapshotDraft } from "./snapshotDraft.ts";
import { updateSnapshot } from "./updateSnapshot.ts";

/** Attaches a connection: the thread becomes `submitted`, and the run lasts until the connection ends. */
export function beginRun(
  snapshot: Snapshot,
  run: { readonly runId: string; readonly toolNames: readonly string[]; readonly at: number },
): Snapshot {
  const { runId, toolNames, at } = run;
  return updateSnapshot(snapshot, (draft) => {
    const { state, visibleState, edits } = draft.snapshot;
    // The input sends the edits, so the agent's state includes them from now on.
    draft.setField("state", visibleState);
    draft.setField("edits", []);
    rememberStreamedIds(draft);
    // Results that the server has streamed before count as its own only from here on.
    const sentIds = newMessageIds(draft);
    draft.setField("interrupts", interruptsToAnswer(draft.snapshot));
    draft.setTracking({
      ...TRACKING_AT_RUN_START,
      phase: "none",
      isAttached: true,
      rebuiltStreams: {},
      connectionRunIds: [],
      echoedUserMessageIds: [],
      abandonedInterrupts: [],
      toolNames,
      sentEdits: { state, edits },
      sentIds,
      blankState: { kind: "possible" },
    });
    draft.arrivedAt = at;
    startTimingOfSent(draft, sentIds);
    draft.setField("steps", []);
    // Pending calls stay pending until the input that answers them is built.
    const { pendingToolCallIds } = draft.snapshot.run;
    draft.setField("run", {
      ...INITIAL_RUN,
      status: "submitted",
      runId,
      startedAt: at,
      pendingToolCallIds,
    });
  });
}

/** Replaces the names of the tools that a run offers, before its input is sent. */
export function withOfferedTools(snapshot: Snapshot, toolNames: readonly string[]): Snapshot {
  return updateSnapshot(snapshot, (draft) => draft.setTracking({ toolNames }));
}

/** Returns the ids of the messages at the end of a conversation that the agent has not seen. */
function newMessageIds(draft: SnapshotDraft): readonly string[] {
  const { messages } = draft.snapshot;
  const last = messages.findLastIndex(({ role }) => role !== "user" && role !== "tool");
  return messages.slice(last + 1).flatMap((message) => {
    const isOwnResult =
      message.role === "tool" && !isStandIn(message) && !isOfKnownRun(draft, message.id);
    return message.role === "user" || isOwnResult ? message.id : [];
  });
}

interface ConnectionEnd {
  /** Time of the end of the stream, in milliseconds since the epoch. */
  readonly at: number;
  /** Reason why the stream ended before the run. */
  readonly cause?: "stopped" | RunError;
}

const INCOMPLETE: RunError = {
  code: "incomplete-stream",
  message: "The connection closed before the response finished. What you see is saved.",
};

const EMPTY: RunError = {
  code: "incomplete-stream",
  message:
    "The response has no RUN_STARTED: its body was empty, or it is not a stream of AG-UI. Check the URL and the log of the agent.",
};

/** Detaches the stream and makes the outcome of the run final. */
export function endRun(snapshot: Snapshot, ending: ConnectionEnd): Snapshot {
  return updateSnapshot(snapshot, (draft) => {
    const { phase } = draft.tracking;
    const { run } = draft.snapshot;
    draft.arrivedAt = ending.at;
    const { sentEdits } = draft.tracking;
    if (sentEdits && !sentEdits.hasArrived) {
      draft.setField("state", sentEdits.state);
      draft.setField("edits", [...sentEdits.edits, ...draft.snapshot.edits]);
    }
    draft.setTracking({ isAttached: false });
    const failure = typeof ending.cause === "object" ? ending.cause : undefined;
    // RUN_FINISHED and RUN_ERROR decide the outcome, however the connection ends. In strict mode, a
    // violation at or after that event still fails the run.
    const hasEnded =
      phase === "errored" ||
      (phase === "finished" && !failure?.issue) ||
      (isReopened(draft.snapshot) && !failure);
    const outcome: RunOutcome =
      hasEnded && run.outcome ? run.outcome : ending.cause === "stopped" ? "cancelled" : "error";
    closeRun(draft, {
      phase: outcome === "error" ? "errored" : "finished",
      outcome,
      namedIds: run.pendingToolCallIds,
      endFields:
        hasEnded || outcome !== "error"
          ? {}
          : { error: failure ?? (phase === "none" ? EMPTY : INCOMPLETE) },
    });
    draft.setTracking({ sentEdits: null });
  });
}

/**
 * Opens a run again whose connection was lost after RUN_FINISHED and before the end of its content. The outcome stays,
 * in case the server has nothing more to send. A run with another outcome than success waits for no content.
 */
export function reopenRun(snapshot: Snapshot): Snapshot {
  const { tracking, run } = snapshot;
  if (tracking.phase !== "finished" || run.outcome !== "success") return snapshot;
  return { ...snapshot, tracking: { ...tracking, phase: "active" } };
}

/** Changes the run after its connection has ended. */
export function editRun(
  snapshot: Snapshot,
  changes: Partial<Pick<RunInfo, "status" | "outcome" | "stopReason">>,
): Snapshot {
  return updateSnapshot(snapshot, (draft) =>
    draft.setField("run", { ...draft.snapshot.run, ...changes }),
  );
}

/**
 * Attaches a stream without an input: local edits stay until the next run sends them.
 */
export function beginReplay(snapshot: Snapshot, run: Parameters<typeof beginRun>[1]): Snapshot {
  const { state, visibleState, edits } = snapshot;
  const begun = updateSnapshot(beginRun(snapshot, run), (draft) =>
    draft.setTracking({ sentEdits: null, sentIds: [] }),
  );
  return { ...begun, state, visibleState, edits };
}

/**
 * Marks a run as known, so that its events are treated as a replay: they rebuild existing content and
 * add nothing twice.
 *
 * @param earlierIds - Known runs that the stream has replayed before: the run rebuilds nothing of them.
 */
export function expectReplay(
  snapshot: Snapshot,
  runId: string,
  earlierIds: readonly string[] = [],
): Snapshot {
  const { runIds, connectionRunIds } = snapshot.tracking;
  const added = earlierIds.filter((id) => !connectionRunIds.includes(id));
  const isKnown = runIds.includes(runId);
  if (isKnown && added.length === 0) return snapshot;
  return updateSnapshot(snapshot, (draft) =>
    draft.setTracking({
      runIds: isKnown ? runIds : [...runIds, runId],
      // The last one is the run whose content is received.
      connectionRunIds: [...added, ...connectionRunIds],
    }),
  );
}
