import { isRecord, type UnknownRecord } from "../protocol/isRecord.ts";

/**
 * Returns the dialect in which the first events of a stream are spelled: `"tanstack"`, `"awaken"`,
 * `"hector"` or `"arkavo"`. Returns `undefined` for plain AG-UI and for events without a certain
 * mark of a dialect.
 *
 * @param frames - The first dozen frames: their JSON values, or objects with the fields of SSE (`{
 * data, event, id }`). Read up to the first mark.
 * @example Detecting the dialect of a server
 * ```ts
 * detectDialect([{ type: "TOOL_CALL_START", toolCallId: "c1", toolName: "search" }]); // "tanstack"
 * ```
 * @see https://docs.ag-ui.com/concepts/events
 */
export function detectDialect(frames: Iterable<unknown>): string | undefined {
  const isAwaken = createAwakenDetector();
  for (const frame of frames) {
    const { data, event } = unwrap(frame);
    if (isHector(data, event)) return "hector";
    if (!isRecord(data)) continue;
    if (isTanStack(data)) return "tanstack";
    if (isArkavo(data)) return "arkavo";
    if (isAwaken(data)) return "awaken";
  }
  return undefined;
}

/** An event may have any field, but a frame has only these three. */
function unwrap(frame: unknown): { readonly data: unknown; readonly event?: unknown } {
  const isFrame =
    isRecord(frame) &&
    "data" in frame &&
    Object.keys(frame).every((key) => key === "data" || key === "event" || key === "id");
  return isFrame ? { data: frame.data, event: frame.event } : { data: frame };
}

const fieldsOf = (value: unknown): UnknownRecord => (isRecord(value) ? value : {});
const isString = (value: unknown): value is string => typeof value === "string";

/** Fields of versions before 0.18 instead of a field of 1.0, by event type. */
const TANSTACK: Readonly<Record<string, (event: UnknownRecord) => boolean>> = {
  RUN_STARTED: (event) => isString(event.model) && event.threadId === undefined,
  RUN_FINISHED: ({ usage }) => fieldsOf(usage).promptTokens !== undefined,
  RUN_ERROR: ({ message, error }) => message === undefined && isString(fieldsOf(error).message),
  TEXT_MESSAGE_CONTENT: ({ delta, content }) => isString(content) && isString(delta),
  TOOL_CALL_START: ({ toolName }) => isString(toolName),
  TOOL_CALL_ARGS: ({ delta, args }) => isString(args) && isString(delta),
  TOOL_CALL_END: ({ toolName }) => isString(toolName),
  STEP_STARTED: ({ stepId, stepType }) => isString(stepId) && isString(stepType),
  STEP_FINISHED: ({ stepId, delta }) => isString(stepId) && isString(delta),
  STATE_SNAPSHOT: (event) => isRecord(event.state) && !("snapshot" in event),
  STATE_DELTA: ({ delta }) => isRecord(delta),
  MESSAGES_SNAPSHOT: ({ messages }) =>
    Array.isArray(messages) && messages.some((message) => Array.isArray(fieldsOf(message).parts)),
  CUSTOM: ({ name, value }) =>
    (name === "approval-requested" && isRecord(fieldsOf(value).approval)) ||
    (name === "tool-input-available" && isString(fieldsOf(value).toolCallId)),
};

function isTanStack(data: UnknownRecord): boolean {
  const isEnvelope = isString(data.id) && isString(fieldsOf(data.chunk).type);
  const { type } = data;
  const detect = isString(type) && Object.hasOwn(TANSTACK, type) ? TANSTACK[type] : undefined;
  return isEnvelope || isRecord(fieldsOf(data.metadata).tanstack) || detect?.(data) === true;
}

const HINTS: readonly unknown[] = ["content_block", "thinking", "tool_call", "task", "error"];

function isHector(data: unknown, event: unknown): boolean {
  const { type, ...fields } = fieldsOf(data);
  if (isString(type)) return type.startsWith("AGUI_EVENT_TYPE_");
  if (isString(fields.blockId) || isString(fields.thinkingId)) return true;
  if (event === "message_start" && isString(fields.messageId)) return true;
  return partsIn(data, 4).some((part) => {
    const metadata = fieldsOf(fieldsOf(part).metadata);
    return HINTS.includes(metadata.event_type) || HINTS.includes(metadata.agui_event_type);
  });
}

/** Returns the parts of an A2A message, which is nested at several depths. */
function partsIn(value: unknown, depth: number): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (!isRecord(value) || depth === 0) return [];
  if (Array.isArray(value.parts)) return value.parts;
  return Object.values(value).flatMap((inner) =>
    isRecord(inner) ? partsIn(inner, depth - 1) : [],
  );
}

function isArkavo({ type, delta }: UnknownRecord): boolean {
  if (!isString(type)) return false;
  if (/^lifecycle(\.(start|end|error)|Start|End|Error)$/.test(type)) return true;
  return /^message(Delta|\.delta)$/.test(type) && isString(fieldsOf(delta).type);
}

/**
 * Creates a function that recognises Awaken: its events are AG-UI 1.0, apart from fields that it
 * leaves empty or shares.
 */
function createAwakenDetector(): (data: UnknownRecord) => boolean {
  let hasNumberedSteps = false;
  const reasoningIds = new Set<unknown>();

  return (event) => {
    const { type, messageId } = event;
    if (type === "STEP_STARTED" && /^step_\d+$/.test(String(event.stepName))) {
      hasNumberedSteps = true;
    }
    if (type === "REASONING_MESSAGE_START") reasoningIds.add(messageId);
    const interrupt = fieldsOf(event.interrupt);
    if (event.outcome === "interrupt" && /^suspend_/.test(String(interrupt.id))) return true;
    return (
      hasNumberedSteps &&
      ((type === "TEXT_MESSAGE_START" && reasoningIds.has(messageId)) ||
        (type === "TOOL_CALL_RESULT" && messageId === "") ||
        (type === "ACTIVITY_DELTA" && event.activityType === "tool-stream-output") ||
        (type === "REASONING_ENCRYPTED_VALUE" && event.subtype === undefined))
    );
  };
}
