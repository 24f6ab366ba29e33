import type { EventName } from "../events.ts";
import { UNNAMED_TOOL } from "../validation/lenientChecks.ts";

/** Kind of stream, content events and fields of each type of chunk; the start and the end have the prefix of its type. */
export const CHUNK_TYPES = {
  TEXT_MESSAGE_CHUNK: {
    kind: "text",
    content: "TEXT_MESSAGE_CONTENT",
    idField: "messageId",
    openerFields: ["role", "name"],
    defaults: { role: "assistant" },
  },
  TOOL_CALL_CHUNK: {
    kind: "toolCalls",
    content: "TOOL_CALL_ARGS",
    idField: "toolCallId",
    openerFields: ["toolCallName", "parentMessageId"],
    defaults: { toolCallName: UNNAMED_TOOL },
  },
  REASONING_MESSAGE_CHUNK: {
    kind: "reasoning",
    content: "REASONING_MESSAGE_CONTENT",
    idField: "messageId",
    openerFields: [],
    defaults: { role: "reasoning" },
  },
} as const;

/** A type of chunk events. */
export type ChunkType = keyof typeof CHUNK_TYPES;

/** Position of the end events of streams relative to the event that closes the streams, or no end events. */
export type EndEventPosition = "before" | "after" | "withoutEnd";

/**
 * Event types that close the open streams of every sub-agent, or of none. Other types close the stream of their own
 * sub-agent, before the event.
 */
export const END_EVENT_POSITIONS: Partial<Record<EventName, EndEventPosition | "none">> = {
  RUN_STARTED: "before",
  RUN_FINISHED: "before",
  // An end event would make a stream that an error has cut off look complete.
  RUN_ERROR: "withoutEnd",
  // The snapshot may lack a stream that is still open.
  MESSAGES_SNAPSHOT: "after",
  RAW: "none",
  ACTIVITY_SNAPSHOT: "none",
  ACTIVITY_DELTA: "none",
  REASONING_ENCRYPTED_VALUE: "none",
  SUBAGENT_STARTED: "none",
};

/** Returns the type of the start, content or end events of a kind of chunk. */
export const eventType = (type: ChunkType, suffix: string) => type.replace("CHUNK", suffix);

/** True for the type of a chunk. */
export function isChunk(type: EventName): type is ChunkType {
  return Object.hasOwn(CHUNK_TYPES, type);
}
