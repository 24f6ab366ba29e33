import { createCallTracker } from "../chunks/createCallTracker.ts";
import type { Event, EventOf } from "../events.ts";
import type { UnknownRecord } from "../isRecord.ts";
import { deriveId } from "../randomId.ts";
import { readEnd, readErrorCode, UNNAMED_TOOL } from "../validation/lenientChecks.ts";
import { completeInput, completeMessages } from "./completeMessages.ts";
import { createDelayedIds } from "./delayedIds.ts";
import { createOpenStreams } from "./openStreams.ts";
import {
  hasEmptyCallId,
  KINDS_WITH_DELAYED_IDS,
  RECORDED_EVENTS,
  STREAM_REFERENCES,
  type StreamKind,
  type StreamReference,
  streamKey,
} from "./streamReferences.ts";

/** Completion of faulty events with the ids and the names of tools that they lack. Stateful: create one per stream of events. */
interface EventCompleter {
  /** Records the ids in a complete event, with the names of tools and the types of activities. */
  recordEvent(event: Event): void;
  /**
   * Returns an event under the id of its stream, or unchanged. An event whose id no start event had belongs to the
   * oldest open stream whose start event had no id. An empty id is that of the open message.
   */
  resolveId(event: Event): Event;
  /**
   * Returns a faulty event with its missing fields. The id is that of the open stream that the event continues, or a new
   * one. The name of a tool is the one that was recorded for the id.
   *
   * @param sent - The event as it arrived.
   */
  completeEvent(event: Event, sent: UnknownRecord): Event;
  /** True for a start event without an id. */
  isStartWithoutId(event: Event): boolean;
  /**
   * Returns a start event without an id under the id of the next event. The next event must continue
   * such a stream, and no other start event had its id. Otherwise returns the start event unchanged.
   */
  assignStartId(start: Event, next: Event): Event;
  /** True when an event belongs to a stream of the kind of a start without an id, but not to that stream. */
  isOfStartedStream(start: Event, event: Event): boolean;
}

/** The conversation before a stream of events. */
export interface EarlierConversation {
  /**
   * Name of the list of a MESSAGES_SNAPSHOT, from which messages without an id get one.
   * @defaultValue `"message"`, the whole conversation
   */
  readonly listName?: string | undefined;
  /** The calls without a result, the oldest first. @defaultValue none */
  readonly unansweredIds?: readonly string[] | undefined;
  /** Streams that are open when the stream begins. @defaultValue none */
  readonly openStreams?: readonly EarlierStream[] | undefined;
}

/** An open stream of a run that another connection has begun. */
interface EarlierStream {
  readonly kind: StreamKind;
  readonly id: string;
  readonly subagentRunId?: string | undefined;
  /** The arguments of a call so far. */
  readonly text?: string | undefined;
}

/**
 * Creates an event completer.
 *
 * @param createId - Creates the id of a stream or an entity without one.
 * @param onLostId - Called for an event with an empty id that belongs to a call or a message with an id.
 */
