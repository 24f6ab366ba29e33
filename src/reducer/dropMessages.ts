import type { Message } from "../protocol/events.ts";
import { answerCalls, replaceMessages } from "./localUpdates.ts";
import { getOwn } from "./safeRecord.ts";
import type { Snapshot } from "./snapshot.ts";
import { openCallIds } from "./toolCallStatus.ts";

/** Drops messages, tool calls and sub-agents, those that a run left unfinished for instance. */
export function dropMessages<TState>(
  before: Snapshot<TState>,
  ids: readonly string[],
): Snapshot<TState> {
  const isDropped = (id: string) => ids.includes(id);
  const snapshot = Object.keys(before.subagents).some(isDropped)
    ? { ...before, subagents: without(before.subagents, isDropped) }
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
 * Answers every call that has no result with an error, because model providers refuse a history
 * with a hole. Calls an open interrupt holds are left: resuming answers them.
 */
export function answerOpenCalls<TState>(
  snapshot: Snapshot<TState>,
  createId: () => string,
): Snapshot<TState> {
  const ids = openCallIds(snapshot);
  const isAsked = (id: string) => getOwn(snapshot.toolCalls, id)?.status === "waiting";
  const left = cancelUnanswered(snapshot, ids.filter(isAsked), createId);
  return answerCalls(
    left,
    ids
      .filter((id) => !isAsked(id))
      .map((toolCallId) => ({
        id: createId(),
        role: "tool",
        toolCallId,
        content: "This tool call was not answered.",
        error: "not answered",
      })),
  );
}

/** Answers calls that a person was asked about, and wrote something else instead. */
export function cancelUnanswered<TState>(
  snapshot: Snapshot<TState>,
  toolCallIds: readonly string[],
  createId: () => string,
): Snapshot<TState> {
  return answerCalls(
    snapshot,
    toolCallIds.map((toolCallId) => ({
      id: createId(),
      role: "tool",
      toolCallId,
      content: "The user moved on without answering.",
      error: "moved on",
    })),
  );
}
