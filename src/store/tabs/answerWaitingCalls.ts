import type { Event, ToolMessage } from "../../protocol/events.ts";
import { isRecord } from "../../protocol/isRecord.ts";
import { answerCalls } from "../../reducer/messageUpdates.ts";
import { getOwn } from "../../reducer/ownProperty.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";
import { setFollowUps } from "../../reducer/toolUpdates.ts";
import { readAction } from "../eventLog/logEntries.ts";

/**
 * Returns the snapshot with the results that an entry gives to calls which wait for the user; `undefined` for another
 * entry, and when the calls wait no more.
 *
 * The patch of such an entry has the positions of calls among those that wait, which differ once another tab has answered
 * one of them.
 *
 * @param at - Time of the results, in milliseconds since the epoch.
 */
export function answerWaitingCalls(
  snapshot: Snapshot,
  entry: Event,
  at: number,
): Snapshot | undefined {
  const action = readAction(entry);
  const patch = action?.name === "patch" && action.value.patch;
  if (!Array.isArray(patch)) return undefined;
  const operations = patch.filter(isRecord);
  const results = operations.flatMap(({ op, path, value }) =>
    op === "add" && String(path).startsWith("/messages/") && isResult(value) ? [value] : [],
  );
  const isWaiting = ({ toolCallId }: ToolMessage) =>
    getOwn(snapshot.toolCalls, toolCallId)?.status === "waiting";
  if (results.length === 0 || !results.every(isWaiting)) return undefined;
  const followUps = results.flatMap(({ toolCallId }) => {
    const path = `/toolCalls/${toolCallId}/followUp`;
    const { value } = operations.find((operation) => operation.path === path) ?? {};
    return typeof value === "boolean" ? [[toolCallId, value] as const] : [];
  });
  return answerCalls(setFollowUps(snapshot, new Map(followUps)), results, at);
}

/** True for a message that another tab of this browser has written as the result of a call. */
function isResult(value: unknown): value is ToolMessage {
  if (!isRecord(value) || value.role !== "tool") return false;
  return typeof value.id === "string" && typeof value.toolCallId === "string";
}
