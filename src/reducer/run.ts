import { type EventOf, EventType } from "../protocol/events.ts";
import { FRESH_TALLY } from "./createSnapshot.ts";
import type { Draft } from "./draft.ts";
import type { HandlersOf } from "./handlers.ts";
import { openInterrupts } from "./interrupts.ts";
import { mergeInputMessages } from "./messagesSnapshot.ts";
import { closeRun, reportLeftOpen } from "./runEnd.ts";
import type { RunInfo } from "./snapshot.ts";

function startRun(draft: Draft, event: EventOf<EventType.RUN_STARTED>): void {
  const { runId, parentRunId, protocolVersion, input } = event;
  const { ledger } = draft;
  if (ledger.phase === "active") {
    draft.report({
      code: "run-already-started",
      severity: "violation",
      subject: runId,
      message: `The run "${runId}" started while another was active. End a run before the next one starts.`,
    });
  }
  const isKnown = ledger.runIds.includes(runId);
  draft.setLedger({
    ...FRESH_TALLY,
    phase: "active",
    isReplay: isKnown && !ledger.streamRunIds.includes(runId),
    runIds: isKnown ? ledger.runIds : [...ledger.runIds, runId],
    streamRunIds: [...ledger.streamRunIds, runId],
    toolNames: input?.tools ? input.tools.map(({ name }) => name) : ledger.toolNames,
  });
  const startedAt = draft.now.run.status === "submitted" ? draft.now.run.startedAt : draft.at;
  const run: RunInfo = {
    status: "streaming",
    runId,
    ...(parentRunId !== undefined && { parentRunId }),
    ...(protocolVersion !== undefined && { protocolVersion }),
    pendingToolCallIds: [],
    unfinishedIds: [],
    ...(startedAt !== undefined && { startedAt }),
  };
  draft.set("run", run);
  if (draft.now.steps.length > 0) draft.set("steps", []);
  if (input) mergeInputMessages(draft, input.messages);
}

function finishRun(draft: Draft, event: EventOf<EventType.RUN_FINISHED>): void {
  const { outcome, usage } = event;
  const result: unknown = event.result;
  const hasFailed = draft.ledger.phase === "errored";
  if (!hasFailed) reportLeftOpen(draft);
  const announced = outcome?.type === "interrupt" ? outcome.interrupts : undefined;
  const interrupts = openInterrupts(draft, announced);
  // A run that reported an error stays one, whatever its stream says after that.
  if (!hasFailed && (interrupts.length > 0 || draft.now.interrupts.length > 0)) {
    draft.set("interrupts", outcome?.type === "cancelled" ? [] : interrupts);
  }
  const named = outcome?.type === "success" ? outcome.pendingToolCallIds : undefined;
  closeRun(draft, {
    phase: hasFailed ? "errored" : "finished",
    outcome: hasFailed
      ? "error"
      : outcome?.type === "cancelled"
        ? "cancelled"
        : interrupts.length > 0
          ? "interrupt"
          : "success",
    ...(named && { namedPendingIds: named }),
    facts: { ...(result !== undefined && { result }), ...(usage && { usage }) },
  });
}

function failRun(draft: Draft, event: EventOf<EventType.RUN_ERROR>): void {
  const { message, code, usage } = event;
  closeRun(draft, {
    phase: "errored",
    outcome: "error",
    facts: {
      error: {
        code: "run-error",
        message: message || "The agent reported an error and did not say which.",
        ...(code !== undefined && { context: { agentCode: code } }),
      },
      ...(usage && { usage }),
    },
  });
}

/**
 * The life of a run. It is over when its stream is; until then a thread with a stream attached
 * goes on streaming, because some agents have more to say after RUN_FINISHED.
 *
 * @see https://docs.ag-ui.com/concepts/events#lifecycle-events
 */
export const runHandlers: HandlersOf<
  EventType.RUN_STARTED | EventType.RUN_FINISHED | EventType.RUN_ERROR
> = {
  [EventType.RUN_STARTED]: startRun,
  [EventType.RUN_FINISHED]: finishRun,
  [EventType.RUN_ERROR]: failRun,
};
