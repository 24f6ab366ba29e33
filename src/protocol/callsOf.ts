import type { Message, ToolCall } from "./events.ts";

/** Returns the calls that a message makes. */
export function callsOf(message: Message | undefined): readonly ToolCall[] {
  return (message?.role === "assistant" && message.toolCalls) || [];
}
