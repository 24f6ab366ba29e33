import type { AssistantMessage, Message } from "../../../src/protocol/events.ts";

/** Messages that threads begin with. */
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
