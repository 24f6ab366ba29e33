import type { EventInput, Message, RunFinishedOutcome } from "../../src/protocol/events.ts";
import type { Conversation, Turn } from "./conversation.ts";

type AnyEvent = Turn["events"][number];

/** A run around these events. */
export function run(...events: readonly AnyEvent[]): AnyEvent[] {
  return [started("r1"), ...events, finished("r1")];
}

export function started(runId: string, fields: object = {}): EventInput {
  return { type: "RUN_STARTED", threadId: "thread", runId, ...fields };
}

export function finished(runId: string, outcome?: RunFinishedOutcome): EventInput {
  return { type: "RUN_FINISHED", threadId: "thread", runId, ...(outcome && { outcome }) };
}

/** A text message, streamed. */
export function text(messageId: string, delta: string, fields: object = {}): AnyEvent[] {
  return [
    { type: "TEXT_MESSAGE_START", messageId, ...fields },
    { type: "TEXT_MESSAGE_CONTENT", messageId, delta },
    { type: "TEXT_MESSAGE_END", messageId },
  ];
}

/** A tool call, streamed. */
export function call(toolCallId: string, fields: object = {}): AnyEvent[] {
  return [
    { type: "TOOL_CALL_START", toolCallId, toolCallName: "search", ...fields },
    { type: "TOOL_CALL_ARGS", toolCallId, delta: '{"q":' },
    { type: "TOOL_CALL_ARGS", toolCallId, delta: "1}" },
    { type: "TOOL_CALL_END", toolCallId },
  ];
}

export function result(messageId: string, toolCallId: string, content = "found"): EventInput {
  return { type: "TOOL_CALL_RESULT", messageId, toolCallId, content };
}

/** A reasoning message, streamed. */
export function thought(messageId: string, delta: string): AnyEvent[] {
  return [
    { type: "REASONING_MESSAGE_START", messageId, role: "reasoning" },
    { type: "REASONING_MESSAGE_CONTENT", messageId, delta },
    { type: "REASONING_MESSAGE_END", messageId },
  ];
}

/** The conversation as a whole; some of it may be of a later version. */
export function snapshot(messages: readonly Message[], metadata?: object): AnyEvent {
  return { type: "MESSAGES_SNAPSHOT", messages, ...(metadata && { metadata }) };
}

/** A conversation of one run. */
export function single(...events: readonly AnyEvent[]): Conversation {
  return { turns: [{ events: run(...events) }] };
}

/** A conversation of several turns, each one run. */
export function turns(...runs: readonly (readonly AnyEvent[])[]): Conversation {
  return {
    turns: runs.map((events, i) => ({
      events: [started(`r${i}`), ...events, finished(`r${i}`)],
    })),
  };
}
