import type { ToolCall, ToolMessage } from "../protocol/events.ts";
import { findCallPosition } from "./indexes/callIndexes.ts";
import { findMessage } from "./messageIndex.ts";
import { getOwn } from "./ownProperty.ts";
import type { Snapshot, ToolCallInfo } from "./snapshot.ts";

/** A tool call with its status and its result. */
export interface ToolCallLookup {
  /** The call in its assistant message. */
  readonly toolCall: ToolCall;
  /** The location and status of the call. */
  readonly info: ToolCallInfo;
  /** The tool message that answers the call. */
  readonly result?: ToolMessage;
}

/**
 * Returns the tool call with an id, its status, and its result when it has one; `undefined` when no message has
 * the call.
 *
 * @example Reading the result of a call
 * ```ts
 * const result = findToolCall(thread.getSnapshot(), toolCallId)?.result?.content;
 * ```
 * @see https://docs.ag-ui.com/concepts/tools
 */
export function findToolCall(snapshot: Snapshot, toolCallId: string): ToolCallLookup | undefined {
  const info = getOwn(snapshot.toolCalls, toolCallId);
  const message = info && findMessage(snapshot, info.messageId);
  if (!info || message?.role !== "assistant") return undefined;
  const calls = message.toolCalls ?? [];
  const toolCall = calls[findCallPosition(calls, toolCallId)];
  if (!toolCall) return undefined;
  const result =
    info.resultMessageId === undefined ? undefined : findMessage(snapshot, info.resultMessageId);
  return { toolCall, info, ...(result?.role === "tool" && { result }) };
}
