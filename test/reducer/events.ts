import type {
  AssistantMessage,
  EventInput,
  Message,
  RunFinishedOutcome,
  UserMessage,
} from "../../src/core.ts";

/** Optional fields of an event of this type. */
type Fields<T extends EventInput["type"]> = Partial<Extract<EventInput, { type: T }>>;

export const started = (runId = "r1", fields: Fields<"RUN_STARTED"> = {}): EventInput => ({
  type: "RUN_STARTED",
  threadId: "t1",
  runId,
  ...fields,
});

/** Creates RUN_STARTED with an input that offers these tools. */
export const startedWithTools = (...names: readonly string[]): EventInput =>
  started("r1", {
    input: {
      threadId: "t1",
      runId: "r1",
      messages: [],
      tools: names.map((name) => ({ name, description: "" })),
      context: [],
    },
  });

/** Creates RUN_STARTED with an input that carries these messages. */
export const startedWithMessages = (...messages: Message[]): EventInput =>
  started("r1", { input: { threadId: "t1", runId: "r1", messages, tools: [], context: [] } });

export const finished = (
  outcome?: RunFinishedOutcome,
  fields: Fields<"RUN_FINISHED"> = {},
): EventInput => ({
  type: "RUN_FINISHED",
  threadId: "t1",
  runId: "r1",
  ...(outcome && { outcome }),
  ...fields,
});

/** Creates RUN_FINISHED that waits for the answers to these interrupts. */
export const interrupted = (...ids: readonly string[]): EventInput =>
  finished({ type: "interrupt", interrupts: ids.map((id) => ({ id, reason: "approval" })) });

export const failed = (message = "boom", fields: Fields<"RUN_ERROR"> = {}): EventInput => ({
  type: "RUN_ERROR",
  message,
  ...fields,
});

/** The three events of a streamed text message. */
export const text = {
  start: (messageId: string, fields: Fields<"TEXT_MESSAGE_START"> = {}): EventInput => ({
    type: "TEXT_MESSAGE_START",
    messageId,
    ...fields,
  }),
  content: (
    messageId: string,
    delta: string,
    fields: Fields<"TEXT_MESSAGE_CONTENT"> = {},
  ): EventInput => ({ type: "TEXT_MESSAGE_CONTENT", messageId, delta, ...fields }),
  end: (messageId: string, fields: Fields<"TEXT_MESSAGE_END"> = {}): EventInput => ({
    type: "TEXT_MESSAGE_END",
    messageId,
    ...fields,
  }),
};

/** Creates the events of a whole assistant message. */
export const textMessage = (messageId: string, delta: string): EventInput[] => [
  text.start(messageId),
  text.content(messageId, delta),
  text.end(messageId),
];

/** The events of reasoning: the span, and the message in it. */
export const reasoning = {
  open: (messageId: string, fields: Fields<"REASONING_START"> = {}): EventInput => ({
    type: "REASONING_START",
    messageId,
    ...fields,
  }),
  close: (messageId: string, fields: Fields<"REASONING_END"> = {}): EventInput => ({
    type: "REASONING_END",
    messageId,
    ...fields,
  }),
  start: (messageId: string, fields: Fields<"REASONING_MESSAGE_START"> = {}): EventInput => ({
    type: "REASONING_MESSAGE_START",
    messageId,
    role: "reasoning",
    ...fields,
  }),
  content: (
    messageId: string,
    delta: string,
    fields: Fields<"REASONING_MESSAGE_CONTENT"> = {},
  ): EventInput => ({ type: "REASONING_MESSAGE_CONTENT", messageId, delta, ...fields }),
  end: (messageId: string, fields: Fields<"REASONING_MESSAGE_END"> = {}): EventInput => ({
    type: "REASONING_MESSAGE_END",
    messageId,
    ...fields,
  }),
  encrypted: (
    subtype: "message" | "tool-call",
    entityId: string,
    encryptedValue: string,
    fields: Fields<"REASONING_ENCRYPTED_VALUE"> = {},
  ): EventInput => ({
    type: "REASONING_ENCRYPTED_VALUE",
    subtype,
    entityId,
    encryptedValue,
    ...fields,
  }),
};

