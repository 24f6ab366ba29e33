import { vi } from "vitest";
import { createThread, type Message } from "../../../src/core.ts";
import { type Script, scriptedAgent } from "../../../src/testing.ts";

/** A thread with the tool `pay`, which must not be run twice. */
export function paying(...scripts: readonly Script[]) {
  const agent = scriptedAgent(...scripts);
  const thread = createThread({ agent });
  const handler = vi.fn(
    (_: unknown, { toolCallId }: { readonly toolCallId: string }) => toolCallId,
  );
  thread.registerTool({ name: "pay", handler });
  return { agent, thread, handler };
}

/** A message of the agent that calls `pay`, as lists of messages have it. */
export const holderOf = (id: string, callId: string): Message => ({
  id,
  role: "assistant",
  toolCalls: [{ id: callId, type: "function", function: { name: "pay", arguments: "{}" } }],
});
export const holder = holderOf("a1", "c1");
