import { deriveId } from "../../../protocol/randomId.ts";
import { UNNAMED_TOOL } from "../../../protocol/validation/lenientChecks.ts";
import { findToolCall } from "../../findToolCall.ts";
import { findLatestCallId } from "../../indexes/callIndexes.ts";
import type { StreamEntry } from "../../runTracking.ts";
import { freeId } from "../../serverIds.ts";
import type { SnapshotDraft } from "../../snapshotDraft.ts";
import { isUnanswered } from "../../toolCallStatus.ts";
import { isOfOtherRun, replayedId } from "./idsOfRuns.ts";
import { countStreams, reusedId } from "./streamIds.ts";

/**
 * Returns the id of the oldest unanswered call of a server id, else of the latest call. Records in `answeredCount` how many
 * calls at the start of the list have a result, so that no later search tests them again.
 */
export function takeUnansweredCall(
  draft: SnapshotDraft,
  toolCallId: string,
  entry: StreamEntry,
): string {
  const { id, earlierIds = [], answeredCount = 0 } = entry;
  const isWaiting = (callId: string) => {
    const info = draft.callInfo(callId);
    return info !== undefined && isUnanswered(info);
  };
  // The server may send results of calls that only its snapshots state.
  const stated = entry.isSnapshotOnly && !isWaiting(id) && entry.snapshotOnlyIds?.find(isWaiting);
  if (stated) return stated;
  let count = answeredCount;
  while (count < earlierIds.length && !isWaiting(earlierIds[count] ?? id)) count++;
  if (count > answeredCount) {
    draft.putTracking("toolCalls", toolCallId, { ...entry, answeredCount: count });
  }
  return earlierIds[count] ?? id;
}

/** Returns the id in the snapshot of the latest call with a server id, since servers use ids again. */
export function resolveCall(draft: SnapshotDraft, toolCallId: string): string {
  const entry = draft.findEntry("toolCalls", toolCallId);
  if (entry) return entry.id;
  // A call has an id of its own in the snapshot only when an earlier call has the server's id.
  return draft.callInfo(toolCallId) ? findLatestCallId(draft.snapshot, toolCallId) : toolCallId;
}

/**
 * Returns the id of the call that starts again; `undefined` for a new call, since servers use ids again. The first rule
 * that applies decides. A rule names the recorded streams that need it (`test/recordings`), if there are any.
 */
export function findRepeatedCall(
  draft: SnapshotDraft,
  serverId: string,
  toolName: string,
): string | undefined {
  const entry = draft.findEntry("toolCalls", serverId);
  const replayed = replayedId(draft, "toolCalls", serverId);
  const isReplayed = replayed !== undefined && isOfTool(draft, replayed, toolName);
  const replayedCall = isReplayed ? replayed : undefined;
  // An empty id identifies nothing: only a replay finds the call.
  if (serverId === "") return replayedCall;
  // A messages snapshot has stated the call before its start.
  if (entry?.isSnapshotOnly) return entry.id;
  if (entry?.snapshotOnlyIds) return entry.snapshotOnlyIds[0];
  // A result ends a call of the run: its id names another call from then on. A result before the start ends nothing.
  if (entry?.isAnswered && draft.callInfo(entry.id)) return replayedCall;
  // The run starts the call twice.
  if (entry) return entry.id;
  // A run that is received again has the calls that it had.
  if (replayedCall !== undefined) return replayedCall;
  // The thread has loaded the call [copilotkit/connect], or a run resumes it [awaken-derived/interrupt].
  return findCallOfEarlierRun(draft, serverId, toolName);
}

/** Returns the id of a call of an earlier run or of the loaded thread that a run starts again. */
function findCallOfEarlierRun(
  draft: SnapshotDraft,
  serverId: string,
  toolName: string,
): string | undefined {
  const id = resolveCall(draft, serverId);
  const info = draft.callInfo(id);
  if (!info) return undefined;
  const isResumed =
    draft.tracking.startsAfter === null && isUnanswered(info) && !isOfEarlierTurn(draft, id);
  if (!isLoadedCall(draft, id) && !isResumed) return undefined;
  return isOfTool(draft, id, toolName) ? id : undefined;
}

/** True for a call of a tool, as far as the names are known. A call of another tool is another call. */
function isOfTool(draft: SnapshotDraft, id: string, toolName: string): boolean {
  const name = findToolCall(draft.snapshot, id)?.toolCall.function.name;
  return name !== undefined && (name === toolName || [name, toolName].includes(UNNAMED_TOOL));
}

/** True for a call that the thread had before the connection whose events it receives now. */
function isLoadedCall(draft: SnapshotDraft, id: string): boolean {
  return draft.tracking.isReplay && !isOfOtherRun(draft, "call", id);
}

/**
 * Returns the id of the loaded call that a joined run continues without a start; `undefined` for a call that the run
 * must leave as it is. Such a call has an answer, is being answered, or belongs to an earlier turn.
 */
export function findContinuedCall(draft: SnapshotDraft, serverId: string): string | undefined {
  const id = resolveCall(draft, serverId);
  const status = draft.callInfo(id)?.status;
  const isOpen = status === "pending" || status === "streaming";
  return isOpen && isLoadedCall(draft, id) && !isOfEarlierTurn(draft, id) ? id : undefined;
}

/** True for a call of an earlier turn about which there is no interrupt: the next turn may use its id for another call. */
function isOfEarlierTurn(draft: SnapshotDraft, id: string): boolean {
  const { messages, interrupts, answeredInterrupts } = draft.snapshot;
  const hasInterrupt = [...interrupts, ...answeredInterrupts].some(
    ({ toolCallId }) => toolCallId === id,
  );
  const position = draft.findPosition(draft.callInfo(id)?.messageId ?? id);
  return !hasInterrupt && messages.findLastIndex(({ role }) => role === "user") > position;
}

/** Returns an unused id for a new call. */
export function chooseCallId(draft: SnapshotDraft, serverId: string): string {
  if (serverId !== "" && !draft.callInfo(serverId)) return serverId;
  // The ids of the run's earlier calls with this id are taken.
  const firstNumber = countStreams(draft, "toolCalls", serverId);
  // Without an id of the server, this one is sent.
  const wanted =
    serverId === "" ? deriveId("call", draft.snapshot.run.runId ?? "") : reusedId(draft, serverId);
  return freeId(wanted, (id) => !!draft.callInfo(id), firstNumber);
}
