import type { EventType } from "../../../src/core.ts";

type Json = Readonly<Record<string, unknown>>;

export interface Row {
  readonly event: Json;
  readonly required: readonly string[];
  /**
   * Fields that the protocol requires and whose absence is an issue but does not drop the event.
   */
  readonly expected?: readonly string[];
  /** Required fields that an event without them gets. */
  readonly completed?: readonly string[];
}

/** Example of each event type with all optional fields, and its required fields. */
export const eventTypes: Readonly<Record<`${EventType}`, Row>> = {
  RUN_STARTED: {
    event: {
      threadId: "t1",
      runId: "r1",
      protocolVersion: "1.0",
      parentRunId: "r0",
      input: { threadId: "t1", runId: "r1", messages: [], tools: [], context: [] },
    },
    required: [],
    expected: ["threadId", "runId"],
  },
  RUN_FINISHED: {
    event: {
      threadId: "t1",
      runId: "r1",
      result: { n: null },
      outcome: { type: "success", pendingToolCallIds: ["c1"] },
      usage: [{ provider: "p", model: "m", inputTokens: 1, cacheWriteInputTokens: 0 }],
    },
    required: [],
    expected: ["threadId", "runId"],
  },
  RUN_ERROR: {
    event: { message: "boom", code: "E", usage: [{ outputTokens: 1 }] },
    required: [],
    expected: ["message"],
  },
  STEP_STARTED: { event: { stepName: "s", subagentRunId: "s1" }, required: ["stepName"] },
  STEP_FINISHED: { event: { stepName: "s", subagentRunId: "s1" }, required: ["stepName"] },
  TEXT_MESSAGE_START: {
    event: { messageId: "m1", role: "user", name: "Ada", subagentRunId: "s1" },
    required: ["messageId"],
    completed: ["messageId"],
  },
  TEXT_MESSAGE_CONTENT: {
    event: { messageId: "m1", delta: "", subagentRunId: "s1" },
    required: ["messageId", "delta"],
    completed: ["messageId"],
  },
  TEXT_MESSAGE_END: {
    event: { messageId: "m1", subagentRunId: "s1" },
    required: ["messageId"],
    completed: ["messageId"],
  },
  TEXT_MESSAGE_CHUNK: {
    event: { messageId: "m1", role: "user", delta: "Hi", name: "Ada", subagentRunId: "s1" },
    required: [],
  },
  TOOL_CALL_START: {
    event: { toolCallId: "c1", toolCallName: "f", parentMessageId: "m1", subagentRunId: "s1" },
    required: ["toolCallId", "toolCallName"],
    completed: ["toolCallId", "toolCallName"],
  },
  TOOL_CALL_ARGS: {
    event: { toolCallId: "c1", delta: "{", subagentRunId: "s1" },
    required: ["toolCallId", "delta"],
    completed: ["toolCallId"],
  },
  TOOL_CALL_END: {
    event: { toolCallId: "c1", subagentRunId: "s1" },
    required: ["toolCallId"],
    completed: ["toolCallId"],
  },
  TOOL_CALL_CHUNK: {
    event: {
      toolCallId: "c1",
      toolCallName: "f",
      parentMessageId: "m1",
      delta: "{",
      subagentRunId: "s1",
    },
    required: [],
  },
  TOOL_CALL_RESULT: {
    event: {
      messageId: "m1",
      toolCallId: "c1",
      content: [{ type: "text", text: "ok" }],
      role: "tool",
      subagentRunId: "s1",
    },
    required: ["messageId", "toolCallId", "content"],
    completed: ["messageId", "toolCallId", "content"],
  },
  STATE_SNAPSHOT: { event: { snapshot: null, subagentRunId: "s1" }, required: ["snapshot"] },
  STATE_DELTA: {
    event: {
      delta: [
        { op: "add", path: "/a", value: null },
        { op: "remove", path: "", value: "left over" },
        { op: "replace", path: "/a~1b/~0", value: 1 },
        { op: "move", from: "/a", path: "/b" },
        { op: "copy", from: "/a", path: "/b" },
        { op: "test", path: "/a", value: false },
      ],
    },
    required: ["delta"],
  },
  MESSAGES_SNAPSHOT: {
    event: { messages: [{ id: "u1", role: "user", content: "Hi" }] },
    required: ["messages"],
  },
  ACTIVITY_SNAPSHOT: {
    event: {
      messageId: "m1",
      activityType: "PLAN",
      content: { n: null },
      replace: false,
      subagentRunId: "s1",
    },
    required: ["messageId", "activityType", "content"],
    completed: ["messageId", "activityType", "content"],
  },
  ACTIVITY_DELTA: {
    event: { messageId: "m1", activityType: "PLAN", patch: [], subagentRunId: "s1" },
    required: ["messageId", "activityType", "patch"],
    completed: ["messageId", "activityType"],
  },
  RAW: {
    event: { event: null, source: "openai", subagentRunId: "s1" },
    required: ["event"],
    completed: ["event"],
  },
  CUSTOM: {
    event: { name: "n", value: null, subagentRunId: "s1" },
    required: ["name", "value"],
    completed: ["value"],
  },
  REASONING_START: {
    event: { messageId: "m1", subagentRunId: "s1" },
    required: ["messageId"],
    completed: ["messageId"],
  },
  REASONING_MESSAGE_START: {
    event: { messageId: "m1", role: "reasoning", subagentRunId: "s1" },
    required: ["messageId"],
    completed: ["messageId"],
    expected: ["role"],
  },
  REASONING_MESSAGE_CONTENT: {
    event: { messageId: "m1", delta: "hm", subagentRunId: "s1" },
    required: ["messageId", "delta"],
    completed: ["messageId"],
  },
  REASONING_MESSAGE_END: {
    event: { messageId: "m1", subagentRunId: "s1" },
    required: ["messageId"],
    completed: ["messageId"],
  },
  REASONING_MESSAGE_CHUNK: {
    event: { messageId: "m1", delta: "hm", subagentRunId: "s1" },
    required: [],
  },
  REASONING_END: {
    event: { messageId: "m1", subagentRunId: "s1" },
    required: ["messageId"],
    completed: ["messageId"],
  },
  REASONING_ENCRYPTED_VALUE: {
    event: { subtype: "tool-call", entityId: "c1", encryptedValue: "x", subagentRunId: "s1" },
    required: ["entityId", "encryptedValue"],
    completed: ["entityId"],
    expected: ["subtype"],
  },
  SUBAGENT_STARTED: {
    event: {
      subagentRunId: "s1",
      name: "n",
      description: "d",
      parentSubagentRunId: "s0",
      parentToolCallId: "c1",
      parentMessageId: "m1",
    },
    required: ["subagentRunId", "name"],
    completed: ["subagentRunId", "name"],
  },
  SUBAGENT_FINISHED: {
    event: {
      subagentRunId: "s1",
      result: null,
      outcome: { type: "suspended", interruptIds: ["i1"] },
    },
    required: ["subagentRunId"],
    completed: ["subagentRunId"],
  },
  SUBAGENT_ERROR: {
    event: { subagentRunId: "s1", message: "lost", code: "E" },
    required: ["subagentRunId"],
    completed: ["subagentRunId"],
    expected: ["message"],
  },
};
