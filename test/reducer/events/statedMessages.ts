import type { Message, Snapshot } from "../../../src/core.ts";

/** Returns the ids of messages in their order. */
export const messageIdsOf = ({ messages }: Pick<Snapshot, "messages">) =>
  messages.map(({ id }) => id);

/** Returns an assistant message that calls `search` under these ids. */
export const withCalls = (id: string, ...callIds: readonly string[]): Message => ({
  id,
  role: "assistant",
  toolCalls: callIds.map((callId) => ({
    id: callId,
    type: "function",
    function: { name: "search", arguments: "{}" },
  })),
});

export const resultMessage = (id: string, toolCallId: string, content = "found"): Message => ({
  id,
  role: "tool",
  toolCallId,
  content,
});
