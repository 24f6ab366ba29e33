import { vi } from "vitest";
import { createThread, type Message } from "../../../../src/core.ts";
import { type Script, scriptedAgent } from "../../../../src/testing.ts";

/** Creates a thread with the tool `pay`, which must not run twice. */
export function createPayThread(...scripts: readonly Script[]) {
  const agent = scriptedAgent(...scripts);
  const thread = createThread({ agent });
  const handler = vi.fn(
    (_: unknown, { toolCallId }: { readonly toolCallId: string }) => toolCallId,
  );
  thread.registerTool({ name: "pay", handler });
  return { agent, thread, handler };
}

/** Returns an assistant message that calls `pay`, as in a MESSAGES_SNAPSHOT. */
export const callingMessageOf = (id: string, callId: string): Message => ({
  id,
  role: "assistant",
  toolCalls: [{ id: callId, type: "function", function: { name: "pay", arguments: "{}" } }],
});
export const callingMessage = callingMessageOf("a1", "c1");
