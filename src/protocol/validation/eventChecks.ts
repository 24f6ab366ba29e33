import type { EventName } from "../events.ts";
import { isRecord } from "../isRecord.ts";
import {
  anything,
  array,
  type Check,
  checkWith,
  count,
  type FieldChecks,
  INVALID,
  integer,
  json,
  lenient,
  nullable,
  object,
  oneOf,
  record,
  string,
  variant,
  withFallback,
} from "./check.ts";
import {
  callId,
  chunkId,
  delta,
  fieldRepairs,
  id,
  jsonDelta,
  optionalName,
  readOutcomeKind,
  role,
  scalar,
  startToolName,
} from "./lenientChecks.ts";
import { messages, resultContent, resultError } from "./messageChecks.ts";
import { flaggedResult } from "./metadataChecks.ts";
import { nullableAsType } from "./nullableAsType.ts";
import {
  CHUNK_ARGUMENT_NAMES,
  ENCRYPTED_NAMES,
  ERROR_MESSAGE_NAMES,
  EVENT_TOOL_NAMES,
  RESULT_NAMES,
  TEXT_NAMES,
} from "./otherNames.ts";
import { runInput } from "./runInput.ts";

/** Optional fields of every event. */
const base = { timestamp: integer, rawEvent: json, metadata: record };
/** Optional fields of an event that belongs to an agent or a sub-agent. */
const attributed = { ...base, subagentRunId: optionalName };
const textRole = role("developer", "system", "assistant", "user");
/** Id of a run or a thread: `""` when it is missing. */
const runId = withFallback(scalar, "");
/** Sentence of an error: `""` when it is missing. */
const errorMessage = withFallback(lenient(string, fieldRepairs.error), "");
/** Sentence of an error by its names in other systems, or in `error` or `detail`. */
const errorNames = { otherNames: ERROR_MESSAGE_NAMES, sources: { message: ["error", "detail"] } };
/** Any JSON value: `null` when it is missing. */
const payload = lenient((value) => (value === undefined ? INVALID : value), fieldRepairs.payload);

/**
 * Returns the check of an event. Undescribed fields stay on the event: they are ignored, and the
 * event log keeps them.
 */
