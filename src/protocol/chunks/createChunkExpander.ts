import type { Event, EventName } from "../events.ts";
import type { UnknownRecord } from "../isRecord.ts";
import type { IssueKind } from "../issue.ts";
import { ambiguousChunk, attributionMismatch, chunkMismatch, idCollision } from "../issueCodes.ts";
import {
  beginsCall,
  type ChunkedCall,
  expectNextCall,
  hasCompleteArguments,
  namesTool,
  pick,
  readChunkId,
  undescribedFields,
} from "./callChunks.ts";
import {
  CHUNK_TYPES,
  type ChunkType,
  END_EVENT_POSITIONS,
  type EndEventPosition,
  eventType,
  isChunk,
} from "./chunkTypes.ts";
import { createInterruptedStreams, type InterruptedStream } from "./interruptedStreams.ts";

/**
 * A stream of chunks. At most one is open for the chunks and events that name no sub-agent, and one for those that name
 * the same sub-agent.
 */
interface ChunkStream extends ChunkedCall {
  readonly type: ChunkType;
  readonly id: string;
  /** The sub-agent of the message or call, which its chunks need not name; `undefined` for the agent itself. */
  readonly subagentRunId: string | undefined;
  readonly deltas: string[];
}

type ExpandChunks = (event: Event, out: Event[]) => void;

interface ChunkExpanderOptions {
  /** Reports a chunk that does not fit its stream; the best interpretation is used. */
  readonly report: (kind: IssueKind, eventType: string, subject?: string) => void;
  /** Creates the id of a stream whose chunks have none. */
  readonly createId: () => string;
  readonly storedTexts?: StoredTexts | undefined;
}

/** Texts of messages from before the events, which chunks may continue. */
export interface StoredTexts {
  /** Streams of the open run that an earlier connection has closed, and that were possibly in chunks. */
  readonly closedStreams: readonly InterruptedStream[];
  /** Receives every event that is not a chunk. */
  observeEvent(event: Event): void;
  /** Returns the text that the first chunk of a stream continues; "" when there is none, or the chunk repeats it. */
  findContinuedText(type: EventName, id: string, delta: string): string;
}

/**
 * Creates the function that expands *_CHUNK events to start, content and end events. Any
 * other event passes, after the streams that it ends are closed.
 *
 * @see https://docs.ag-ui.com/concepts/events
 */
