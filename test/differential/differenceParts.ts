import type { Message } from "../../src/protocol/events.ts";
import { run } from "./build.ts";
import type { ClientState, Conversation, Turn } from "./conversation.ts";

/** Conversation that intentionally ends differently in our thread than in the reference client. */
export interface Difference {
  readonly conversation: Conversation;
  readonly ours: Partial<ClientState>;
  readonly theirs: Partial<ClientState>;
}

export const user = { id: "u1", role: "user", content: "Hi" } satisfies Message;
export const plan = {
  id: "a1",
  role: "activity",
  activityType: "PLAN",
  content: {},
} satisfies Message;
export const putPlan = { type: "ACTIVITY_SNAPSHOT", activityType: "PLAN", content: {} };
export const tool = (id: string, toolCallId: string, content = "found"): Message => ({
  id,
  role: "tool",
  toolCallId,
  content,
});
export const withCall = (id: string, callId: string, fields: object = {}): Message => ({
  id,
  role: "assistant",
  toolCalls: [{ id: callId, type: "function", function: { name: "search", arguments: '{"q":1}' } }],
  ...fields,
});
export const from = (initialMessages: readonly Message[], ...events: Turn["events"]) => ({
  initialMessages,
  turns: [{ events: run(...events) }],
});
export const patched = (initialState: unknown, ...delta: readonly object[]): Conversation => ({
  initialState,
  turns: [{ events: run({ type: "STATE_DELTA", delta }) }],
});
