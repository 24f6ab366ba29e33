import type { EventOf, TokenUsage } from "../../protocol/events.ts";
import { doneWithoutEnd, runAlreadyStarted } from "../../protocol/issueCodes.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { isForeignError } from "../../protocol/validation/foreignError.ts";
import { INITIAL_RUN, TRACKING_AT_RUN_START } from "../createSnapshot.ts";
import type { HandlersOf } from "../handlers.ts";
import { getOwn } from "../ownProperty.ts";
import type { RunTracking, StreamEntries } from "../runTracking.ts";
import type { SnapshotDraft } from "../snapshotDraft.ts";
import { closeOpenStreams, closeRun, reportUnclosed } from "./closeRun.ts";
import { flushDeferredData } from "./flushDeferredData.ts";
import { rememberStreamedIds } from "./identity/idsOfRuns.ts";
import { mergeRunInput } from "./runInput.ts";
import { closeAnswered, interruptsAfterRun } from "./runInterrupts.ts";
import { flushEarlyResults } from "./toolResults.ts";

function handleRunStarted(draft: SnapshotDraft, event: EventOf<"RUN_STARTED">): void {
  const { runId, parentRunId, protocolVersion } = event;
  const { tracking } = draft;
  if (tracking.phase === "active") draft.report(runAlreadyStarted, runId);
  // A run that starts again sends its results again.
  if (runId !== draft.snapshot.run.runId) flushEarlyResults(draft);
  // Includes streams that were opened after the end of the previous run.
  closeOpenStreams(draft);
  rememberStreamedIds(draft);
  const isKnown = tracking.runIds.includes(runId);
  draft.setTracking({
    ...TRACKING_AT_RUN_START,
    ...(tracking.phase === "none" && tracking.isAttached && statedBeforeRun(tracking)),
    // Deferred data keeps waiting for its entity.
    deferredArguments: tracking.deferredArguments,
    deferredValues: tracking.deferredValues,
    phase: "active",
    isReplay: isKnown && !tracking.connectionRunIds.includes(runId),
    replayedIds: getOwn(tracking.streamedIds, runId) ?? null,
    runIds: isKnown ? tracking.runIds : [...tracking.runIds, runId],
    connectionRunIds: [...tracking.connectionRunIds, runId],
  });
  const startedAt =
    draft.snapshot.run.status === "submitted" ? draft.snapshot.run.startedAt : draft.arrivedAt;
  const facts = omitUndefined({ runId, parentRunId, protocolVersion, startedAt });
  draft.setField("run", { ...INITIAL_RUN, ...facts, status: "streaming" });
  if (draft.snapshot.steps.length > 0) draft.setField("steps", []);
}

/** Returns the entries of a snapshot that arrived before the first run of its connection: it states content of that run. */
function statedBeforeRun(tracking: RunTracking): Partial<RunTracking> {
  const { text, reasoning, toolCalls, statedEntries, snapshotOnlyTexts, snapshotOnlyCalls } =
    tracking;
  const entries = {
    text: onlyStated(text),
    reasoning: onlyStated(reasoning),
    toolCalls: onlyStated(toolCalls),
  };
  return { ...entries, statedEntries, snapshotOnlyTexts, snapshotOnlyCalls };
}

/** Returns the entries that only a snapshot has stated. */
function onlyStated(entries: StreamEntries): StreamEntries {
  return Object.fromEntries(
    Object.entries(entries).filter(([, { isSnapshotOnly }]) => isSnapshotOnly),
  );
}

/** Number of characters of an error outside of AG-UI that its context has. */
const MAX_BODY_CHARACTERS = 2_000;

/** The `rawEvent` of a RUN_FINISHED that a transport has added for a server that sent `[DONE]` instead. */
const DONE_MARKER = "[DONE]";

/** Records the usage of the run. When a run ends twice, the last usage counts: it covers the whole run. */
function recordUsage(draft: SnapshotDraft, usage: readonly TokenUsage[] | undefined): void {
  if (usage) draft.putEntry("usages", draft.snapshot.run.runId || "run", usage);
}

function handleRunFinished(draft: SnapshotDraft, event: EventOf<"RUN_FINISHED">): void {
  flushDeferredData(draft);
  const { outcome, usage } = event;
  const result: unknown = event.result;
  const { phase } = draft.tracking;
  const { run } = draft.snapshot;
  if (event.rawEvent === DONE_MARKER) draft.report(doneWithoutEnd);
  if (phase !== "errored") reportUnclosed(draft);
  const interrupts = interruptsAfterRun(draft, outcome);
  // A failed run stays failed. A second RUN_FINISHED without an outcome changes nothing.
  const keepsOutcome =
    phase === "errored" || (phase === "finished" && !outcome && interrupts.length === 0);
  if (!keepsOutcome && interrupts.length + draft.snapshot.interrupts.length > 0) {
    closeAnswered(draft);
    draft.setField("interrupts", interrupts);
  }
  const ending = outcome?.type === "cancelled" ? "cancelled" : "success";
  const named = outcome?.type === "success" ? outcome.pendingToolCallIds : undefined;
  recordUsage(draft, usage);
  closeRun(draft, {
    phase: phase === "errored" ? phase : "finished",
    outcome: (keepsOutcome && run.outcome) || (interrupts.length > 0 ? "interrupt" : ending),
    namedIds: keepsOutcome ? run.pendingToolCallIds : named,
    endFields: omitUndefined({ result, usage }),
  });
}

function handleRunError(draft: SnapshotDraft, event: EventOf<"RUN_ERROR">): void {
  flushDeferredData(draft);
  const { message, code, usage } = event;
  const body = isForeignError(event) ? message.slice(0, MAX_BODY_CHARACTERS) : undefined;
  const context = omitUndefined({ agentCode: code, body });
  const error = omitUndefined({
    code: "run-error" as const,
    message: message || "The agent reported an error without a message.",
    context: Object.keys(context).length > 0 ? context : undefined,
  });
  // The first error is the cause; later errors of a failing server say less.
  const first = draft.tracking.phase === "errored" ? draft.snapshot.run.error : undefined;
  recordUsage(draft, usage);
  closeRun(draft, {
    phase: "errored",
    outcome: "error",
    endFields: omitUndefined({ error: first ?? error, usage }),
  });
}

/**
 * Handles the start and the end of a run. A run with an attached connection lasts until the connection ends, because
 * some agents send more events after RUN_FINISHED.
 *
 * @see https://docs.ag-ui.com/concepts/events#lifecycle-events
 */
export const runHandlers: HandlersOf<"RUN_STARTED" | "RUN_FINISHED" | "RUN_ERROR"> = {
  RUN_STARTED(draft, event) {
    handleRunStarted(draft, event);
    if (event.input) mergeRunInput(draft, event.input);
  },
  RUN_FINISHED: handleRunFinished,
  RUN_ERROR: handleRunError,
};