export function createChunkExpander({
  report,
  createId,
  storedTexts,
}: ChunkExpanderOptions): ExpandChunks {
  /** The open streams by the `subagentRunId` of their first chunks. */
  const openStreams = new Map<string | undefined, ChunkStream>();
  /** The last closed stream by type and `subagentRunId`. Later chunks without an id continue it. */
  const lastClosed = new Map<ChunkType, Map<string | undefined, ChunkStream>>();
  /** Closed streams of the run by type and id. Later chunks with that id continue them. */
  const closedStreams = new Map<ChunkType, Map<string, ChunkStream>>();
  const interrupted = createInterruptedStreams(storedTexts?.closedStreams);

  /** Ids of the calls of the run that began with TOOL_CALL_START. */
  const startedCalls = new Set<string>();

  function emit(out: Event[], event: UnknownRecord): void {
    // The fields come from a checked chunk, under the names in CHUNK_TYPES.
    out.push(event as Event);
  }

  /** Closes the open stream with a key, if there is one. */
  function closeStream(
    key: string | undefined,
    out: Event[],
    position: EndEventPosition = "before",
  ): void {
    const stream = openStreams.get(key);
    if (!stream) return;
    openStreams.delete(key);
    const { idField } = CHUNK_TYPES[stream.type];
    // A snapshot before the end event may have given the stream to another sub-agent.
    const owner = position === "after" ? {} : subagentField(stream.subagentRunId);
    if (position !== "withoutEnd")
      emit(out, { type: eventType(stream.type, "END"), [idField]: stream.id, ...owner });
    const closed = lastClosed.get(stream.type) ?? new Map<string | undefined, ChunkStream>();
    lastClosed.set(stream.type, closed.set(key, stream));
    const byId = closedStreams.get(stream.type) ?? new Map<string, ChunkStream>();
    closedStreams.set(stream.type, byId.set(stream.id, stream));
    if (!hasCompleteArguments(stream)) interrupted.addStream(stream);
  }

  function closeAllStreams(out: Event[], position: EndEventPosition): void {
    for (const key of [...openStreams.keys()]) closeStream(key, out, position);
  }

  /** Forgets the sub-agents of closed streams, since a snapshot states the sub-agents of its messages. */
  function releaseClosedStreams(): void {
    for (const byId of closedStreams.values()) {
      for (const [id, stream] of byId) byId.set(id, { ...stream, subagentRunId: undefined });
    }
  }

  /**
   * Returns the key in `openStreams` of the stream that a chunk continues or starts. The open stream with its id or of
   * its sub-agent comes first, then the named sub-agent.
   */
  function findKey(type: ChunkType, id: string | undefined, stated: string | undefined) {
    const open = [...openStreams].filter(([, stream]) => stream.type === type);
    if (id !== undefined) {
      const withId = open.filter(([, stream]) => stream.id === id);
      const own = withId.find(([, stream]) => stream.subagentRunId === stated);
      if (own || stated === undefined) return (own ?? withId.at(-1))?.[0];
      // Agents of a run may number their messages and calls alike.
      if (withId.length > 0) report(attributionMismatch, type, id);
      return stated;
    }
    if (stated !== undefined) {
      const [key] = open.find(([, stream]) => stream.subagentRunId === stated) ?? [stated];
      return openStreams.has(stated) ? stated : key;
    }
    if (openStreams.get(undefined)?.type === type) return undefined;
    if (open.length > 1) {
      report(ambiguousChunk, type, CHUNK_TYPES[type].idField);
    }
    return open.at(-1)?.[0];
  }

  function findClosed(type: ChunkType, id: string | undefined, key: string | undefined) {
    return id === undefined ? lastClosed.get(type)?.get(key) : closedStreams.get(type)?.get(id);
  }

  /**
   * Returns the call to which a chunk without a name belongs, if TOOL_CALL_START has begun it or its arguments are
   * complete. Such a chunk is TOOL_CALL_ARGS alone, because a start would begin another call.
   */
  function findBegunCall(
    type: ChunkType,
    chunk: UnknownRecord,
    stated: string | undefined,
  ): Pick<ChunkStream, "id" | "subagentRunId"> | undefined {
    if (type !== "TOOL_CALL_CHUNK" || chunk.toolCallName !== undefined) return undefined;
    const id = readChunkId(chunk, "toolCallId");
    if (id !== undefined && startedCalls.has(id)) return { id, subagentRunId: stated };
    const closed = findClosed(type, id, stated);
    const isOver = closed && hasCompleteArguments(closed) && !beginsCall(closed, chunk);
    return isOver ? closed : undefined;
  }

  function startChunkStream(
    type: ChunkType,
    chunk: UnknownRecord,
    stated: string | undefined,
  ): ChunkStream {
    const { idField, openerFields, defaults } = CHUNK_TYPES[type];
    const id = readChunkId(chunk, idField);
    const closed = findClosed(type, id, stated);
    const subagentRunId = stated ?? closed?.subagentRunId;
    const isNext = closed !== undefined && beginsCall(closed, chunk);
    const ownFields = { ...(isNext && closed.nextOpener), ...pick(chunk, openerFields) };
    if (id !== undefined) {
      if (type === "TOOL_CALL_CHUNK" && !closed && ownFields.toolCallName === undefined) {
        report(ambiguousChunk, type, "toolCallName");
      }
      return {
        type,
        id,
        subagentRunId,
        isIdentified: true,
        opener: { ...defaults, ...closed?.opener, ...ownFields },
        deltas: closed && !isNext && !hasCompleteArguments(closed) ? closed.deltas : [],
      };
    }
    report(chunk[idField] === "" ? idCollision : ambiguousChunk, type, idField);
    if (closed && !isNext)
      return expectNextCall({ ...closed, opener: { ...closed.opener, ...ownFields } }, chunk);
    const opener = { ...defaults, ...ownFields };
    return { type, id: createId(), subagentRunId, isIdentified: false, opener, deltas: [] };
  }

  function expandChunk(type: ChunkType, chunk: UnknownRecord, out: Event[]): void {
    const { idField, openerFields, content } = CHUNK_TYPES[type];
    const id = readChunkId(chunk, idField);
    // The event check accepts deltas that are strings or absent.
    let delta = (chunk.delta ?? "") as string;
    // The event check accepts ids that are strings or absent.
    const stated = chunk.subagentRunId as string | undefined;
    const key = findKey(type, id, stated);
    const open = openStreams.get(key);
    const sharedFields = pick(chunk, ["timestamp", "metadata"]);
    const otherFields = undescribedFields(chunk);
    const hasContent = chunk.delta !== undefined || chunk.rawEvent !== undefined;
    // A closing chunk may have only metadata, which still has to reach its message.
    const hasMore = chunk.metadata !== undefined || Object.keys(otherFields).length > 0;
    const before = out.length;
    let stream: ChunkStream;
    const emitContent = (owner: Pick<ChunkStream, "id" | "subagentRunId">) =>
      emit(out, {
        ...otherFields,
        type: content,
        [idField]: owner.id,
        delta,
        ...subagentField(owner.subagentRunId),
        ...sharedFields,
        ...pick(chunk, ["rawEvent"]),
      });

    const isSameStream = open?.type === type && (id === undefined || id === open.id);
    if (isSameStream && !beginsCall(open, chunk) && !namesTool(open, chunk)) {
      for (const field of openerFields) {
        if (chunk[field] !== undefined && chunk[field] !== open.opener[field]) {
          report(chunkMismatch, type, field);
        }
      }
      stream = expectNextCall(open, chunk);
    } else {
      closeStream(key, out);
      const begunCall = findBegunCall(type, chunk, key);
      if (begunCall) {
        // A chunk without arguments says only that the call is complete.
        if (delta.trim() || hasMore) emitContent(begunCall);
        return;
      }
      stream = startChunkStream(type, chunk, key);
      startedCalls.delete(stream.id);
      interrupted.removeStream(stream);
      emit(out, {
        ...(!hasContent && otherFields),
        type: eventType(type, "START"),
        [idField]: stream.id,
        ...stream.opener,
        ...subagentField(stream.subagentRunId),
        ...sharedFields,
      });
      if (storedTexts) delta = storedTexts.findContinuedText(type, stream.id, delta) + delta;
    }
    openStreams.set(key, stream);
    if (type === "TOOL_CALL_CHUNK" && delta.trim()) stream.deltas.push(delta);

    if (hasContent || (hasMore && out.length === before)) emitContent(stream);
  }

  return (event: Event, out: Event[]): void => {
    const { type } = event;
    if (isChunk(type)) {
      // `expandChunk` reads the fields that some types of chunk have.
      expandChunk(type, event as UnknownRecord, out);
      return;
    }
    storedTexts?.observeEvent(event);
    const position = END_EVENT_POSITIONS[type];
    if (position === "before" || position === "withoutEnd") closeAllStreams(out, position);
    else if (position === undefined) {
      closeStream("subagentRunId" in event ? event.subagentRunId : undefined, out);
    }
    interrupted.observeEvent(event);
    // A chunk must not continue a stream of an earlier run.
    if (type === "RUN_STARTED") {
      lastClosed.clear();
      closedStreams.clear();
      startedCalls.clear();
    }
    if (type === "TOOL_CALL_START") startedCalls.add(event.toolCallId);
    out.push(type === "MESSAGES_SNAPSHOT" ? interrupted.addToSnapshot(event) : event);
    if (position === "after") {
      closeAllStreams(out, position);
      releaseClosedStreams();
    }
  };
}

function subagentField(subagentRunId: string | undefined): UnknownRecord {
  return subagentRunId === undefined ? {} : { subagentRunId };
}
