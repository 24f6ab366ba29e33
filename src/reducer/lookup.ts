import type { Message, ToolCall, ToolMessage } from "../protocol/events.ts";
import { findMessageIndex } from "./messageIndex.ts";
import { getOwn } from "./safeRecord.ts";
import type { Snapshot, ToolCallInfo } from "./snapshot.ts";

/** The message with that id. */
export function findMessage(snapshot: Snapshot, id: string): Message | undefined {
  return snapshot.messages[findMessageIndex(snapshot.messages, id)];
}

/** A tool call with all that is known of it. */
export interface ToolCallLookup {
  readonly toolCall: ToolCall;
  readonly info: ToolCallInfo;
  /** The tool message that answers it. */
  readonly result?: ToolMessage;
}

/** The tool call with that id, its state, and its result when it has one. */
export function findToolCall(snapshot: Snapshot, toolCallId: string): ToolCallLookup | undefined {
  const info = getOwn(snapshot.toolCalls, toolCallId);
  const holder = info && findMessage(snapshot, info.messageId);
  if (!info || holder?.role !== "assistant") return undefined;
  const toolCall = holder.toolCalls?.find(({ id }) => id === toolCallId);
  if (!toolCall) return undefined;
  const result =
    info.resultMessageId === undefined ? undefined : findMessage(snapshot, info.resultMessageId);
  return { toolCall, info, ...(result?.role === "tool" && { result }) };
}
