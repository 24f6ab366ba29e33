import type { AssistantMessage, Message } from "../../../src/protocol/events.ts";

/** Returns a user message with which a thread begins. */
export const user = (id: string, content = "Hi"): Message => ({ id, role: "user", content });

export const holder: AssistantMessage = {
  id: "m1",
  role: "assistant",
  content: "Hm",
  toolCalls: [{ id: "c1", type: "function", function: { name: "search", arguments: "{}" } }],
};

export const plan = (id: string, activityType = "PLAN"): Message => ({
  id,
  role: "activity",
  activityType,
  content: { steps: [] },
});
