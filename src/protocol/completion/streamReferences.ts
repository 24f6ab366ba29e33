import type { Event, EventName } from "../events.ts";

/** Kinds of streams and entities that events refer to by an id. */
export type StreamKind =
  | "text"
  | "reasoning"
  | "reasoningSpans"
  | "toolCalls"
  | "activities"
  | "subagentIds";

/** Reference of an event to a stream. */
export interface StreamReference {
  readonly kind: StreamKind;
  /** Name of the field with the id of the stream. */
  readonly idField: string;
  /** Effect of the event on the stream. */
  readonly effect: "opens" | "continues" | "ends";
}

const reference = (
  kind: StreamKind,
  idField: string,
  effect: StreamReference["effect"],
): StreamReference => ({ kind, idField, effect });

/** References by event type. Events without an entry, such as run events, refer to no stream. */
export const STREAM_REFERENCES: { readonly [T in EventName]?: StreamReference } = {
  TEXT_MESSAGE_START: reference("text", "messageId", "opens"),
  TEXT_MESSAGE_CONTENT: reference("text", "messageId", "continues"),
  TEXT_MESSAGE_END: reference("text", "messageId", "ends"),
  REASONING_START: reference("reasoningSpans", "messageId", "opens"),
  REASONING_END: reference("reasoningSpans", "messageId", "ends"),
  REASONING_MESSAGE_START: reference("reasoning", "messageId", "opens"),
  REASONING_MESSAGE_CONTENT: reference("reasoning", "messageId", "continues"),
  REASONING_MESSAGE_END: reference("reasoning", "messageId", "ends"),
  REASONING_ENCRYPTED_VALUE: reference("reasoning", "entityId", "continues"),
  // No event closes a call here, because its later events may lack the id: `createCallTracker` records its end.
  TOOL_CALL_START: reference("toolCalls", "toolCallId", "opens"),
  TOOL_CALL_ARGS: reference("toolCalls", "toolCallId", "continues"),
  TOOL_CALL_END: reference("toolCalls", "toolCallId", "continues"),
  TOOL_CALL_RESULT: reference("toolCalls", "toolCallId", "continues"),
  // A snapshot without an id is the next version of the same activity, so it opens no other one.
  ACTIVITY_SNAPSHOT: reference("activities", "messageId", "continues"),
  ACTIVITY_DELTA: reference("activities", "messageId", "continues"),
  SUBAGENT_STARTED: reference("subagentIds", "subagentRunId", "opens"),
  SUBAGENT_FINISHED: reference("subagentIds", "subagentRunId", "ends"),
  SUBAGENT_ERROR: reference("subagentIds", "subagentRunId", "ends"),
};

/** Types of events with the effect `continues` that `recordEvent` must record: they answer a call, or have the type of an activity. */
export const RECORDED_EVENTS: ReadonlySet<EventName> = new Set([
  "TOOL_CALL_RESULT",
  "ACTIVITY_SNAPSHOT",
  "ACTIVITY_DELTA",
]);

/** Kinds of streams whose later events may have an id when their first events have none. */
export const KINDS_WITH_DELAYED_IDS: ReadonlySet<StreamKind> = new Set([
  "text",
  "reasoning",
  "reasoningSpans",
  "toolCalls",
]);

/** Returns the key of the streams to which an event without an id may belong: the kind, and the sub-agent or activity type. */
export function streamKey(kind: StreamKind, event: Readonly<Record<string, unknown>>): string {
  if (kind === "subagentIds") return kind;
  // An event without an id belongs to the open stream of its sub-agent, or to the activity of its type.
  const owner = kind === "activities" ? event.activityType : event.subagentRunId;
  return `${kind} ${owner ?? ""}`;
}

/** True for an event of a call whose id is empty, and so identifies no call. */
export function hasEmptyCallId(event: Event): boolean {
  const { toolCallId, entityId, subtype }: Readonly<Record<string, unknown>> = event;
  // Some servers send all fields with every event, the empty ones included.
  const idField = STREAM_REFERENCES[event.type]?.idField;
  if (idField === "entityId") return entityId === "" && subtype === "tool-call";
  return idField === "toolCallId" && toolCallId === "";
}
