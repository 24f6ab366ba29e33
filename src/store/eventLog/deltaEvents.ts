import type { Event } from "../../protocol/events.ts";
import { findMessage, findToolCall } from "../../reducer/lookup.ts";
import type { Snapshot } from "../../reducer/snapshot.ts";

/** An event that tells a part of a text, a thought or the arguments of a tool call: its deltas add up. */
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

/** Where it names what it tells a part of. */
export function idFieldOf({ type }: DeltaEvent): "toolCallId" | "messageId" {
  return type === "TOOL_CALL_ARGS" ? "toolCallId" : "messageId";
}

/** The id of the message or the tool call that it tells a part of. */
export function streamIdOf(event: DeltaEvent): string {
  return event.type === "TOOL_CALL_ARGS" ? event.toolCallId : event.messageId;
}

/** All of the text that it tells a part of, as a snapshot has it. */
export function fullTextOf(snapshot: Snapshot, event: DeltaEvent): string | undefined {
  const id = streamIdOf(event);
  if (event.type === "TOOL_CALL_ARGS")
    return findToolCall(snapshot, id)?.toolCall.function.arguments;
  const content = findMessage(snapshot, id)?.content;
  return typeof content === "string" ? content : undefined;
}
