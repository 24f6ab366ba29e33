import type { Message, ToolMessage } from "../protocol/events.ts";
import type { Snapshot } from "./snapshot.ts";
import { isUnanswered } from "./toolCallInfo.ts";
import { replaceMessages } from "./transitions.ts";

/** Drops messages and tool calls, those that a run left unfinished for instance. */
export function dropMessages<TState>(
  snapshot: Snapshot<TState>,
  ids: readonly string[],
): Snapshot<TState> {
  const isDropped = (id: string) => ids.includes(id);
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

/**
 * Answers every call that has no result with an error, because model providers refuse a history
 * with a hole. Calls an open interrupt holds are left: resuming answers them. An interrupt that
 * does not say which call it holds (those of Strands do not) may hold any of them.
 */
export function answerOpenCalls<TState>(
  snapshot: Snapshot<TState>,
  createId: () => string,
): Snapshot<TState> {
  const held = new Set(snapshot.interrupts.map(({ toolCallId }) => toolCallId));
  if (held.has(undefined)) return snapshot;
  const open = Object.entries(snapshot.toolCalls).filter(
    ([id, info]) => isUnanswered(info) && !held.has(id),
  );
  if (open.length === 0) return snapshot;
  const answers = new Map<string, ToolMessage[]>();
  for (const [toolCallId, { messageId }] of open) {
    const answer: ToolMessage = {
      id: createId(),
      role: "tool",
      toolCallId,
      content: "This tool call was not answered.",
      error: "not answered",
    };
    answers.set(messageId, [...(answers.get(messageId) ?? []), answer]);
  }
  const messages: Message[] = [];
  let waiting: ToolMessage[] = [];
  for (const message of snapshot.messages) {
    if (message.role !== "tool") messages.push(...waiting.splice(0));
    messages.push(message);
    const own = answers.get(message.id);
    if (own) waiting = own;
  }
  messages.push(...waiting);
  return replaceMessages(snapshot, messages);
}
