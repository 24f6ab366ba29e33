import type { Message, ToolMessage } from "../protocol/events.ts";
import { getOwn, putOwn } from "./records.ts";
import type { Snapshot, ToolCallInfo } from "./snapshot.ts";

/** How far a call is that this tool message answers. */
export function statusOfResult(result: Pick<ToolMessage, "error">): "complete" | "failed" {
  return result.error === undefined ? "complete" : "failed";
}

/**
 * Describes every tool call in a list of messages. What is known of a call already is kept, with
 * its identity where nothing changed; calls seen for the first time are made by `runId`.
 */
export function describeToolCalls(
  messages: readonly Message[],
  known: Readonly<Record<string, ToolCallInfo>>,
  runId?: string,
): Readonly<Record<string, ToolCallInfo>> {
  const results: Record<string, ToolMessage> = {};
  for (const message of messages) {
    if (message.role === "tool") putOwn(results, message.toolCallId, message);
  }
  const described: Record<string, ToolCallInfo> = {};
  for (const message of messages) {
    if (message.role !== "assistant") continue;
    for (const { id } of message.toolCalls ?? []) {
      if (Object.hasOwn(described, id)) continue;
      const before = getOwn(known, id);
      const result = getOwn(results, id);
      const status = result ? statusOfResult(result) : openStatus(before);
      const isSame =
        before?.messageId === message.id &&
        before.status === status &&
        before.resultMessageId === result?.id;
      if (before && isSame) putOwn(described, id, before);
      else {
        const { resultMessageId: _, ...rest } = before ?? (runId === undefined ? {} : { runId });
        putOwn(described, id, {
          ...rest,
          messageId: message.id,
          status,
          ...(result && { resultMessageId: result.id }),
        });
      }
    }
  }
  return described;
}

function openStatus(before: ToolCallInfo | undefined) {
  return before?.status === "streaming" ? "streaming" : "pending";
}

/** Whether a call of this status has no answer. */
export function isUnanswered({ status }: ToolCallInfo): boolean {
  return status === "pending" || status === "streaming";
}

/**
 * Whether the conversation has a call that nobody answered and that no interrupt holds. An
 * interrupt that does not say which call it holds may hold any of them.
 */
export function hasOpenCalls({ toolCalls, interrupts }: Snapshot): boolean {
  const held = new Set(interrupts.map(({ toolCallId }) => toolCallId));
  if (held.has(undefined)) return false;
  return Object.entries(toolCalls).some(([id, info]) => isUnanswered(info) && !held.has(id));
}
