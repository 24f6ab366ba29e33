import type { EventInput } from "../../src/protocol/events.ts";

/** Attributes events to a sub-agent. */
export const asSubagent = (subagentRunId: string, events: readonly EventInput[]): EventInput[] =>
  // Every event type used in these tests accepts the field.
  events.map((event) => ({ ...event, subagentRunId }) as EventInput);

type Fields<T extends EventInput["type"]> = Partial<Extract<EventInput, { type: T }>>;

export const spawn = (
  subagentRunId: string,
  fields: Fields<"SUBAGENT_STARTED"> = {},
): EventInput => ({
  type: "SUBAGENT_STARTED",
  subagentRunId,
  name: subagentRunId,
  ...fields,
});

export const finishSubagent = (
  subagentRunId: string,
  fields: Fields<"SUBAGENT_FINISHED"> = {},
): EventInput => ({ type: "SUBAGENT_FINISHED", subagentRunId, ...fields });

export const suspend = (subagentRunId: string, ...interruptIds: string[]): EventInput =>
  finishSubagent(subagentRunId, { outcome: { type: "suspended", interruptIds } });

export const failSubagent = (subagentRunId: string, message: string): EventInput => ({
  type: "SUBAGENT_ERROR",
  subagentRunId,
  message,
});

/** Starts a message without ending it. */
export const openMessage = (messageId: string, delta: string): EventInput[] => [
  { type: "TEXT_MESSAGE_START", messageId, role: "assistant" },
  { type: "TEXT_MESSAGE_CONTENT", messageId, delta },
];

export const messageDelta = (messageId: string, delta = "word "): EventInput => ({
  type: "TEXT_MESSAGE_CONTENT",
  messageId,
  delta,
});