function event(
  required: FieldChecks,
  optional: FieldChecks = attributed,
  {
    recoverable = {},
    ...names
  }: {
    /** Required fields with a fallback; see `object`. */
    readonly recoverable?: FieldChecks;
    /** Fields by other names; see `object`. */
    readonly otherNames?: Readonly<Record<string, string>>;
    /** Fields from which others are read; see `object`. */
    readonly sources?: Readonly<Record<string, readonly string[]>>;
  } = {},
): Check {
  return object(required, optional, { dropsUnknownFields: false, recoverable, ...names });
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
const runIds = { threadId: runId, runId };

/** A JSON Pointer: empty, or begins with a slash, and each `~` is part of `~0` or `~1`. */
const pointer = checkWith(
  (value) => typeof value === "string" && /^(\/|$)/.test(value) && !/~(?![01])/.test(value),
);
const operation = (op: string, fields: FieldChecks) =>
  object({ op: oneOf(op), path: pointer, ...fields }, {}, { dropsUnknownFields: false });
const operations = array(
  variant("op", {
    add: operation("add", { value: anything }),
    remove: operation("remove", {}),
    replace: operation("replace", { value: anything }),
    move: operation("move", { from: pointer }),
    copy: operation("copy", { from: pointer }),
    test: operation("test", { value: anything }),
  }),
  // A patch without one of its operations would be a different patch.
  { mustBeComplete: true },
);
const patch = lenient(operations, (value) => operations(fieldRepairs.patch(value), []));

const subagentOutcome = variant("type", {
  success: object({ type: string }, {}),
  suspended: object({ type: string }, { interruptIds: array(scalar) }),
});

const interrupt = object(
  { id: withFallback(scalar, "") },
  {
    subagentRunId: optionalName,
    message: lenient(string, fieldRepairs.text),
    toolCallId: scalar,
    responseSchema: nullableAsType(record),
    expiresAt: string,
    metadata: record,
  },
  { recoverable: { reason: withFallback(scalar, "") } },
);

const listOfInterrupts = array(interrupt, { min: 1 });
/** The interrupts of a run: a list, or a single one. */
const interrupts = lenient(listOfInterrupts, (value) =>
  isRecord(value) ? listOfInterrupts([value], []) : INVALID,
);

const runOutcome = variant(
  "type",
  {
    success: object({ type: string }, { pendingToolCallIds: array(scalar) }),
    interrupt: object({ type: string, interrupts }, {}),
    cancelled: object({ type: string }, {}),
  },
  readOutcomeKind,
  "understood",
);

/** The role of a reasoning message was "assistant" before 1.0. */
const reasoningRole = withFallback(oneOf("reasoning", "assistant"), "reasoning");

/**
 * Required and optional fields of every event type. A new event type of the protocol fails to
 * compile until it has a row.
 *
 * @see https://docs.ag-ui.com/concepts/events
 */
export const eventChecks: { readonly [T in EventName]: Check } = {
  RUN_STARTED: event(
    {},
    { ...base, protocolVersion: scalar, parentRunId: scalar, input: runInput },
    { recoverable: runIds },
  ),
  RUN_FINISHED: event(
    {},
    { ...base, result: anything, usage, outcome: nullable(runOutcome) },
    { recoverable: runIds },
  ),
  RUN_ERROR: event(
    {},
    { ...base, code: scalar, usage },
    { recoverable: { message: errorMessage }, ...errorNames },
  ),
  TEXT_MESSAGE_START: event({ messageId: id }, { ...attributed, role: textRole, name: scalar }),
  TEXT_MESSAGE_CONTENT: event({ messageId: id, delta }, attributed, { otherNames: TEXT_NAMES }),
  TEXT_MESSAGE_END: event({ messageId: id }),
  REASONING_START: event({ messageId: id }),
  REASONING_MESSAGE_START: event({ messageId: id, role: reasoningRole }),
  REASONING_MESSAGE_CONTENT: event({ messageId: id, delta }, attributed, {
    otherNames: TEXT_NAMES,
  }),
  REASONING_MESSAGE_END: event({ messageId: id }),
  REASONING_END: event({ messageId: id }),
  STATE_SNAPSHOT: event({ snapshot: anything }, attributed, { otherNames: { state: "snapshot" } }),
  MESSAGES_SNAPSHOT: event({ messages }, base),
  TEXT_MESSAGE_CHUNK: event(
    {},
    { ...attributed, messageId: chunkId, role: textRole, delta, name: scalar },
    { otherNames: TEXT_NAMES },
  ),
  TOOL_CALL_START: event(
    { toolCallId: callId, toolCallName: startToolName },
    { ...attributed, parentMessageId: nullable(scalar) },
    { otherNames: EVENT_TOOL_NAMES },
  ),
  TOOL_CALL_ARGS: event({ toolCallId: callId, delta: jsonDelta }, attributed, {
    otherNames: { ...TEXT_NAMES, ...CHUNK_ARGUMENT_NAMES },
  }),
  TOOL_CALL_END: event({ toolCallId: callId }),
  TOOL_CALL_RESULT: flaggedResult(
    event(
      { messageId: id, toolCallId: callId, content: resultContent },
      // AG-UI 1.0 has `error` on the tool message only; servers send it on the event as well.
      { ...attributed, role: oneOf("tool"), error: nullable(resultError) },
      { otherNames: RESULT_NAMES },
    ),
  ),
  TOOL_CALL_CHUNK: event(
    {},
    {
      ...attributed,
      toolCallId: chunkId,
      toolCallName: optionalName,
      parentMessageId: nullable(scalar),
      delta: jsonDelta,
    },
    { otherNames: { ...EVENT_TOOL_NAMES, ...CHUNK_ARGUMENT_NAMES } },
  ),
  REASONING_MESSAGE_CHUNK: event(
    {},
    { ...attributed, messageId: chunkId, delta },
    { otherNames: TEXT_NAMES },
  ),
  STATE_DELTA: event({ delta: patch }, attributed, { otherNames: { patch: "delta" } }),
  ACTIVITY_SNAPSHOT: event(
    {
      messageId: id,
      activityType: id,
      content: lenient(record, fieldRepairs.activityContent),
    },
    { ...attributed, replace: checkWith((value) => typeof value === "boolean") },
  ),
  ACTIVITY_DELTA: event({ messageId: id, activityType: id, patch }, attributed, {
    otherNames: { delta: "patch" },
  }),
  RAW: event({ event: payload }, { ...attributed, source: scalar }),
  CUSTOM: event({ name: scalar, value: payload }),
  STEP_STARTED: event({ stepName: scalar }, attributed, { otherNames: { name: "stepName" } }),
  STEP_FINISHED: event({ stepName: scalar }, attributed, { otherNames: { name: "stepName" } }),
  REASONING_ENCRYPTED_VALUE: event(
    {
      entityId: callId,
      encryptedValue: string,
      subtype: withFallback(oneOf("tool-call", "message")),
    },
    attributed,
    { otherNames: ENCRYPTED_NAMES },
  ),
  SUBAGENT_STARTED: event(
    { subagentRunId: id, name: id },
    {
      ...base,
      description: scalar,
      parentSubagentRunId: scalar,
      parentToolCallId: optionalName,
      parentMessageId: optionalName,
    },
  ),
  SUBAGENT_FINISHED: event(
    { subagentRunId: id },
    { ...base, result: anything, outcome: subagentOutcome },
  ),
  SUBAGENT_ERROR: event(
    { subagentRunId: id, message: errorMessage },
    { ...base, code: scalar },
    errorNames,
  ),
};
