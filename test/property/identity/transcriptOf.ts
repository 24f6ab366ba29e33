import type { Snapshot } from "../../../src/core.ts";

/** Returns what a user sees of a conversation in its order: each call has its result. */
export function transcriptOf({ messages, toolCalls }: Snapshot): readonly unknown[] {
  const contentOf = (id: string | undefined) =>
    messages.find((message) => message.id === id)?.content;
  return messages.flatMap((message): unknown[] => {
    if (message.role === "tool") return [];
    if (message.role !== "assistant") return [[message.role, message.content]];
    const calls = (message.toolCalls ?? []).map(({ id, function: call }) => [
      call,
      contentOf(toolCalls[id]?.resultMessageId),
    ]);
    return [...(message.content ? [message.content] : []), ...calls];
  });
}
