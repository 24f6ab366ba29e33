import { leftOpen } from "../../protocol/issueCodes.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import type { Draft } from "../draft.ts";
import type { RunTracking } from "../runTracking.ts";
import { getOwn } from "../safeRecord.ts";
import type { RunInfo, RunOutcome, RunStatus, StepInfo } from "../snapshot.ts";
import { endTiming } from "./reasoning.ts";
import { completeArguments } from "./toolResult.ts";

/** Kinds of thing a run opens, by their name in the ledger. */
const KINDS = ["text", "reasoning", "reasoningSpans", "toolCalls", "subagents"] as const;

function openEntries(draft: Draft) {
  return KINDS.flatMap((kind) =>
    Object.entries(draft.tracking[kind]).flatMap(([id, entry]) =>
      entry.isOpen ? { kind, id, entry } : [],
    ),
  );
}

const isRunning = ({ status }: StepInfo) => status === "running";

/** Reports what a run that says it finished has left open. */
export function reportUnclosed(draft: Draft): void {
  for (const { id } of openEntries(draft)) draft.report(leftOpen, id);
  for (const { name } of draft.now.steps.filter(isRunning)) draft.report(leftOpen, name);
}

/** Ends every stream, step and sub-agent, and returns the messages and calls that were cut off. */
export function closeOpenStreams(draft: Draft): string[] {
  const { steps } = draft.now;
  if (steps.some(isRunning)) {
    draft.set(
      "steps",
      steps.map((step) => (isRunning(step) ? { ...step, status: "finished" } : step)),
    );
  }
  return openEntries(draft).flatMap(({ kind, id, entry }) => {
    draft.putTracking(kind, id, { ...entry, isOpen: false });
    if (kind === "reasoning" || kind === "reasoningSpans") endTiming(draft, entry.id);
    if (kind === "subagents") {
      const info = getOwn(draft.now.subagents, id);
      if (info) draft.put("subagents", id, { ...info, status: "finished" });
    }
    if (kind === "toolCalls") completeArguments(draft, id);
    // Spans are no messages, and a call that has its answer is as good as finished.
    const isAnswered = kind === "toolCalls" && draft.callInfo(id)?.resultMessageId;
    return kind === "reasoningSpans" || isAnswered ? [] : entry.id;
  });
}

/**
 * The calls that are the application's to answer: made in this run, unanswered, held by no
 * interrupt, and either named by the server or calls of a tool this run's input offered.
 */
function pendingIds(draft: Draft, named: readonly string[]): string[] {
  const { messages, toolCalls, interrupts } = draft.now;
  const held = new Set(interrupts.map(({ toolCallId }) => toolCallId));
  const { toolNames } = draft.tracking;
  const made = new Set(
    Object.keys(draft.tracking.toolCalls).filter(
      (id) => getOwn(toolCalls, id)?.status === "pending",
    ),
  );
  // In the order of the conversation: a record would put ids that look like numbers first. From its
  // end, which is where a run has made them.
  const pending: string[] = [];
  for (let at = messages.length - 1; at >= 0 && made.size > 0; at--) {
    const message = messages[at];
    if (message?.role !== "assistant") continue;
    for (const { id, function: called } of [...(message.toolCalls ?? [])].reverse()) {
      const isOurs = named.includes(id) || toolNames.includes(called.name);
      if (made.delete(id) && isOurs && !held.has(id)) pending.push(id);
    }
  }
  return pending.reverse();
}

export interface RunEnding {
  readonly phase: RunTracking["phase"];
  readonly outcome: RunOutcome;
  /** `pendingToolCallIds` as RUN_FINISHED named them. */
  readonly named?: readonly string[] | undefined;
  readonly facts?: Pick<RunInfo, "result" | "error" | "usage">;
}

export function statusAfter(draft: Draft, outcome: RunOutcome): RunStatus {
  if (outcome === "error") return "error";
  return draft.now.interrupts.length + waitingIds(draft).length > 0 ? "waiting" : "idle";
}

/** The calls that wait for a person, when the run that was to answer them has not begun. */
function waitingIds(draft: Draft): string[] {
  return draft.now.run.pendingToolCallIds.filter((id) => draft.callInfo(id)?.status === "waiting");
}

/** Ends the run: everything open is closed, everything held is settled. */
export function closeRun(draft: Draft, ending: RunEnding): void {
  const { phase, outcome, named = [], facts } = ending;
  const cut = closeOpenStreams(draft);
  const { run } = draft.now;
  const { isAttached } = draft.tracking;
  draft.setTracking({ phase, deferredInterrupts: [], predictions: [], predictingIds: [] });
  draft.set("run", {
    ...run,
    ...facts,
    status: isAttached ? "streaming" : statusAfter(draft, outcome),
    outcome,
    pendingToolCallIds:
      outcome === "success" || outcome === "interrupt"
        ? pendingIds(draft, named)
        : waitingIds(draft),
    unfinishedIds: [...run.unfinishedIds, ...cut],
    ...omitUndefined({ endedAt: draft.at }),
  });
}
