import { callsOf } from "../../protocol/callsOf.ts";
import { leftOpen } from "../../protocol/issueCodes.ts";
import { omitUndefined } from "../../protocol/omitUndefined.ts";
import { findToolCall } from "../findToolCall.ts";
import { getOwn } from "../ownProperty.ts";
import type { RunTracking } from "../runTracking.ts";
import { serverIdOf } from "../serverIds.ts";
import type { RunInfo, RunOutcome, RunStatus, StepInfo } from "../snapshot.ts";
import type { SnapshotDraft } from "../snapshotDraft.ts";
import { decideRepeatedArguments } from "./calls/repeatedArguments.ts";
import { idsOfEntry } from "./identity/streamIds.ts";
import { dropUnstated } from "./messagesSnapshot/interruptedContent.ts";
import { dropUnconfirmed } from "./messagesSnapshot/unconfirmedMessages.ts";
import { endTiming } from "./messageTimes.ts";
import { closeUsedAnswers } from "./runInterrupts.ts";
import { completeArguments } from "./toolCalls.ts";

/** The fields of the run tracking whose entries a run opens and closes. */
const KINDS_THAT_END = ["text", "reasoning", "reasoningSpans", "toolCalls", "subagents"] as const;

function findOpenEntries(draft: SnapshotDraft) {
  return KINDS_THAT_END.flatMap((kind) =>
    Object.entries(draft.tracking[kind]).flatMap(([id, entry]) =>
      entry.isOpen ? { kind, id, entry } : [],
    ),
  );
}

const isRunningStep = ({ status }: StepInfo) => status === "running";

/** Reports every stream and step that RUN_FINISHED left open. */
export function reportUnclosed(draft: SnapshotDraft): void {
  for (const { id } of findOpenEntries(draft)) draft.report(leftOpen, id);
  for (const { name } of draft.snapshot.steps.filter(isRunningStep)) draft.report(leftOpen, name);
}

/**
 * Ends every stream, step and sub-agent, and returns the ids of the incomplete ones.
 *
 * @param isCutOff - True when the run was stopped or failed.
 */
export function closeOpenStreams(draft: SnapshotDraft, isCutOff = false): string[] {
  const { steps } = draft.snapshot;
  if (steps.some(isRunningStep)) {
    draft.setField(
      "steps",
      steps.map((step) => (isRunningStep(step) ? { ...step, status: "finished" } : step)),
    );
  }
  return findOpenEntries(draft).flatMap(({ kind, id, entry }) => {
    const endedEntry = kind === "toolCalls" ? decideRepeatedArguments(draft, entry) : entry;
    draft.putTracking(kind, id, { ...endedEntry, isOpen: false });
    if (kind === "reasoning" || kind === "reasoningSpans") endTiming(draft, entry.id, isCutOff);
    if (kind === "subagents") {
      const info = getOwn(draft.snapshot.subagents, id);
      if (info) draft.putEntry("subagents", id, { ...info, status: "finished" });
    }
    if (kind === "toolCalls") completeArguments(draft, entry.id);
    // A span is not a message, and an answered call counts as complete.
    const isAnswered = kind === "toolCalls" && draft.callInfo(entry.id)?.resultMessageId;
    return kind === "reasoningSpans" || isAnswered ? [] : entry.id;
  });
}

/**
 * Returns the ids of the calls that the application must answer. They were made in this run or approved before it, and
 * have neither an answer nor an interrupt. The server has named them, or they are of a tool that the input offered.
 */
function findPendingCallIds(draft: SnapshotDraft, namedIds: readonly string[]): string[] {
  const { messages, toolCalls, interrupts } = draft.snapshot;
  const interrupted = new Set(interrupts.map(({ toolCallId }) => toolCallId));
  const { toolNames } = draft.tracking;
  const approvedIds = findApprovedCallIds(draft, namedIds);
  const openCallIds = new Set(
    [...approvedIds, ...Object.values(draft.tracking.toolCalls).flatMap(idsOfEntry)].filter(
      (id) => getOwn(toolCalls, id)?.status === "pending",
    ),
  );
  // Uses the order of the messages, since a record lists numeric ids first. Searches from the end, where
  // the calls of the last run are.
  const pending: string[] = [];
  for (let position = messages.length - 1; position >= 0 && openCallIds.size > 0; position--) {
    for (const call of callsOf(messages[position]).toReversed()) {
      const { id, function: calledFunction } = call;
      const isNamedByServer = namedIds.includes(id) || namedIds.includes(serverIdOf(call));
      const isForApplication = isNamedByServer || toolNames.includes(calledFunction.name);
      if (openCallIds.delete(id) && isForApplication && !interrupted.has(id)) pending.push(id);
    }
  }
  return pending.reverse();
}

