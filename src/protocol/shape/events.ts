import { EventType } from "@ag-ui/core";
import {
  anything,
  boolean,
  type Check,
  count,
  type Fields,
  integer,
  json,
  list,
  nullable,
  object,
  oneOf,
  record,
  string,
  variant,
} from "./check.ts";
import { content, messages } from "./messages.ts";

const base = { timestamp: integer, rawEvent: json, metadata: record };
const attributed = { ...base, subagentRunId: string };
const textRole = oneOf("developer", "system", "assistant", "user");

/** Fields nobody described stay on an event: they are ignored, and the event log keeps them. */
const event = (required: Fields, optional: Fields = attributed, expected: readonly string[] = []) =>
  object(required, optional, { strip: false, expected });

const isPointer = (value: unknown) =>
  typeof value === "string" && /^(\/([^/~]|~[01])*)*$/.test(value);
const pointer: Check = (value, findings) => (isPointer(value) ? value : string(NaN, findings));
const operation = (op: string, fields: Fields) =>
  object({ op: oneOf(op), path: pointer, ...fields }, {}, { strip: false });
const patch = list(
  variant("op", {
    add: operation("add", { value: anything }),
    remove: operation("remove", {}),
    replace: operation("replace", { value: anything }),
    move: operation("move", { from: pointer }),
    copy: operation("copy", { from: pointer }),
    test: operation("test", { value: anything }),
  }),
  // Leaving one operation out would apply another patch than the one that was sent.
  { all: true },
);

const usage = list(
  object(
    {},
    {
      provider: string,
      model: string,
      inputTokens: count,
      outputTokens: count,
      totalTokens: count,
      reasoningTokens: count,
      cachedInputTokens: count,
      cacheWriteInputTokens: count,
    },
  ),
);

const interrupt = object(
  { id: string },
  {
    subagentRunId: string,
    message: string,
    toolCallId: string,
    responseSchema: record,
    expiresAt: string,
    metadata: record,
  },
  { expected: ["reason"] },
);

const runOutcome = variant("type", {
  success: object({ type: string }, { pendingToolCallIds: list(string) }),
  interrupt: object({ type: string, interrupts: list(interrupt, { min: 1 }) }, {}),
  cancelled: object({ type: string }, {}),
});

const subagentOutcome = variant("type", {
  success: object({ type: string }, {}),
  suspended: object({ type: string }, { interruptIds: list(string) }),
});

const input = object(
  { messages },
  {
    protocolVersion: string,
    parentRunId: string,
    state: json,
    tools: list(
      object(
        { name: string },
        { parameters: json, metadata: record },
        { expected: ["description"] },
      ),
    ),
    context: list(object({ description: string, value: string }, {})),
    forwardedProps: json,
    resume: list(
      object(
        { interruptId: string, status: oneOf("resolved", "cancelled") },
        { payload: json, metadata: record },
      ),
    ),
  },
  { expected: ["threadId", "runId"] },
);

const text = { messageId: string, delta: string };
/** Before 1.0 the role of a reasoning message was "assistant". */
const reasoningRole = oneOf("reasoning", "assistant");

/**
 * What each event type must and may carry, as the protocol's schema says. Adding an event type to
 * the protocol fails to compile until it has a row here.
 *
 * @see https://docs.ag-ui.com/concepts/events
 */
export const EVENT_CHECKS: { readonly [T in EventType]: Check } = {
  [EventType.TEXT_MESSAGE_START]: event(
    { messageId: string },
    { ...attributed, role: textRole, name: string },
  ),
  [EventType.TEXT_MESSAGE_CONTENT]: event(text),
  [EventType.TEXT_MESSAGE_END]: event({ messageId: string }),
  [EventType.TEXT_MESSAGE_CHUNK]: event(
    {},
    { ...attributed, messageId: string, role: textRole, delta: string, name: string },
  ),
  [EventType.TOOL_CALL_START]: event(
    { toolCallId: string, toolCallName: string },
    { ...attributed, parentMessageId: nullable(string) },
  ),
  [EventType.TOOL_CALL_ARGS]: event({ toolCallId: string, delta: string }),
  [EventType.TOOL_CALL_END]: event({ toolCallId: string }),
  [EventType.TOOL_CALL_CHUNK]: event(
    {},
    {
      ...attributed,
      toolCallId: string,
      toolCallName: string,
      parentMessageId: nullable(string),
      delta: string,
    },
  ),
  [EventType.TOOL_CALL_RESULT]: event(
    { messageId: string, toolCallId: string, content },
    { ...attributed, role: oneOf("tool") },
  ),
  [EventType.STATE_SNAPSHOT]: event({ snapshot: anything }),
  [EventType.STATE_DELTA]: event({ delta: patch }),
  [EventType.MESSAGES_SNAPSHOT]: event({ messages }, base),
  [EventType.ACTIVITY_SNAPSHOT]: event(
    { messageId: string, activityType: string, content: record },
    { ...attributed, replace: boolean },
  ),
  [EventType.ACTIVITY_DELTA]: event({ messageId: string, activityType: string, patch }),
  [EventType.RAW]: event({ event: anything }, { ...attributed, source: string }),
  [EventType.CUSTOM]: event({ name: string, value: anything }),
  [EventType.RUN_STARTED]: event(
    {},
    { ...base, protocolVersion: string, parentRunId: string, input },
    ["threadId", "runId"],
  ),
  [EventType.RUN_FINISHED]: event(
    {},
    { ...base, result: json, outcome: nullable(runOutcome), usage },
    ["threadId", "runId"],
  ),
  [EventType.RUN_ERROR]: event({}, { ...base, code: string, usage }, ["message"]),
  [EventType.STEP_STARTED]: event({ stepName: string }),
  [EventType.STEP_FINISHED]: event({ stepName: string }),
  [EventType.REASONING_START]: event({ messageId: string }),
  [EventType.REASONING_MESSAGE_START]: event(
    { messageId: string },
    { ...attributed, role: reasoningRole },
  ),
  [EventType.REASONING_MESSAGE_CONTENT]: event(text),
  [EventType.REASONING_MESSAGE_END]: event({ messageId: string }),
  [EventType.REASONING_MESSAGE_CHUNK]: event(
    {},
    { ...attributed, messageId: string, delta: string },
  ),
  [EventType.REASONING_END]: event({ messageId: string }),
  [EventType.REASONING_ENCRYPTED_VALUE]: event(
    { entityId: string, encryptedValue: string },
    { ...attributed, subtype: oneOf("tool-call", "message") },
  ),
  [EventType.SUBAGENT_STARTED]: event(
    { subagentRunId: string, name: string },
    {
      ...base,
      description: string,
      parentSubagentRunId: string,
      parentToolCallId: string,
      parentMessageId: string,
    },
  ),
  [EventType.SUBAGENT_FINISHED]: event(
    { subagentRunId: string },
    { ...base, result: json, outcome: subagentOutcome },
  ),
  [EventType.SUBAGENT_ERROR]: event(
    { subagentRunId: string, message: string },
    { ...base, code: string },
  ),
};
