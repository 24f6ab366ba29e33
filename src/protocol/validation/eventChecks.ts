import type { EventName } from "../events.ts";
import {
  anything,
  array,
  type Check,
  count,
  type FieldChecks,
  integer,
  json,
  nullable,
  object,
  oneOf,
  record,
  simple,
  string,
  text,
  variant,
  withFallback,
} from "./check.ts";
import { content, message } from "./messageChecks.ts";

/** Optional fields of every event. */
const base = { timestamp: integer, rawEvent: json, metadata: record };
/** Optional fields of an event that belongs to an agent or a sub-agent. */
const attributed = { ...base, subagentRunId: string };
const textRole = oneOf("developer", "system", "assistant", "user");

/**
 * Returns the check of an event. Undescribed fields stay on the event: they are ignored, and the
 * event log keeps them.
 */
function event(
  required: FieldChecks,
  optional: FieldChecks = attributed,
  lenient: FieldChecks = {},
): Check {
  return object(required, optional, { strip: false, lenient });
}

/** Token usage of a run, one entry per model. */
const usage = array(
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

/** Ids that every run event should have. */
const runIds = { threadId: text, runId: text };

/** Messages of a conversation. An unreadable message is dropped, the others are kept. */
const messages = array(message);

const isPointer = (value: unknown) =>
  typeof value === "string" && /^(\/([^/~]|~[01])*)*$/.test(value);
const pointer: Check = (value, findings) => (isPointer(value) ? value : string(NaN, findings));
const operation = (op: string, fields: FieldChecks) =>
  object({ op: oneOf(op), path: pointer, ...fields }, {}, { strip: false });
const patch = array(
  variant("op", {
    add: operation("add", { value: anything }),
    remove: operation("remove", {}),
    replace: operation("replace", { value: anything }),
    move: operation("move", { from: pointer }),
    copy: operation("copy", { from: pointer }),
    test: operation("test", { value: anything }),
  }),
  // A patch without one of its operations would be a different patch.
  { all: true },
);

const subagentOutcome = variant("type", {
  success: object({ type: string }, {}),
  suspended: object({ type: string }, { interruptIds: array(string) }),
});

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
  { lenient: { reason: text } },
);

const runOutcome = variant("type", {
  success: object({ type: string }, { pendingToolCallIds: array(string) }),
  interrupt: object({ type: string, interrupts: array(interrupt, { min: 1 }) }, {}),
  cancelled: object({ type: string }, {}),
});

/** The role of a reasoning message was "assistant" before 1.0. */
const reasoningRole = withFallback(oneOf("reasoning", "assistant"), "reasoning");

/** The fields of a run's input that are read; the others are not validated. */
const input = object(
  { messages },
  { tools: array(object({ name: string }, {}, { strip: false })) },
  { strip: false },
);

/**
 * Required and optional fields of every event type. A new event type of the protocol fails to
 * compile until it has a row.
 *
 * @see https://docs.ag-ui.com/concepts/events
 */
export const eventChecks: { readonly [T in EventName]: Check } = {
  RUN_STARTED: event({}, { ...base, protocolVersion: string, parentRunId: string, input }, runIds),
  RUN_FINISHED: event(
    {},
    { ...base, result: anything, usage, outcome: nullable(runOutcome) },
    runIds,
  ),
  RUN_ERROR: event({}, { ...base, code: string, usage }, { message: text }),
  TEXT_MESSAGE_START: event({ messageId: string }, { ...attributed, role: textRole, name: string }),
  TEXT_MESSAGE_CONTENT: event({ messageId: string, delta: string }),
  TEXT_MESSAGE_END: event({ messageId: string }),
  REASONING_START: event({ messageId: string }),
  REASONING_MESSAGE_START: event({ messageId: string, role: reasoningRole }),
  REASONING_MESSAGE_CONTENT: event({ messageId: string, delta: string }),
  REASONING_MESSAGE_END: event({ messageId: string }),
  REASONING_END: event({ messageId: string }),
  STATE_SNAPSHOT: event({ snapshot: anything }),
  MESSAGES_SNAPSHOT: event({ messages }, base),
  TEXT_MESSAGE_CHUNK: event(
    {},
    { ...attributed, messageId: string, role: textRole, delta: string, name: string },
  ),
  TOOL_CALL_START: event(
    { toolCallId: string, toolCallName: string },
    { ...attributed, parentMessageId: nullable(string) },
  ),
  TOOL_CALL_ARGS: event({ toolCallId: string, delta: string }),
  TOOL_CALL_END: event({ toolCallId: string }),
  TOOL_CALL_RESULT: event(
    { messageId: string, toolCallId: string, content },
    { ...attributed, role: oneOf("tool") },
  ),
  TOOL_CALL_CHUNK: event(
    {},
    {
      ...attributed,
      toolCallId: string,
      toolCallName: string,
      parentMessageId: nullable(string),
      delta: string,
    },
  ),
  REASONING_MESSAGE_CHUNK: event({}, { ...attributed, messageId: string, delta: string }),
  STATE_DELTA: event({ delta: patch }),
  ACTIVITY_SNAPSHOT: event(
    { messageId: string, activityType: string, content: record },
    { ...attributed, replace: simple((value) => typeof value === "boolean") },
  ),
  ACTIVITY_DELTA: event({ messageId: string, activityType: string, patch }),
  RAW: event({ event: anything }, { ...attributed, source: string }),
  CUSTOM: event({ name: string, value: anything }),
  STEP_STARTED: event({ stepName: string }),
  STEP_FINISHED: event({ stepName: string }),
  REASONING_ENCRYPTED_VALUE: event({
    entityId: string,
    encryptedValue: string,
    subtype: withFallback(oneOf("tool-call", "message")),
  }),
  SUBAGENT_STARTED: event(
    { subagentRunId: string, name: string },
    {
      ...base,
      description: string,
      parentSubagentRunId: string,
      parentToolCallId: string,
      parentMessageId: string,
    },
  ),
  SUBAGENT_FINISHED: event(
    { subagentRunId: string },
    { ...base, result: anything, outcome: subagentOutcome },
  ),
  SUBAGENT_ERROR: event({ subagentRunId: string, message: string }, { ...base, code: string }),
};
