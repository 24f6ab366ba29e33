import type { EventOf } from "../protocol/events.ts";
import { present } from "../protocol/present.ts";
import { FRESH_TALLY, NO_RUN } from "./createSnapshot.ts";
import type { Draft } from "./draft.ts";
import type { HandlersOf } from "./handlers.ts";
import { openInterrupts } from "./interrupts.ts";
import { closeRun, reportLeftOpen } from "./runEnd.ts";

function startRun(draft: Draft, event: EventOf<"RUN_STARTED">): void {
  const { runId, parentRunId, protocolVersion, input } = event;
  const { ledger } = draft;
  if (ledger.phase === "active") {
    draft.report("run-already-started", runId);
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
  const facts = present({ runId, parentRunId, protocolVersion, startedAt });
  draft.set("run", { ...NO_RUN, ...facts, status: "streaming" });
  if (draft.now.steps.length > 0) draft.set("steps", []);
}

function finishRun(draft: Draft, event: EventOf<"RUN_FINISHED">): void {
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
    named,
    facts: present({ result, usage }),
  });
}

function failRun(draft: Draft, event: EventOf<"RUN_ERROR">): void {
  const { message, code, usage } = event;
  closeRun(draft, {
    phase: "errored",
    outcome: "error",
    facts: present({
      error: present({
        code: "run-error" as const,
        message: message || "The agent reported an error and did not say which.",
        context: code === undefined ? undefined : { agentCode: code },
      }),
      usage,
    }),
  });
}

/**
 * The life of a run. It is over when its stream is; until then a thread with a stream attached
 * goes on streaming, because some agents have more to say after RUN_FINISHED.
 *
 * @see https://docs.ag-ui.com/concepts/events#lifecycle-events
 */
export const runHandlers: HandlersOf<"RUN_STARTED" | "RUN_FINISHED" | "RUN_ERROR"> = {
  RUN_STARTED: startRun,
  RUN_FINISHED: finishRun,
  RUN_ERROR: failRun,
};