/** The events of a tool call. */
export const call = {
  start: (
    toolCallId: string,
    toolCallName: string,
    fields: Fields<"TOOL_CALL_START"> = {},
  ): EventInput => ({ type: "TOOL_CALL_START", toolCallId, toolCallName, ...fields }),
  args: (toolCallId: string, delta: string, fields: Fields<"TOOL_CALL_ARGS"> = {}): EventInput => ({
    type: "TOOL_CALL_ARGS",
    toolCallId,
    delta,
    ...fields,
  }),
  end: (toolCallId: string, fields: Fields<"TOOL_CALL_END"> = {}): EventInput => ({
    type: "TOOL_CALL_END",
    toolCallId,
    ...fields,
  }),
  result: (
    toolCallId: string,
    content: string,
    fields: Fields<"TOOL_CALL_RESULT"> = {},
  ): EventInput => ({
    type: "TOOL_CALL_RESULT",
    toolCallId,
    messageId: `${toolCallId}-result`,
    content,
    ...fields,
  }),
};

/** Creates the events of a whole tool call without its result. */
export const calls = (
  toolCallId: string,
  toolCallName: string,
  args = "{}",
  fields: Fields<"TOOL_CALL_START"> = {},
): EventInput[] => [
  call.start(toolCallId, toolCallName, fields),
  call.args(toolCallId, args),
  call.end(toolCallId),
];

export const activity = {
  snapshot: (
    messageId: string,
    content: Record<string, unknown>,
    fields: Fields<"ACTIVITY_SNAPSHOT"> = {},
  ): EventInput => ({
    type: "ACTIVITY_SNAPSHOT",
    messageId,
    activityType: "PLAN",
    content,
    ...fields,
  }),
  delta: (
    messageId: string,
    patch: Extract<EventInput, { type: "ACTIVITY_DELTA" }>["patch"],
    fields: Fields<"ACTIVITY_DELTA"> = {},
  ): EventInput => ({
    type: "ACTIVITY_DELTA",
    messageId,
    activityType: "PLAN",
    patch,
    ...fields,
  }),
};

export const state = {
  snapshot: (snapshot: unknown): EventInput => ({ type: "STATE_SNAPSHOT", snapshot }),
  delta: (...delta: Extract<EventInput, { type: "STATE_DELTA" }>["delta"]): EventInput => ({
    type: "STATE_DELTA",
    delta,
  }),
};

export const messages = (
  list: Message[],
  fields: Fields<"MESSAGES_SNAPSHOT"> = {},
): EventInput => ({ type: "MESSAGES_SNAPSHOT", messages: list, ...fields });

export const step = {
  start: (stepName: string, fields: Fields<"STEP_STARTED"> = {}): EventInput => ({
    type: "STEP_STARTED",
    stepName,
    ...fields,
  }),
  finish: (stepName: string, fields: Fields<"STEP_FINISHED"> = {}): EventInput => ({
    type: "STEP_FINISHED",
    stepName,
    ...fields,
  }),
};

export const subagent = {
  start: (subagentRunId: string, fields: Fields<"SUBAGENT_STARTED"> = {}): EventInput => ({
    type: "SUBAGENT_STARTED",
    subagentRunId,
    name: "researcher",
    ...fields,
  }),
  finish: (subagentRunId: string, fields: Fields<"SUBAGENT_FINISHED"> = {}): EventInput => ({
    type: "SUBAGENT_FINISHED",
    subagentRunId,
    ...fields,
  }),
  fail: (subagentRunId: string, fields: Fields<"SUBAGENT_ERROR"> = {}): EventInput => ({
    type: "SUBAGENT_ERROR",
    subagentRunId,
    message: "lost",
    ...fields,
  }),
};

export const custom = (
  name: string,
  value: unknown,
  fields: Fields<"CUSTOM"> = {},
): EventInput => ({ type: "CUSTOM", name, value, ...fields });

export const user = (id: string, content = "Hello"): UserMessage => ({ id, role: "user", content });

export const assistant = (id: string, content = "Hi"): AssistantMessage => ({
  id,
  role: "assistant",
  content,
});
