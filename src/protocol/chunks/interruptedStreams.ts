import type { Event, EventName, EventOf } from "../events.ts";
import { isRecord, type UnknownRecord } from "../isRecord.ts";
import { KIT_METADATA_KEY } from "../legacy/reservedNames.ts";
import { omitUndefined } from "../omitUndefined.ts";
import { CHUNK_TYPES, type ChunkType, isChunk } from "./chunkTypes.ts";

/**
 * A stream of chunks that another event has closed. Chunks have no end of their own, so the server may still continue the
 * stream until the run ends.
 */
export interface InterruptedStream {
  readonly kind: "text" | "reasoning" | "toolCalls";
  readonly id: string;
  /** The sub-agent that sends the stream; absent for the agent itself. */
  readonly subagentRunId?: string;
}

const CHUNK_TYPE_OF = {
  text: "TEXT_MESSAGE_CHUNK",
  reasoning: "REASONING_MESSAGE_CHUNK",
  toolCalls: "TOOL_CALL_CHUNK",
} as const satisfies Readonly<Record<InterruptedStream["kind"], ChunkType>>;

/** A stream as the expander of chunks knows it. */
interface ClosedStream {
  readonly type: ChunkType;
  readonly id: string;
  readonly subagentRunId: string | undefined;
}

interface InterruptedStreams {
  addStream(stream: ClosedStream): void;
  /** Removes a stream that continues. Without a sub-agent, removes those of all agents with the id. */
  removeStream(stream: ClosedStream): void;
  /** Removes the stream that the server starts again or ends itself. The end of a sub-agent or a run ends all its streams. */
  observeEvent(event: Event): void;
  /** Returns a snapshot of messages with the list of the streams, so that the reducer keeps those that the snapshot lacks. */
  addToSnapshot(event: EventOf<"MESSAGES_SNAPSHOT">): EventOf<"MESSAGES_SNAPSHOT">;
}

/**
 * Creates the list of the interrupted streams of a run.
 *
 * @param earlier - The streams that an earlier connection of the run has closed.
 */
export function createInterruptedStreams(
  earlier: readonly InterruptedStream[] = [],
): InterruptedStreams {
  /** The streams by type and id: agents of a run may use the same id. */
  const streams = new Map<string, readonly ClosedStream[]>();

  function removeStream({ type, id, subagentRunId }: ClosedStream): void {
    const key = `${type} ${id}`;
    const others = (streams.get(key) ?? []).filter(
      ({ subagentRunId: other }) =>
        subagentRunId !== undefined && other !== undefined && other !== subagentRunId,
    );
    if (others.length > 0) streams.set(key, others);
    else streams.delete(key);
  }

  function removeAgent(subagentRunId: string): void {
    for (const stream of [...streams.values()].flat())
      if (stream.subagentRunId === subagentRunId) removeStream(stream);
  }

  function addStream(stream: ClosedStream): void {
    const key = `${stream.type} ${stream.id}`;
    streams.set(key, [...(streams.get(key) ?? []), stream]);
  }

  for (const { kind, id, subagentRunId } of earlier)
    addStream({ type: CHUNK_TYPE_OF[kind], id, subagentRunId });

  return {
    removeStream,
    addStream,
    observeEvent(event) {
      // Most servers send no chunks.
      if (streams.size === 0) return;
      if (event.type.startsWith("RUN_")) streams.clear();
      if (event.type === "SUBAGENT_FINISHED" || event.type === "SUBAGENT_ERROR")
        removeAgent(event.subagentRunId);
      // The name of a chunk type, or of none.
      const type = event.type.replace(/_(START|END)$/, "_CHUNK") as EventName;
      if (!isChunk(type)) return;
      const { [CHUNK_TYPES[type].idField]: id, subagentRunId }: UnknownRecord = event;
      // Each start and each end has its id and the id of its sub-agent as text.
      removeStream({ type, id, subagentRunId } as ClosedStream);
    },
    addToSnapshot(event) {
      if (streams.size === 0) return event;
      const interrupted = [...streams.values()]
        .flat()
        .map(({ type, id, subagentRunId }) =>
          omitUndefined({ kind: CHUNK_TYPES[type].kind, id, subagentRunId }),
        );
      const kitMetadata = { ...kitMetadataOf(event), interrupted };
      return { ...event, metadata: { ...event.metadata, [KIT_METADATA_KEY]: kitMetadata } };
    },
  };
}

function kitMetadataOf({ metadata }: EventOf<"MESSAGES_SNAPSHOT">): UnknownRecord {
  const kitMetadata: unknown = metadata?.[KIT_METADATA_KEY];
  return isRecord(kitMetadata) ? kitMetadata : {};
}

/** Returns the interrupted streams that a snapshot of messages lists. */
export function readInterruptedStreams(
  event: EventOf<"MESSAGES_SNAPSHOT">,
): readonly InterruptedStream[] {
  const { interrupted } = kitMetadataOf(event);
  return Array.isArray(interrupted) ? interrupted.filter(isInterruptedStream) : [];
}

/** True for a listed stream: a server may send metadata under the same key. */
function isInterruptedStream(value: unknown): value is InterruptedStream {
  if (!isRecord(value) || typeof value.id !== "string") return false;
  const { kind, subagentRunId = "" } = value;
  return /^(text|reasoning|toolCalls)$/.test(String(kind)) && typeof subagentRunId === "string";
}
