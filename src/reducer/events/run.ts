import type { EventOf, TokenUsage } from "../../protocol/events.ts";
import { runAlreadyStarted } from "../../protocol/issueCodes.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { FRESH_TALLY, NO_RUN } from "../createSnapshot.ts";
import type { Draft } from "../draft.ts";
import type { HandlersOf } from "../handlers.ts";
import type { AnsweredInterrupt, OpenInterrupt } from "../interruptTypes.ts";
import { getOwn } from "../safeRecord.ts";
import { closeOpenStreams, closeRun, reportUnclosed } from "./closeRun.ts";
import { flushDraft } from "./flushDeferred.ts";
import { interruptsAfter } from "./interrupts.ts";
import { mergeRunInput } from "./messagesSnapshot.ts";

function startRun(draft: Draft, event: EventOf<"RUN_STARTED">): void {
  const { runId, parentRunId, protocolVersion } = event;
  const { tracking } = draft;
  if (tracking.phase === "active") draft.report(runAlreadyStarted, runId);
  // Also what was opened after the end of the run before: nothing would close it any more.
  closeOpenStreams(draft);
  const isKnown = tracking.runIds.includes(runId);
  const last = tracking.streamRunIds.at(-1);
  const { usages } = draft.now;
  let { usageKey } = tracking;
  // One that starts again in its stream is still the same.
  if (last !== runId) {
    // Another run follows, so the one before was told again and is no other of the same name.
    if (last && last !== usageKey) draft.put("usages", usageKey, undefined);
    usageKey = runId;
    // Some servers call every run the same.
    if (!last && getOwn(usages, runId)) usageKey += ` ${Object.keys(usages).length}`;
  }
  draft.setTracking({
    ...FRESH_TALLY,
    // What waits for something to appear goes on waiting.
    deferredArguments: tracking.deferredArguments,
    deferredValues: tracking.deferredValues,
    phase: "active",
    isReplay: isKnown && !tracking.streamRunIds.includes(runId),
    usageKey,
    runIds: isKnown ? tracking.runIds : [...tracking.runIds, runId],
    streamRunIds: [...tracking.streamRunIds, runId],
  });
  const startedAt = draft.now.run.status === "submitted" ? draft.now.run.startedAt : draft.at;
  const facts = omitUndefined({ runId, parentRunId, protocolVersion, startedAt });
  draft.set("run", { ...NO_RUN, ...facts, status: "streaming" });
  if (draft.now.steps.length > 0) draft.set("steps", []);
}

/** Of a run that ends twice, what it says last counts: it is the whole of the run. */
function noteUsage(draft: Draft, usage: readonly TokenUsage[] | undefined): void {
  if (usage) draft.put("usages", draft.tracking.usageKey || "run", usage);
}

/** Whether an interrupt has got its answer, sent or not. */
function isAnswered(interrupt: OpenInterrupt): interrupt is AnsweredInterrupt {
  return interrupt.answer !== undefined;
}

function finishRun(draft: Draft, event: EventOf<"RUN_FINISHED">): void {
  flushDraft(draft);
  const { outcome, usage } = event;
  const result: unknown = event.result;
  const { phase } = draft.tracking;
  const { run } = draft.now;
  if (phase !== "errored") reportUnclosed(draft);
  const interrupts = interruptsAfter(draft, outcome);
  // A run that failed stays failed; and of agents that finish twice, the second word takes
  // nothing back when it names no outcome.
  const stands =
    phase === "errored" || (phase === "finished" && !outcome && interrupts.length === 0);
  if (!stands && interrupts.length + draft.now.interrupts.length > 0) {
    const answered = draft.now.interrupts.filter(isAnswered);
    if (answered.length > 0) {
      draft.set("answeredInterrupts", [...draft.now.answeredInterrupts, ...answered]);
    }
    draft.set("interrupts", interrupts);
  }
  const ending = outcome?.type === "cancelled" ? "cancelled" : "success";
  const named = outcome?.type === "success" ? outcome.pendingToolCallIds : undefined;
  noteUsage(draft, usage);
  closeRun(draft, {
    phase: phase === "errored" ? phase : "finished",
    outcome: (stands && run.outcome) || (interrupts.length > 0 ? "interrupt" : ending),
    named: stands ? run.pendingToolCallIds : named,
    facts: omitUndefined({ result, usage }),
  });
}

function failRun(draft: Draft, event: EventOf<"RUN_ERROR">): void {
  flushDraft(draft);
  const { message, code, usage } = event;
  const error = omitUndefined({
    code: "run-error" as const,
    message: message || "The agent reported an error without a message.",
    context: code === undefined ? undefined : { agentCode: code },
  });
  // The first error is the cause; what a failing server adds to it says less.
  const first = draft.tracking.phase === "errored" ? draft.now.run.error : undefined;
  noteUsage(draft, usage);
  closeRun(draft, {
    phase: "errored",
    outcome: "error",
    facts: omitUndefined({ error: first ?? error, usage }),
  });
}

/**
 * The life of a run. It is over when its stream is; until then a thread with a stream attached
 * goes on streaming, because some agents have more to say after RUN_FINISHED.
 *
 * @see https://docs.ag-ui.com/concepts/events#lifecycle-events
 */
export const runHandlers: HandlersOf<"RUN_STARTED" | "RUN_FINISHED" | "RUN_ERROR"> = {
  RUN_STARTED(draft, event) {
    startRun(draft, event);
    if (event.input) mergeRunInput(draft, event.input);
  },
  RUN_FINISHED: finishRun,
  RUN_ERROR: failRun,
};
