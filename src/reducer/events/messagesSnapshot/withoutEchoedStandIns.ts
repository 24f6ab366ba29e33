import { callsOf } from "../../../protocol/callsOf.ts";
import type { Message } from "../../../protocol/events.ts";
import { isStandIn } from "../../../protocol/standIns.ts";
import { findMessage } from "../../messageIndex.ts";
import type { SnapshotDraft } from "../../snapshotDraft.ts";
import { resolveCall } from "../identity/callIds.ts";

/**
 * Removes stand-ins of this client from the messages of a snapshot where the conversation has the answer to their call. A
 * server has stored them as they were sent; the answer in the conversation stays.
 *
 * @param answeredIds - Receives the calls whose results in the conversation stay.
 */
export function withoutEchoedStandIns(
  draft: SnapshotDraft,
  stated: readonly Message[],
  answeredIds: Set<string>,
): readonly Message[] {
  if (!stated.some((message) => message.role === "tool" && isStandIn(message))) return stated;
  const lastPositions = new Map(
    stated.flatMap((message, position) => callsOf(message).map(({ id }) => [id, position])),
  );
  return stated.filter((message, position) => {
    if (message.role !== "tool" || !isStandIn(message)) return true;
    const { toolCallId } = message;
    const id = resolveCall(draft, toolCallId);
    // A later call with the same id has a result of its own, which the conversation may have.
    const isOfLastCall = position > (lastPositions.get(toolCallId) ?? -1);
    if (!isOfLastCall || !hasAnswer(draft, id)) return true;
    answeredIds.add(id);
    return false;
  });
}

/** True for a call whose result in the conversation is not a stand-in. */
function hasAnswer(draft: SnapshotDraft, toolCallId: string): boolean {
  const { resultMessageId: id } = draft.callInfo(toolCallId) ?? {};
  const result = id === undefined ? undefined : findMessage(draft.snapshot, id);
  return result?.role === "tool" && !isStandIn(result);
}
