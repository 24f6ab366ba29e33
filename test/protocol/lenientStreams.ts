import { createThread, type EventInput, type Message } from "../../src/core.ts";
import { finished, started } from "../support/runEvents.ts";

export type Fields = Readonly<Record<string, unknown>>;

/** A complete stream of one kind, and its fields whose faults must not cost content. */
interface Stream {
  readonly events: readonly Fields[];
  /** Fields by the type of the events that have them. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
}

export const streams: Readonly<Record<string, Stream>> = {
  text: {
    events: [
      { type: "TEXT_MESSAGE_START", messageId: "m1", role: "assistant" },
      { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: "Hello" },
      { type: "TEXT_MESSAGE_CONTENT", messageId: "m1", delta: " world" },
      { type: "TEXT_MESSAGE_END", messageId: "m1" },
      { type: "TEXT_MESSAGE_START", messageId: "m2", role: "assistant" },
      { type: "TEXT_MESSAGE_CONTENT", messageId: "m2", delta: "Bye" },
      { type: "TEXT_MESSAGE_END", messageId: "m2" },
    ],
    fields: {
      TEXT_MESSAGE_START: ["messageId", "role", "name", "subagentRunId", "timestamp"],
      TEXT_MESSAGE_CONTENT: ["messageId", "subagentRunId", "timestamp"],
      TEXT_MESSAGE_END: ["messageId", "subagentRunId", "timestamp"],
    },
  },
  reasoning: {
    events: [
      { type: "REASONING_START", messageId: "s1" },
      { type: "REASONING_MESSAGE_START", messageId: "r1", role: "reasoning" },
      { type: "REASONING_MESSAGE_CONTENT", messageId: "r1", delta: "Hm" },
      { type: "REASONING_MESSAGE_END", messageId: "r1" },
      { type: "REASONING_END", messageId: "s1" },
    ],
    fields: {
      REASONING_START: ["messageId"],
      REASONING_MESSAGE_START: ["role"],
      REASONING_MESSAGE_CONTENT: ["messageId", "subagentRunId"],
      REASONING_MESSAGE_END: ["messageId"],
      REASONING_END: ["messageId"],
    },
  },
  "a call": {
    events: [
      { type: "TOOL_CALL_START", toolCallId: "c1", toolCallName: "search", parentMessageId: "p" },
      { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: '{"q":' },
      { type: "TOOL_CALL_ARGS", toolCallId: "c1", delta: "1}" },
      { type: "TOOL_CALL_END", toolCallId: "c1" },
      { type: "TOOL_CALL_RESULT", messageId: "t1", toolCallId: "c1", content: "found" },
    ],
    fields: {
      TOOL_CALL_START: ["parentMessageId", "subagentRunId"],
      TOOL_CALL_ARGS: ["toolCallId", "subagentRunId"],
      TOOL_CALL_END: ["toolCallId", "subagentRunId"],
      TOOL_CALL_RESULT: ["messageId", "toolCallId", "role", "subagentRunId"],
    },
  },
  "text in chunks": {
    events: [
      { type: "TEXT_MESSAGE_CHUNK", messageId: "m1", role: "assistant", delta: "Hello" },
      { type: "TEXT_MESSAGE_CHUNK", messageId: "m1", delta: " world" },
    ],
    fields: { TEXT_MESSAGE_CHUNK: ["messageId", "role", "name", "subagentRunId"] },
  },
  "reasoning in chunks": {
    events: [
      { type: "REASONING_MESSAGE_CHUNK", messageId: "r1", delta: "Hm" },
      { type: "REASONING_MESSAGE_CHUNK", messageId: "r1", delta: ", yes" },
    ],
    fields: { REASONING_MESSAGE_CHUNK: ["messageId", "subagentRunId"] },
  },
  "a call in chunks": {
    events: [
      { type: "TOOL_CALL_CHUNK", toolCallId: "c1", toolCallName: "search", delta: '{"q":' },
      { type: "TOOL_CALL_CHUNK", toolCallId: "c1", delta: "1}" },
    ],
    fields: { TOOL_CALL_CHUNK: ["toolCallId", "parentMessageId", "subagentRunId"] },
  },
  "an activity": {
    events: [
      { type: "ACTIVITY_SNAPSHOT", messageId: "a1", activityType: "PLAN", content: { n: 1 } },
      {
        type: "ACTIVITY_DELTA",
        messageId: "a1",
        activityType: "PLAN",
        patch: [{ op: "replace", path: "/n", value: 2 }],
      },
    ],
    fields: {
      ACTIVITY_SNAPSHOT: ["replace", "subagentRunId"],
      ACTIVITY_DELTA: ["messageId", "subagentRunId"],
    },
  },
};

export const question: Message = { id: "u1", role: "user", content: "Hi" };

/** Plays a run, one event at a time. */
export async function playStream(events: readonly Fields[], { strict = false } = {}) {
  const thread = createThread({
    threadId: "t1",
    initialMessages: [question],
    strict,
    agent: {
      async *run() {
        yield started;
        // Some of the events are faulty on purpose.
        for (const event of events) yield event as unknown as EventInput;
        yield finished;
      },
    },
  });
  const result = await thread.run();
  return { thread, result, snapshot: thread.getSnapshot() };
}

/** Returns what a user sees of messages: everything but ids. Empty messages are not rendered. */
export function screen(messages: readonly Message[]): readonly unknown[] {
  return messages.flatMap((message) => {
    const calls = message.role === "assistant" ? (message.toolCalls ?? []) : [];
    if (message.role === "assistant" && !message.content && calls.length === 0) return [];
    return [{ ...message, id: "", toolCallId: "", toolCalls: calls.map(({ function: f }) => f) }];
  });
}
