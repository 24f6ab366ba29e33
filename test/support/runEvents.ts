import type { EventInput, Message } from "../../src/protocol/events.ts";

export const started: EventInput = { type: "RUN_STARTED", threadId: "t1", runId: "r1" };

export const finished: EventInput = { type: "RUN_FINISHED", threadId: "t1", runId: "r1" };

export const customEvent = (name: string): EventInput => ({ type: "CUSTOM", name, value: null });

/** Returns the events of a whole run around these events. */
export const runEvents = (runId: string, ...events: readonly EventInput[]): EventInput[] => [
  { type: "RUN_STARTED", threadId: "t1", runId },
  ...events,
  { type: "RUN_FINISHED", threadId: "t1", runId },
];

/** Returns a run that echoes messages in its input, perhaps only those that are new. */
export const runWithInput = (
  runId: string,
  messages: readonly Message[],
  ...events: readonly EventInput[]
): EventInput[] => {
  const input = { threadId: "t1", runId, messages: [...messages], tools: [], context: [] };
  return [
    { type: "RUN_STARTED", threadId: "t1", runId, input },
    ...runEvents(runId, ...events).slice(1),
  ];
};

/** Returns the events of a whole assistant message. */
export const assistantText = (delta: string, messageId: string): EventInput[] => [
  { type: "TEXT_MESSAGE_START", messageId, role: "assistant" },
  { type: "TEXT_MESSAGE_CONTENT", messageId, delta },
  { type: "TEXT_MESSAGE_END", messageId },
];

/** Returns a delta of the message `m1`, as a chunk, which needs no start. */
export const textChunk = (delta: string): EventInput => ({
  type: "TEXT_MESSAGE_CHUNK",
  messageId: "m1",
  delta,
});

/** Returns a delta of the message `m1`. */
export const textDelta = (delta: string): EventInput => ({
  type: "TEXT_MESSAGE_CONTENT",
  messageId: "m1",
  delta,
});

export const stateSnapshot = (snapshot: unknown): EventInput => ({
  type: "STATE_SNAPSHOT",
  snapshot,
});