/** Returns the calls of earlier runs that the user has approved and that the server now leaves to the application. */
function findApprovedCallIds(draft: SnapshotDraft, namedIds: readonly string[]): readonly string[] {
  if (namedIds.length === 0) return [];
  return draft.snapshot.answeredInterrupts.flatMap(({ toolCallId, answer }) => {
    if (toolCallId === undefined || answer.status !== "resolved") return [];
    const { toolCall } = findToolCall(draft.snapshot, toolCallId) ?? {};
    const isNamed =
      toolCall && [toolCallId, serverIdOf(toolCall)].some((id) => namedIds.includes(id));
    return isNamed ? toolCallId : [];
  });
}

interface RunEndOptions {
  readonly phase: RunTracking["phase"];
  readonly outcome: RunOutcome;
  /** `pendingToolCallIds` of RUN_FINISHED. */
  readonly namedIds?: readonly string[] | undefined;
  /** Fields of the run that the end event carries. */
  readonly endFields?: Pick<RunInfo, "result" | "error" | "usage">;
}

function statusAfter(draft: SnapshotDraft, outcome: RunOutcome): RunStatus {
  if (outcome === "error") return "error";
  return draft.snapshot.interrupts.length + findCallIdsWaitingForUser(draft).length > 0
    ? "waiting"
    : "idle";
}

/** Returns the ids of pending calls that wait for the user. */
function findCallIdsWaitingForUser(draft: SnapshotDraft): string[] {
  return draft.snapshot.run.pendingToolCallIds.filter(
    (id) => draft.callInfo(id)?.status === "waiting",
  );
}

/** True for a run that has streamed a text or a call. */
function hasRepeatableContent({ tracking: { text, toolCalls } }: SnapshotDraft): boolean {
  const entries = [...Object.values(text), ...Object.values(toolCalls)];
  return entries.some(({ isSnapshotOnly }) => !isSnapshotOnly);
}

/** Ends the run and closes everything that it opened. */
export function closeRun(draft: SnapshotDraft, ending: RunEndOptions): void {
  const { phase, outcome, namedIds = [], endFields } = ending;
  const isCutOff = outcome === "cancelled" || outcome === "error";
  const incompleteIds = closeOpenStreams(draft, isCutOff);
  if (isCutOff) closeUsedAnswers(draft, endFields?.error);
  const isEndedByAgent = !isCutOff || endFields?.error?.code === "run-error";
  // A run without content repeats nothing, so its snapshot is the newer one.
  if (isEndedByAgent && !hasRepeatableContent(draft)) dropUnconfirmed(draft);
  if (isEndedByAgent) dropUnstated(draft);
  const { isServerBusy: _, ...run } = draft.snapshot.run;
  const { isAttached } = draft.tracking;
  draft.setTracking({ phase, deferredInterrupts: [], predictions: [], predictingIds: [] });
  const pendingToolCallIds =
    outcome === "success" || outcome === "interrupt"
      ? findPendingCallIds(draft, namedIds)
      : findCallIdsWaitingForUser(draft);
  // An approved call may be of an earlier run.
  for (const id of pendingToolCallIds) draft.editCallInfo(id, omitUndefined({ runId: run.runId }));
  draft.setField("run", {
    ...run,
    ...endFields,
    status: isAttached ? "streaming" : statusAfter(draft, outcome),
    outcome,
    pendingToolCallIds,
    unfinishedIds: [...run.unfinishedIds, ...incompleteIds],
    ...omitUndefined({ endedAt: draft.arrivedAt }),
  });
}
