import type { Event, EventName } from "./events.ts";
import type { IssueKind } from "./issue.ts";
import { ambiguousChunk, attributionMismatch, chunkMismatch } from "./issueCodes.ts";

/** The events that each kind of chunk expands to. */
const KINDS = {
  TEXT_MESSAGE_CHUNK: {
    start: "TEXT_MESSAGE_START",
    content: "TEXT_MESSAGE_CONTENT",
    end: "TEXT_MESSAGE_END",
    idField: "messageId",
    openerFields: ["role", "name"],
    defaults: { role: "assistant" },
  },
  TOOL_CALL_CHUNK: {
    start: "TOOL_CALL_START",
    content: "TOOL_CALL_ARGS",
    end: "TOOL_CALL_END",
    idField: "toolCallId",
    openerFields: ["toolCallName", "parentMessageId"],
    defaults: { toolCallName: "" },
  },
  REASONING_MESSAGE_CHUNK: {
    start: "REASONING_MESSAGE_START",
    content: "REASONING_MESSAGE_CONTENT",
    end: "REASONING_MESSAGE_END",
    idField: "messageId",
    openerFields: [],
    defaults: { role: "reasoning" },
  },
} as const;

type ChunkType = keyof typeof KINDS;
type Fields = Readonly<Record<string, unknown>>;

/**
 * Effect of an event on open chunk streams; an event without an entry closes the stream of its
 * lane. A stream cut by an error gets no end event, so that it does not look complete.
 */
const CLOSES: Partial<Record<EventName, "nothing" | "everything" | "cut">> = {
  RUN_STARTED: "everything",
  RUN_FINISHED: "everything",
  RUN_ERROR: "cut",
  MESSAGES_SNAPSHOT: "everything",
  RAW: "nothing",
  ACTIVITY_SNAPSHOT: "nothing",
  ACTIVITY_DELTA: "nothing",
  REASONING_ENCRYPTED_VALUE: "nothing",
  SUBAGENT_STARTED: "nothing",
};

/** A stream of chunks in one lane. */
interface ChunkStream {
  readonly type: ChunkType;
  readonly id: string;
  /** The lane: id of the sub-agent of the chunks, absent for the agent itself. */
  readonly lane: string | undefined;
  /**
   * Fields of the first chunk, which later chunks must repeat and a reopened stream starts with.
   */
  readonly opener: Fields;
}

/** Appends the events that an event expands to. */
export type ExpandChunks = (event: Event, out: Event[]) => void;

/** Options of a chunk expander. */
export interface ChunkExpanderOptions {
  /** Reports a chunk that does not fit its stream; the best interpretation is used. */
  readonly report: (kind: IssueKind, eventType: string, subject?: string) => void;
  /** Creates the id of a stream whose chunks have none. */
  readonly createId: () => string;
}

function pick(fields: Fields, keys: readonly string[]): Fields {
  return Object.fromEntries(
    keys.filter((key) => fields[key] !== undefined).map((key) => [key, fields[key]]),
  );
}

/**
 * Fields of a chunk that the protocol describes; other fields stay with its content event, for the
 * event log.
 */
const CHUNK_FIELDS: ReadonlySet<string> = new Set([
  ...["type", "timestamp", "rawEvent", "metadata", "subagentRunId", "delta", "messageId", "role"],
  ...["name", "toolCallId", "toolCallName", "parentMessageId"],
]);

function undescribedFields(chunk: Fields): Fields {
  return Object.fromEntries(Object.entries(chunk).filter(([key]) => !CHUNK_FIELDS.has(key)));
}

function isChunk(type: EventName): type is ChunkType {
  return Object.hasOwn(KINDS, type);
}

/**
 * Creates the function that expands *_CHUNK events to start, content and end events. Each lane has
 * at most one open stream; any other event passes, after the streams that it ends are closed.
 *
 * @see https://docs.ag-ui.com/concepts/events
 */
