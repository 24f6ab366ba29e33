import type { Message } from "../protocol/events.ts";
import { isJson } from "../protocol/parseJson.ts";
import { standIns } from "../protocol/standIns.ts";
import { serverSubagentId } from "./events/identity/subagentIds.ts";
import { findToolCall } from "./findToolCall.ts";
import { answerCalls, replaceMessages } from "./messageUpdates.ts";
import { getOwn } from "./ownProperty.ts";
import type { RunInfo, Snapshot } from "./snapshot.ts";
import { openCallIds } from "./toolCallStatus.ts";

/** Drops messages, tool calls and sub-agents by id, such as the incomplete ones of a failed run. */
export function dropMessages(before: Snapshot, ids: readonly string[]): Snapshot {
  const isDropped = (id: string) => ids.includes(id);
  // The server's id of a sub-agent is needed as long as its messages are sent.
  const isDroppedAgent = (id: string) =>
    isDropped(id) &&
    (serverSubagentId(before, id) === id ||
      before.messages.every((message) => message.subagentRunId !== id || isDropped(message.id)));
  const snapshot = Object.keys(before.subagents).some(isDroppedAgent)
    ? { ...before, subagents: without(before.subagents, isDroppedAgent) }
    : before;
  const messages = snapshot.messages.flatMap((message): Message[] => {
    if (message.role !== "assistant" || !message.toolCalls) {
      return isDropped(message.id) ? [] : [message];
    }
    const toolCalls = message.toolCalls.filter(({ id }) => !isDropped(id));
    const hasText = message.content !== undefined && message.content !== "";
    const keepsText = hasText && !isDropped(message.id);
    if (toolCalls.length === 0 && !keepsText) return [];
    if (toolCalls.length === message.toolCalls.length && !isDropped(message.id)) return [message];
    const { content, toolCalls: _, ...rest } = message;
    return [
      {
        ...rest,
        ...(keepsText && content !== undefined && { content }),
        ...(toolCalls.length > 0 && { toolCalls }),
      },
    ];
  });
  return messages.length === snapshot.messages.length &&
    messages.every((message, i) => message === snapshot.messages[i])
    ? snapshot
    : replaceMessages(snapshot, messages);
}

function without<T>(
  record: Readonly<Record<string, T>>,
  isDropped: (key: string) => boolean,
): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(record).filter(([key]) => !isDropped(key)));
}

/**
 * Answers every call without a result with an error, because model providers reject a history with an
 * unanswered call. Skips calls of an open interrupt: resuming answers them.
 *
 * @param lastRun - The run that may have left calls open.
 */
export function answerOpenCalls(
  snapshot: Snapshot,
  createId: () => string,
  lastRun: RunInfo = snapshot.run,
): Snapshot {
  const ids = openCallIds(snapshot);
  const isWaiting = (id: string) => getOwn(snapshot.toolCalls, id)?.status === "waiting";
  const cancelled = cancelUnanswered(snapshot, ids.filter(isWaiting), createId);
  return answerCalls(
    cancelled,
    ids
      .filter((id) => !isWaiting(id))
      .map((toolCallId) => ({
        id: createId(),
        role: "tool",
        toolCallId,
        ...(hasPartialArguments(snapshot, lastRun, toolCallId)
          ? standIns.cutOff
          : standIns.unanswered),
      })),
  );
}

/** True for a call whose arguments are not complete. A call may have none, unless its run ended too early for them. */
function hasPartialArguments(
  snapshot: Snapshot,
  { outcome, unfinishedIds }: RunInfo,
  toolCallId: string,
): boolean {
  const { arguments: text = "" } = findToolCall(snapshot, toolCallId)?.toolCall.function ?? {};
  return text === "" ? outcome !== "success" && unfinishedIds.includes(toolCallId) : !isJson(text);
}

/** Answers calls that waited for the user, who sent a message instead. */
export function cancelUnanswered(
  snapshot: Snapshot,
  toolCallIds: readonly string[],
  createId: () => string,
): Snapshot {
  return answerCalls(
    snapshot,
    toolCallIds.map((toolCallId) => ({
      id: createId(),
      role: "tool",
      toolCallId,
      ...standIns.movedOn,
    })),
  );
}