export function createEventCompleter(
  createId: () => string,
  onLostId: (event: Event, idField: string) => void,
  { listName, unansweredIds, openStreams = [] }: EarlierConversation = {},
): EventCompleter {
  const streams = createOpenStreams();
  const delayedIds = createDelayedIds();
  const calls = createCallTracker(unansweredIds);
  /** Names of calls, and types of activities, by id. */
  const names = new Map<unknown, unknown>();
  /** Id of the activity in the last event about an activity. */
  let lastActivityId: string | undefined;

  function findOrCreateId({ kind, effect }: StreamReference, event: Event): string {
    const key = streamKey(kind, event);
    const openId = effect === "opens" ? undefined : findOpenId(kind, event);
    if (openId !== undefined) return openId;
    const id = createId();
    if (event.type === "TOOL_CALL_RESULT") return id;
    if (kind === "toolCalls") calls.recordCreated(id);
    if (hasEmptyCallId(event)) return id;
    // An activity has no start event that could be missing.
    if (effect === "continues" && kind !== "activities") streams.openWithoutStart(key, id);
    if (effect !== "ends" && KINDS_WITH_DELAYED_IDS.has(kind)) delayedIds.recordCreated(key, id);
    return id;
  }

  /** Returns the id of the open stream to which an event without an id belongs. */
  function findOpenId(kind: StreamKind, event: Event): string | undefined {
    if (event.type === "TOOL_CALL_RESULT") return calls.findUnanswered();
    const isValueOfCall = "subtype" in event && event.subtype === "tool-call";
    const key = streamKey(isValueOfCall ? "toolCalls" : kind, event);
    const openId = key.startsWith("toolCalls") ? calls.findOpen(event, key) : undefined;
    return hasEmptyCallId(event)
      ? findCallOfEmptyId(event, openId)
      : (openId ?? streams.findInnermost(key));
  }

  /** Returns the id of the call to which an event with an empty id belongs: the open call, or the last one with a created id. */
  function findCallOfEmptyId(event: Event, openId: string | undefined): string | undefined {
    if (openId === undefined || calls.isCreated(openId)) return openId ?? calls.findLastCreated();
    // The empty id of an encrypted value belongs to no call with an id.
    if (event.type === "REASONING_ENCRYPTED_VALUE") return calls.findLastCreated();
    onLostId(event, "toolCallId");
    return openId;
  }

  function recordEvent(event: Event): void {
    if (event.type === "RUN_STARTED") {
      startRun(event);
      return;
    }
    if (event.type === "TOOL_CALL_ARGS") {
      calls.addArguments(event.toolCallId, event.delta);
      return;
    }
    if (event.type === "TOOL_CALL_END") {
      calls.endCall(event.toolCallId);
      return;
    }
    const streamReference = STREAM_REFERENCES[event.type];
    if (!streamReference) return;
    const { kind, idField, effect } = streamReference;
    // Most events are content of a stream that was recorded before.
    if (effect === "continues" && !RECORDED_EVENTS.has(event.type)) return;
    const fields: UnknownRecord = event;
    // Every complete event of the protocol has its id as text.
    const id = fields[idField] as string;
    if (kind === "activities") {
      recordActivity(id, fields);
      return;
    }
    const key = streamKey(kind, fields);
    if (event.type === "TOOL_CALL_RESULT") {
      calls.answerCall(id);
      delayedIds.forgetCreated(key, id);
    } else if (effect === "opens") {
      if (event.type === "TOOL_CALL_START") {
        for (const [closedId, closedKey] of streams.closeWithoutStart())
          delayedIds.forgetCreated(closedKey, closedId);
        names.set(id, event.toolCallName);
        calls.startCall(key, id);
      }
      delayedIds.recordStart(kind, id);
      streams.openStream(kind, key, id);
    } else {
      streams.closeStream(key, id);
      delayedIds.forgetCreated(key, id);
    }
  }

  function startRun({ input }: EventOf<"RUN_STARTED">): void {
    for (const record of [streams, delayedIds, calls]) record.startRun();
    names.clear();
    lastActivityId = undefined;
    // The client may have answered calls of the run before.
    for (const message of input?.messages ?? [])
      if (message.role === "tool") calls.answerCall(message.toolCallId);
  }

  function recordActivity(id: string, event: UnknownRecord): void {
    // Deltas of one activity follow each other, and only the first of them needs to be recorded.
    if (id === lastActivityId && names.get(id) === event.activityType) return;
    lastActivityId = id;
    names.set(id, event.activityType);
    streams.openStream("activities", streamKey("activities", event), id);
  }

  /** Returns an event of a message under the id of the open message when its own id is empty and no message has that id. */
  function replaceEmptyId(event: Event, { kind, idField, effect }: StreamReference): Event {
    const fields: UnknownRecord = event;
    if (fields[idField] !== "" || idField !== "messageId" || effect === "opens") return event;
    const openId = streams.findInnermost(streamKey(kind, fields));
    if (kind === "activities" || openId === undefined || delayedIds.isStarted(kind, ""))
      return event;
    onLostId(event, idField);
    // `messageId` is a field of this type of event.
    return { ...event, messageId: openId } as Event;
  }

  function resolveId(sent: Event): Event {
    const streamReference = STREAM_REFERENCES[sent.type];
    if (!streamReference) return sent;
    const event = replaceEmptyId(sent, streamReference);
    if (delayedIds.isEmpty()) return event;
    const { kind, idField, effect } = streamReference;
    const fields: UnknownRecord = event;
    const { [idField]: sentId } = fields;
    // The id of an encrypted value may be of a message or of a call, so it is not resolved.
    if (effect === "opens" || idField === "entityId" || typeof sentId !== "string") return event;
    if (delayedIds.isStarted(kind, sentId) || calls.isEarlierUnanswered(sentId)) return event;
    const id = delayedIds.resolveId(kind, streamKey(kind, fields), sentId);
    if (id === undefined) return event;
    // `idField` is a field of this type of event, with a string.
    return { ...event, [idField]: id } as Event;
  }

  function completeFields(event: Event): Event {
    const streamReference = STREAM_REFERENCES[event.type];
    if (!streamReference) return event;
    const { kind, idField } = streamReference;
    const fields: UnknownRecord = event;
    const sentId = hasEmptyCallId(event) ? undefined : fields[idField];
    const id = sentId ?? findOrCreateId(streamReference, event);
    const required: Record<string, unknown> = { [idField]: id };
    if (event.type === "TOOL_CALL_START") {
      required.toolCallName = event.toolCallName ?? names.get(id) ?? UNNAMED_TOOL;
    } else if (event.type === "TOOL_CALL_RESULT") {
      required.messageId = event.messageId ?? deriveId(String(id), "result");
    } else if (event.type === "SUBAGENT_STARTED") {
      required.name = event.name ?? id;
    } else if (kind === "activities") {
      required.activityType = fields.activityType ?? names.get(id) ?? "unknown";
    }
    // The fields are those that this type of event requires.
    return { ...event, ...required } as Event;
  }

  function assignStartId(start: Event, next: Event): Event {
    const [startReference, nextReference] = [
      STREAM_REFERENCES[start.type],
      STREAM_REFERENCES[next.type],
    ];
    if (!startReference || nextReference?.kind !== startReference.kind) return start;
    if (nextReference.effect === "opens") return start;
    if (RECORDED_EVENTS.has(next.type)) return start;
    const { subagentRunId }: UnknownRecord = start;
    const {
      [nextReference.idField]: id,
      subagentRunId: nextSubagent = subagentRunId,
    }: UnknownRecord = next;
    if (typeof id !== "string" || id === "" || nextSubagent !== subagentRunId) return start;
    if (delayedIds.isStarted(startReference.kind, id)) return start;
    // `idField` is a field of this type of event, with a string.
    return { ...start, [startReference.idField]: id } as Event;
  }

  for (const { kind, id, subagentRunId, text } of openStreams) {
    const key = streamKey(kind, { subagentRunId });
    streams.openStream(kind, key, id);
    if (kind === "toolCalls") calls.continueCall(key, id, text);
  }

  return {
    recordEvent,
    assignStartId,
    resolveId,
    isOfStartedStream(start, event) {
      const eventReference = STREAM_REFERENCES[event.type];
      if (!eventReference || eventReference.kind !== STREAM_REFERENCES[start.type]?.kind)
        return false;
      const fields: UnknownRecord = event;
      return delayedIds.isStarted(eventReference.kind, fields[eventReference.idField]);
    },
    isStartWithoutId(event) {
      const streamReference = STREAM_REFERENCES[event.type];
      const fields: UnknownRecord = event;
      if (streamReference?.effect !== "opens") return false;
      return fields[streamReference.idField] === undefined || hasEmptyCallId(event);
    },
    completeEvent(event, sent) {
      if (event.type === "MESSAGES_SNAPSHOT")
        return completeMessages(event, sent.messages, listName);
      if (event.type === "RUN_STARTED") return completeInput(event);
      if (event.type === "RUN_ERROR" || event.type === "SUBAGENT_ERROR")
        return { ...readErrorCode(sent.error), ...completeFields(event) };
      return readEnd(completeFields(event), sent);
    },
  };
}
