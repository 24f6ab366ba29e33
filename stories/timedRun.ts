import type { EventInput } from "../src/protocol/events.ts";

/** A text message of a conversation with times. */
export interface TimedMessage {
  readonly role: "user" | "assistant";
  readonly text: string;
  /** Age of the message in minutes. */
  readonly age: number;
  readonly name?: string;
}

/** Returns a run that streams messages, each with the time that its age gives. */
export function timedRun(...messages: readonly TimedMessage[]): EventInput[] {
  const events = messages.flatMap(({ role, text, age, name }, at): EventInput[] => {
    const messageId = `m${at}`;
    const timestamp = Date.now() - age * 60_000;
    return [
      { type: "TEXT_MESSAGE_START", messageId, role, timestamp, ...(name && { name }) },
      { type: "TEXT_MESSAGE_CONTENT", messageId, delta: text, timestamp },
      { type: "TEXT_MESSAGE_END", messageId, timestamp },
    ];
  });
  return [
    { type: "RUN_STARTED", threadId: "story", runId: "r" },
    ...events,
    { type: "RUN_FINISHED", threadId: "story", runId: "r" },
  ];
}