export function createChunkExpander({ report, createId }: ChunkExpanderOptions): ExpandChunks {
  const lanes = new Map<string | undefined, ChunkStream>();
  /** The last closed stream per kind and lane, which later chunks without an id continue. */
  const lastClosed = new Map<ChunkType, Map<string | undefined, ChunkStream>>();

  function emit(out: Event[], event: Fields): void {
    // The fields come from a checked chunk, under the names in KINDS.
    out.push(event as unknown as Event);
  }

  function close(lane: string | undefined, out: Event[], isCut = false): void {
    const stream = lanes.get(lane);
    if (!stream) return;
    lanes.delete(lane);
    const { end, idField } = KINDS[stream.type];
    if (!isCut) emit(out, { type: end, [idField]: stream.id, ...attribution(lane) });
    const closed = lastClosed.get(stream.type) ?? new Map<string | undefined, ChunkStream>();
    lastClosed.set(stream.type, closed.set(lane, stream));
  }

  function findLane(type: ChunkType, id: string | undefined, tag: string | undefined) {
    const open = [...lanes.values()].filter((stream) => stream.type === type);
    if (id !== undefined) {
      const owner = open.find((stream) => stream.id === id);
      if (!owner) return tag;
      if (tag !== undefined && tag !== owner.lane) {
        report(attributionMismatch, type, id);
      }
      return owner.lane;
    }
    if (tag !== undefined || open.some((stream) => stream.lane === undefined)) return tag;
    if (open.length > 1) {
      report(ambiguousChunk, type, KINDS[type].idField);
    }
    return open.at(-1)?.lane;
  }

  /** Returns the stream that a chunk starts. */
  function openStream(type: ChunkType, chunk: Fields, lane: string | undefined): ChunkStream {
    const { idField, openerFields, defaults } = KINDS[type];
    const id = chunk[idField];
    const ownFields = pick(chunk, openerFields);
    if (typeof id === "string") {
      if (type === "TOOL_CALL_CHUNK" && ownFields.toolCallName === undefined) {
        report(ambiguousChunk, type, "toolCallName");
      }
      return { type, id, lane, opener: { ...defaults, ...ownFields } };
    }
    const last = lastClosed.get(type)?.get(lane);
    report(ambiguousChunk, type, idField);
    return last ?? { type, id: createId(), lane, opener: { ...defaults, ...ownFields } };
  }

  function expandChunk(type: ChunkType, chunk: Fields, out: Event[]): void {
    const { idField, openerFields, start, content } = KINDS[type];
    // The event check accepts ids that are strings or absent.
    const id = chunk[idField] as string | undefined;
    const tag = chunk.subagentRunId as string | undefined;
    const lane = findLane(type, id, tag);
    const open = lanes.get(lane);
    const sharedFields = pick(chunk, ["timestamp", "metadata"]);
    const rest = undescribedFields(chunk);
    const hasContent = chunk.delta !== undefined || chunk.rawEvent !== undefined;
    let stream = open;
    const before = out.length;

    if (open?.type === type && (id === undefined || id === open.id)) {
      for (const field of openerFields) {
        if (chunk[field] !== undefined && chunk[field] !== open.opener[field]) {
          report(chunkMismatch, type, field);
        }
      }
    } else {
      close(lane, out);
      stream = openStream(type, chunk, lane);
      lanes.set(lane, stream);
      emit(out, {
        ...(!hasContent && rest),
        type: start,
        [idField]: stream.id,
        ...stream.opener,
        ...attribution(lane),
        ...sharedFields,
      });
    }
    if (!stream) return;

    // A closing chunk may have only metadata, which still has to reach its message.
    const hasMore = chunk.metadata !== undefined || Object.keys(rest).length > 0;
    if (hasContent || (hasMore && out.length === before)) {
      emit(out, {
        ...rest,
        type: content,
        [idField]: stream.id,
        delta: chunk.delta ?? "",
        ...attribution(lane),
        ...sharedFields,
        ...pick(chunk, ["rawEvent"]),
      });
    }
  }

  return (event: Event, out: Event[]): void => {
    const { type } = event;
    if (isChunk(type)) {
      expandChunk(type, event as Fields, out);
      return;
    }
    if (lanes.size > 0) {
      const effect = CLOSES[type];
      if (effect === "everything" || effect === "cut") {
        for (const lane of [...lanes.keys()]) close(lane, out, effect === "cut");
      } else if (effect !== "nothing") {
        close("subagentRunId" in event ? event.subagentRunId : undefined, out);
      }
    }
    // A chunk without an id must not continue a stream of an earlier run.
    if (type === "RUN_STARTED") lastClosed.clear();
    out.push(event);
  };
}

function attribution(lane: string | undefined): Fields {
  return lane === undefined ? {} : { subagentRunId: lane };
}
