import type { EventName } from "./events.ts";

/** Kinds of things that events name by an id. */
export type StreamKind = "text" | "reasoning" | "span" | "call" | "activity" | "subagent";

/** The id field of an event that opens, continues or ends something. */
export interface StreamRow {
  readonly kind: StreamKind;
  readonly field: string;
  readonly effect: "opens" | "continues" | "ends";
}

const row = (kind: StreamKind, field: string, effect: StreamRow["effect"]): StreamRow => ({
  kind,
  field,
  effect,
});

/** Rows of the events that open, continue or end something. */
export const STREAM_ROWS: { readonly [T in EventName]?: StreamRow } = {
  TEXT_MESSAGE_START: row("text", "messageId", "opens"),
  TEXT_MESSAGE_CONTENT: row("text", "messageId", "continues"),
  TEXT_MESSAGE_END: row("text", "messageId", "ends"),
  REASONING_START: row("span", "messageId", "opens"),
  REASONING_END: row("span", "messageId", "ends"),
  REASONING_MESSAGE_START: row("reasoning", "messageId", "opens"),
  REASONING_MESSAGE_CONTENT: row("reasoning", "messageId", "continues"),
  REASONING_MESSAGE_END: row("reasoning", "messageId", "ends"),
  REASONING_ENCRYPTED_VALUE: row("reasoning", "entityId", "continues"),
  TOOL_CALL_START: row("call", "toolCallId", "opens"),
  TOOL_CALL_ARGS: row("call", "toolCallId", "continues"),
  TOOL_CALL_END: row("call", "toolCallId", "continues"),
  TOOL_CALL_RESULT: row("call", "toolCallId", "continues"),
  // Both name the activity: a snapshot without an id is the next version of the same one.
  ACTIVITY_SNAPSHOT: row("activity", "messageId", "continues"),
  ACTIVITY_DELTA: row("activity", "messageId", "continues"),
  SUBAGENT_STARTED: row("subagent", "subagentRunId", "opens"),
  SUBAGENT_FINISHED: row("subagent", "subagentRunId", "ends"),
  SUBAGENT_ERROR: row("subagent", "subagentRunId", "ends"),
};

/** Events that continue something and name it, or answer it. */
export const NAMING_EVENTS: ReadonlySet<EventName> = new Set([
  "TOOL_CALL_RESULT",
  "ACTIVITY_SNAPSHOT",
  "ACTIVITY_DELTA",
]);

/** Kinds whose later events may have an id that the first ones lacked. */
export const NAMED_LATER: ReadonlySet<StreamKind> = new Set(["text", "reasoning", "span", "call"]);
