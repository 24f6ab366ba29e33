import type { EventInput, Message, RunFinishedOutcome } from "../../src/protocol/events.ts";
import type { Conversation, Turn } from "./conversation.ts";

type AnyEvent = Turn["events"][number];

/** Returns a run with these events. */
export function run(...events: readonly AnyEvent[]): AnyEvent[] {
  return [runStartEvent("r1"), ...events, runEndEvent("r1")];
}

export function runStartEvent(runId: string, fields: object = {}): EventInput {
  return { type: "RUN_STARTED", threadId: "thread", runId, ...fields };
}

export function runEndEvent(runId: string, outcome?: RunFinishedOutcome): EventInput {
  return { type: "RUN_FINISHED", threadId: "thread", runId, ...(outcome && { outcome }) };
}

/** Returns the events of a streamed text message. */
export function wholeText(messageId: string, delta: string, fields: object = {}): AnyEvent[] {
  return [
    { type: "TEXT_MESSAGE_START", messageId, ...fields },
    { type: "TEXT_MESSAGE_CONTENT", messageId, delta },
    { type: "TEXT_MESSAGE_END", messageId },
  ];
}

/** Returns the events of a streamed tool call. */
export function searchCall(toolCallId: string, fields: object = {}): AnyEvent[] {
  return [
    { type: "TOOL_CALL_START", toolCallId, toolCallName: "search", ...fields },
    { type: "TOOL_CALL_ARGS", toolCallId, delta: '{"q":' },
    { type: "TOOL_CALL_ARGS", toolCallId, delta: "1}" },
    { type: "TOOL_CALL_END", toolCallId },
  ];
}

export function resultEvent(messageId: string, toolCallId: string, content = "found"): EventInput {
  return { type: "TOOL_CALL_RESULT", messageId, toolCallId, content };
}

/** Returns the events of a streamed reasoning message. */
export function reasoning(messageId: string, delta: string): AnyEvent[] {
  return [
    { type: "REASONING_MESSAGE_START", messageId, role: "reasoning" },
    { type: "REASONING_MESSAGE_CONTENT", messageId, delta },
    { type: "REASONING_MESSAGE_END", messageId },
  ];
}

/** Returns a snapshot of the conversation; messages may be of a later protocol version. */
export function snapshot(messages: readonly Message[], metadata?: object): AnyEvent {
  return { type: "MESSAGES_SNAPSHOT", messages, ...(metadata && { metadata }) };
}

/** Returns a conversation of one run. */
export function single(...events: readonly AnyEvent[]): Conversation {
  return { turns: [{ events: run(...events) }] };
}

/** Returns a conversation of several turns with one run each. */
export function conversationFrom(...runs: readonly (readonly AnyEvent[])[]): Conversation {
  return {
    turns: runs.map((events, i) => ({
      events: [runStartEvent(`r${i}`), ...events, runEndEvent(`r${i}`)],
    })),
  };
}
