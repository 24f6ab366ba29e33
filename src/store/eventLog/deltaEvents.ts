import type { Event } from "../../protocol/events.ts";
import { findToolCall } from "../../reducer/findToolCall.ts";
import { findMessage } from "../../reducer/messageIndex.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";

/** Event with a delta of a text, of reasoning or of tool arguments. The deltas of one stream add up. */
export type DeltaEvent = Extract<
  Event,
  { type: "TEXT_MESSAGE_CONTENT" | "REASONING_MESSAGE_CONTENT" | "TOOL_CALL_ARGS" }
>;

const DELTAS: Readonly<Record<DeltaEvent["type"], true>> = {
  TEXT_MESSAGE_CONTENT: true,
  REASONING_MESSAGE_CONTENT: true,
  TOOL_CALL_ARGS: true,
};

export function isDelta(event: Event): event is DeltaEvent {
  return Object.hasOwn(DELTAS, event.type);
}

/** Returns the field with the id of the message or tool call. */
export function idFieldOf({ type }: DeltaEvent): "toolCallId" | "messageId" {
  return type === "TOOL_CALL_ARGS" ? "toolCallId" : "messageId";
}

/** Returns the id of the message or tool call. */
export function streamIdOf(event: DeltaEvent): string {
  return event.type === "TOOL_CALL_ARGS" ? event.toolCallId : event.messageId;
}

/** Returns the complete text so far, as it is in a snapshot. */
export function fullTextOf(snapshot: Snapshot, event: DeltaEvent): string | undefined {
  const id = streamIdOf(event);
  if (event.type === "TOOL_CALL_ARGS")
    return findToolCall(snapshot, id)?.toolCall.function.arguments;
  const content = findMessage(snapshot, id)?.content;
  return typeof content === "string" ? content : undefined;
}
