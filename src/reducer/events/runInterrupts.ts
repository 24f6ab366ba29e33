import type { EventOf, Interrupt, RunFinishedOutcome } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { idCollision } from "../../protocol/issueCodes.ts";
import { parseJsonText } from "../../protocol/jsonDepth.ts";
import { KIT_METADATA_KEY } from "../../protocol/legacy/reservedNames.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { deriveId } from "../../protocol/randomId.ts";
import {
  type AnsweredInterrupt,
  isTanStackInterrupt,
  type OpenInterrupt,
} from "../interruptTypes.ts";
import { freeId } from "../serverIds.ts";
import type { RunError } from "../snapshot.ts";
import type { SnapshotDraft } from "../snapshotDraft.ts";
import { isUnanswered } from "../toolCallStatus.ts";
import { type CallReference, referredCallKey, resolveReferredCall } from "./calls/callKeys.ts";
import { resolveSubagent } from "./identity/subagentIds.ts";

function readText(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  const { message, question, prompt } = isRecord(value) ? value : {};
  return [message, question, prompt].find((text): text is string => typeof text === "string");
}

function parseAnnounced(value: unknown): unknown {
  return typeof value === "string" ? parseJsonText(value) : value;
}

/**
 * Defers an interrupt that LangGraph announces with CUSTOM `on_interrupt`, whose value is JSON in a string
 * or plain text. The interrupt opens at the end of the run, unless RUN_FINISHED names interrupts.
 */
export function deferLangGraphInterrupt(draft: SnapshotDraft, event: EventOf<"CUSTOM">): void {
  const { deferredInterrupts } = draft.tracking;
  const payload = parseAnnounced(event.value);
  const message = readText(payload);
  const rawEvent: unknown = event.rawEvent;
  const { id } = isRecord(rawEvent) ? rawEvent : {};
  const deferred: OpenInterrupt = {
    id:
      typeof id === "string" && id !== ""
        ? id
        : deriveInterruptId(draft, deferredInterrupts.length),
    reason: "langgraph:interrupt",
    ...(message !== undefined && { message }),
    metadata: { payload },
    format: "command",
  };
  const others = deferredInterrupts.filter(({ id: other }) => other !== deferred.id);
  draft.setTracking({ deferredInterrupts: [...others, deferred] });
}

/** Derives an id for an interrupt without one; a replay of the same stream derives the same id. */
function deriveInterruptId(draft: SnapshotDraft, position: number): string {
  const { run, threadId } = draft.snapshot;
  return deriveId(run.runId ?? threadId, "interrupt", position + 1);
}

/** Reads an interrupt of RUN_FINISHED and records the format of a draft one. */
function readInterrupt(
  draft: SnapshotDraft,
  interrupt: Interrupt,
  position: number,
): OpenInterrupt {
  const id = interrupt.id === "" ? deriveInterruptId(draft, position) : interrupt.id;
  const { toolCallId: callId, subagentRunId: agentId } = interrupt;
  const subagentRunId = agentId === undefined ? undefined : resolveSubagent(draft, agentId);
  const toolCallId =
    callId === undefined
      ? findCallWithId(draft, { toolCallId: id, subagentRunId })
      : resolveReferredCall(draft, { toolCallId: callId, subagentRunId });
  const isUnchanged = id === interrupt.id && toolCallId === callId && subagentRunId === agentId;
  const resolved = isUnchanged
    ? interrupt
    : { ...interrupt, id, ...omitUndefined({ toolCallId, subagentRunId }) };
  const mark: unknown = interrupt.metadata?.[KIT_METADATA_KEY];
  if (!isRecord(mark) || mark.format !== "draft") return resolved;
  const { [KIT_METADATA_KEY]: _, ...metadata } = interrupt.metadata ?? {};
  const draftInterrupt: OpenInterrupt = { ...resolved, metadata, format: "draft" };
  return interrupt.id === "" ? { ...draftInterrupt, hasDerivedId: true } : draftInterrupt;
}

/** Returns the unanswered call of the run that has the id of an interrupt: some servers name the call in no other way. */
function findCallWithId(draft: SnapshotDraft, reference: CallReference): string | undefined {
  if (!draft.findEntry("toolCalls", referredCallKey(draft, reference))) return undefined;
  const id = resolveReferredCall(draft, reference);
  const info = draft.callInfo(id);
  return info && isUnanswered(info) ? id : undefined;
}

/** True for an interrupt with a recorded answer. A run of another client may end without sending it. */
function hasAnswer(interrupt: OpenInterrupt): interrupt is AnsweredInterrupt {
  return interrupt.answer !== undefined;
}

/** Closes the interrupts that have an answer, or those of them that `isClosed` accepts. */
export function closeAnswered(
  draft: SnapshotDraft,
  isClosed: (interrupt: AnsweredInterrupt) => boolean = () => true,
): void {
  const { interrupts, answeredInterrupts } = draft.snapshot;
  const closed = interrupts.filter(hasAnswer).filter(isClosed);
  if (closed.length === 0) return;
  const closedInterrupts = new Set<OpenInterrupt>(closed);
  draft.setField("answeredInterrupts", [...answeredInterrupts, ...closed]);
  draft.setField(
    "interrupts",
    interrupts.filter((interrupt) => !closedInterrupts.has(interrupt)),
  );
}

/** Marks the answers that the agent has received by the attached run, which has failed or was stopped. */
function markReceivedAnswers(draft: SnapshotDraft): void {
  const { interrupts } = draft.snapshot;
  // A connection without an input has sent no answers.
  if (!draft.tracking.sentEdits?.hasArrived || !interrupts.some(hasAnswer)) return;
  draft.setField(
    "interrupts",
    interrupts.map((interrupt) =>
      hasAnswer(interrupt) ? { ...interrupt, isAnswerReceived: true } : interrupt,
    ),
  );
}

/** Matches errors such as "did not issue any interrupts to resume", "Interrupt not found" and "was not suspended". */
const NO_SUCH_INTERRUPT =
  /\b(no|not|unknown|already)\b[^.]*\binterrupts?\b|\binterrupts?\b[^.]*\b(not|unknown|already|expired)\b|\bnot suspended\b/i;

/**
 * Closes the interrupts whose answers a stopped or failed run has used: either a tool of the run has run, or the server says
 * that no such interrupt is open. An answer that is sent again would run the tool twice, or fail every later run.
 */
export function closeUsedAnswers(draft: SnapshotDraft, error?: RunError): void {
  const isRefused = error !== undefined && NO_SUCH_INTERRUPT.test(error.message);
  if (!isRefused) markReceivedAnswers(draft);
  // TanStack AI stores nothing, so each of its requests needs the answers again.
  if (isRefused || draft.tracking.resultCount > 0)
    closeAnswered(draft, (interrupt) => !isTanStackInterrupt(interrupt));
}

/** Returns the interrupts that a run with this outcome leaves open. */
export function interruptsAfterRun(
  draft: SnapshotDraft,
  outcome: RunFinishedOutcome | undefined,
): readonly OpenInterrupt[] {
  if (outcome?.type === "cancelled") return [];
  if (outcome?.type !== "interrupt") return draft.tracking.deferredInterrupts;
  const usedIds = new Set<string>();
  return outcome.interrupts.map((interrupt, position) => {
    const next = readInterrupt(draft, interrupt, position);
    const id = freeId(next.id, (other) => usedIds.has(other));
    usedIds.add(id);
    if (id === next.id) return next;
    // Each interrupt needs an id of its own, or one answer would count for several.
    draft.report(idCollision, next.id);
    return { ...next, id, serverId: next.id };
  });
}
